#pragma once

#include "checker/trace/element_names.hpp"
#include "checker/trace/trace.hpp"

#include <vector>

namespace muster::checker {

/// All processes, by the order of roles and, within a role, by name: `c1` before `c2`, whichever
/// elements these are. An instance names its elements in order. Those without a name are given one.
std::vector<Process>
processes_by_name(const spec::TypedSpec& spec, const Universe& universe, ElementNames& names);

} // namespace muster::checker
