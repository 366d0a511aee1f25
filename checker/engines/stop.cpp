#include "checker/engines/stop.hpp"

#include <utility>

namespace muster::checker {

void Stop::request(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (!requested()) {
        reason_ = reason;
        requested_.store(true, std::memory_order_release);
    }
}

std::string Stop::reason() const {
    const std::lock_guard lock(mutex_);
    return reason_;
}

void Stop::interrupt() {
    const std::lock_guard lock(mutex_);
    for (const auto& interrupt : waiting_) {
        interrupt();
    }
}

Stop::Waiting::Waiting(Stop* stop, std::function<void()> interrupt)
    : stop_(stop) {
    if (stop_ != nullptr) {
        const std::lock_guard lock(stop_->mutex_);
        place_ = stop_->waiting_.insert(stop_->waiting_.end(), std::move(interrupt));
    }
}

Stop::Waiting::~Waiting() {
    if (stop_ != nullptr) {
        const std::lock_guard lock(stop_->mutex_);
        stop_->waiting_.erase(place_);
    }
}

} // namespace muster::checker
