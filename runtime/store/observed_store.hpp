#pragma once

#include "runtime/store/store.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <utility>

namespace muster::runtime {

/// A store that tells how its writes go. Everything else is that of the store behind it, which has
/// to outlive it.
class ObservedStore final : public Store {
public:
    struct Observer {
        /// A write is on disk or lost, after so many seconds.
        std::function<void(Flush, double seconds)> on_flushed;
    };

    ObservedStore(Store& store, Observer observer)
        : store_(store)
        , observer_(std::move(observer)) {}

    void submit(Write write, Completion completion) override {
        waiting_.push_back(Time::now());
        store_.submit(std::move(write), [this, completion = std::move(completion)](Flush flush) {
            // Completions come in the order of submission.
            const std::chrono::duration<double> taken = Time::now() - waiting_.front();
            waiting_.pop_front();
            observer_.on_flushed(flush, taken.count());
            completion(flush);
        });
    }

    [[nodiscard]] Result<std::vector<Entry>> load(const std::string& machine) override {
        return store_.load(machine);
    }

    [[nodiscard]] Result<std::vector<std::string>> machines() override { return store_.machines(); }

    /// How many writes are neither on disk nor lost.
    [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

    /// How long the oldest of them has waited, in seconds; 0 if there is none.
    [[nodiscard]] double lag_seconds() const {
        return waiting_.empty()
                   ? 0.0
                   : std::chrono::duration<double>(Time::now() - waiting_.front()).count();
    }

private:
    using Time = std::chrono::steady_clock;

    Store& store_;
    Observer observer_;
    std::deque<Time::time_point> waiting_;
};

} // namespace muster::runtime
