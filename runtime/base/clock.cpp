#include "runtime/base/clock.hpp"

#include <chrono>

namespace muster::runtime {

MonotonicMs SteadyClock::now_ms() const {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_start).count();
}

} // namespace muster::runtime
