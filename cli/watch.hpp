#pragma once

#include "checker/engines/stop.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace CLI {
class App;
}

namespace muster::cli {

/// What this process has in memory, in MiB; 0 where the system does not say.
std::size_t resident_mib();

/// What may end a command early, besides a signal.
struct Limits {
    std::optional<std::chrono::seconds> time;
    std::optional<std::size_t> memory_mib; // of this process, as the system counts what is resident
};

/// The same as a user gives it; 0 for no limit.
struct Budget {
    unsigned time_seconds = 0;
    std::size_t memory_mib = 0;
};

/// `--time-limit` and `--memory-limit`. The budget outlives the verb.
void add_budget_options(CLI::App& verb, Budget& budget);

Limits limits_of(const Budget& budget);

/// Watches over a command from a thread of its own: SIGINT and SIGTERM, and the limits, end it
/// early. A second signal of the same kind does what it would without a watch. One at a time.
class Watch {
public:
    /// `tick` is called several times a second; it may be empty.
    Watch(checker::Stop& stop, const Limits& limits, std::function<void()> tick);
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch();

private:
    void run();
    void look();

    checker::Stop& stop_;
    Limits limits_;
    std::function<void()> tick_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::condition_variable ended_;
    bool over_ = false;
    std::thread thread_;
};

} // namespace muster::cli
