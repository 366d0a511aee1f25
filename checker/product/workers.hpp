#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace muster::checker::product {

/// Threads that do one piece of work together after another. The thread that owns them is the first
/// of them.
class Workers {
public:
    /// At least one.
    explicit Workers(std::size_t count);
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers();

    [[nodiscard]] std::size_t count() const { return threads_.size() + 1; }

    /// Calls `work` once in each thread, with its number, and returns when all are done. What one
    /// of them throws is thrown on.
    void run(const std::function<void(std::size_t)>& work);

private:
    void serve(std::size_t number);
    void do_share(const std::function<void(std::size_t)>& work, std::size_t number);

    std::mutex mutex_;
    std::condition_variable begun_;
    std::condition_variable done_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::size_t round_ = 0;
    std::size_t busy_ = 0;
    std::exception_ptr failure_;
    bool is_over_ = false;
    std::vector<std::thread> threads_;
};

} // namespace muster::checker::product
