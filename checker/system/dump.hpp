#pragma once

#include "checker/system/transition_system.hpp"

#include <string>

namespace muster::checker {

/// The steps of a system, one a line, with the faults that it is under. The same system gives the
/// same bytes.
std::string dump(const TransitionSystem& system);

} // namespace muster::checker
