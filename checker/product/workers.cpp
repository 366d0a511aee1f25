#include "checker/product/workers.hpp"

#include <utility>

namespace muster::checker::product {

Workers::Workers(std::size_t count) {
    threads_.reserve(count);
    for (std::size_t number = 1; number < count; ++number) {
        threads_.emplace_back([this, number] { serve(number); });
    }
}

Workers::~Workers() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    begun_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void Workers::run(const std::function<void(std::size_t)>& work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        busy_ = threads_.size();
        ++round_;
    }
    begun_.notify_all();
    do_share(work, 0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void Workers::serve(std::size_t number) {
    std::unique_lock lock(mutex_);
    for (std::size_t round = 0;;) {
        begun_.wait(lock, [&] { return is_over_ || round_ != round; });
        if (is_over_) {
            return;
        }
        round = round_;
        const std::function<void(std::size_t)>* work = work_;
        lock.unlock();
        do_share(*work, number);
        lock.lock();
        if (--busy_ == 0) {
            done_.notify_one();
        }
    }
}

void Workers::do_share(const std::function<void(std::size_t)>& work, std::size_t number) {
    try {
        work(number);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
    }
}

} // namespace muster::checker::product
