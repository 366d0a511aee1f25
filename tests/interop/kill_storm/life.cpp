#include "tests/interop/kill_storm/life.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace muster::interop {

namespace {

std::vector<std::string> command(const std::filesystem::path& data, std::size_t clients) {
    return {MUSTER_PROGRAM,
            "serve",
            "kafka",
            "--listen",
            "127.0.0.1:0",
            "--data",
            data.string(),
            "--topic",
            fmt::format("orders:{}", clients),
            "--set",
            "group.initial.rebalance.delay.ms=0",
            "--set",
            "group.min.session.timeout.ms=100"};
}

/// The port of the event that says that the server listens, once all of it is there.
std::optional<std::uint16_t> port_in(const std::string& log) {
    constexpr std::string_view kPort = " port=";
    const auto event = log.find("event=listening ");
    if (event == std::string::npos || log.find('\n', event) == std::string::npos) {
        return std::nullopt;
    }
    return static_cast<std::uint16_t>(std::stoi(log.substr(log.find(kPort, event) + kPort.size())));
}

} // namespace

Life::Life(const std::filesystem::path& folder, std::size_t clients)
    : process_(command(folder / "data", clients), "", (folder / "server").string())
    , generations_(clients, -1) {}

std::optional<runtime::net::Address> Life::listening() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < deadline) {
        if (const auto port = port_in(log())) {
            return runtime::net::Address{"127.0.0.1", *port};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return std::nullopt;
}

void Life::kill() {
    if (is_over_.exchange(true)) {
        return;
    }
    process_.signal(SIGKILL);
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

void Life::acknowledged() {
    if (--fuse_ == 0) {
        kill();
    }
}

void Life::stands(std::size_t client, std::int32_t generation) {
    const std::lock_guard lock(mutex_);
    generations_[client] = generation;
    changed_.notify_all();
}

bool Life::settles(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, timeout, [this] {
        const auto first = generations_.front();
        return first > 0 && std::all_of(generations_.begin(),
                                        generations_.end(),
                                        [first](auto other) { return other == first; });
    });
}

void Life::wait(std::chrono::microseconds timeout) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout, [this] { return is_over(); });
}

} // namespace muster::interop
