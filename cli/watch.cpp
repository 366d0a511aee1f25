#include "cli/watch.hpp"

#include "cli/whole_number.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <fstream>
#include <unistd.h>

namespace muster::cli {

namespace {

constexpr std::chrono::milliseconds kPeriod{50};
constexpr std::size_t kMiB = 1024UL * 1024UL;

volatile std::sig_atomic_t received = 0;

void receive(int number) {
    received = number;
    std::signal(number, SIG_DFL);
}

} // namespace

std::size_t resident_mib() {
    std::size_t all = 0;
    std::size_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) / kMiB;
}

void add_budget_options(CLI::App& verb, Budget& budget) {
    verb.add_option("--time-limit",
                    budget.time_seconds,
                    "End after so many seconds, with what is known by then")
        ->check(whole_number({1, kMaxUnsigned, "seconds"}));
    verb.add_option("--memory-limit",
                    budget.memory_mib,
                    "End when so many MiB are used, with what is known by then")
        ->check(whole_number({1, kMaxUnsigned, "MiB"}));
}

Limits limits_of(const Budget& budget) {
    Limits limits;
    if (budget.time_seconds > 0) {
        limits.time = std::chrono::seconds(budget.time_seconds);
    }
    if (budget.memory_mib > 0) {
        limits.memory_mib = budget.memory_mib;
    }
    return limits;
}

Watch::Watch(checker::Stop& stop, const Limits& limits, std::function<void()> tick)
    : stop_(stop)
    , limits_(limits)
    , tick_(std::move(tick)) {
    received = 0;
    std::signal(SIGINT, receive);
    std::signal(SIGTERM, receive);
    thread_ = std::thread([this] { run(); });
}

Watch::~Watch() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    ended_.notify_all();
    thread_.join();
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

void Watch::run() {
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, kPeriod, [this] { return over_; })) {
        look();
        if (tick_) {
            tick_();
        }
    }
}

void Watch::look() {
    if (received != 0) {
        stop_.request(received == SIGINT ? "interrupted" : "told to end by SIGTERM");
    }
    if (limits_.time && std::chrono::steady_clock::now() - begin_ >= *limits_.time) {
        stop_.request(fmt::format("the time limit of {} s is over", limits_.time->count()));
    }
    if (limits_.memory_mib && resident_mib() > *limits_.memory_mib) {
        stop_.request(fmt::format("the memory limit of {} MiB is reached", *limits_.memory_mib));
    }
    if (stop_.requested()) {
        stop_.interrupt();
    }
}

} // namespace muster::cli
