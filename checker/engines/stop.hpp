#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <string>

namespace muster::checker {

/// How another thread ends a check early. The engines ask between the pieces of their work;
/// one that waits for somebody else registers how that is interrupted.
class Stop {
public:
    /// Why the work is to end, in words for a report. The first reason counts.
    void request(const std::string& reason);

    [[nodiscard]] bool requested() const { return requested_.load(std::memory_order_acquire); }

    /// Empty if nobody asked.
    [[nodiscard]] std::string reason() const;

    /// Interrupts what is registered, now. To be repeated until the work has ended, as what was not
    /// waiting yet may not have noticed.
    void interrupt();

    /// While it lives, `interrupt` calls the function, from another thread.
    class Waiting {
    public:
        /// `stop` may be null: then nobody interrupts.
        Waiting(Stop* stop, std::function<void()> interrupt);
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;
        ~Waiting();

    private:
        Stop* stop_;
        std::list<std::function<void()>>::iterator place_{};
    };

private:
    mutable std::mutex mutex_;
    std::atomic<bool> requested_ = false;
    std::string reason_;
    std::list<std::function<void()>> waiting_;
};

} // namespace muster::checker
