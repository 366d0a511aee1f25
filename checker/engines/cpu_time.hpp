#pragma once

#include <ctime>

namespace muster::checker {

/// Seconds of CPU that this process has used so far, in all of its threads. Budgets and reports
/// count these and not the time that passes, which depends on what else the machine does.
inline double cpu_seconds() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

} // namespace muster::checker
