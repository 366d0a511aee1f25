#include "runtime/base/clock.hpp"

#include <chrono>

namespace muster::runtime {

MonotonicMs SystemClock::now_ms() const {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_start).count();
}

WallMs SystemClock::wall_ms() const {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
}

} // namespace muster::runtime
