#pragma once

#include "checker/eval/state.hpp"

#include <optional>
#include <vector>

namespace muster::checker {

/// By variable and process: what it is at the start, before `on start`, with the constants and
/// functions of this state. Nothing where that is undefined.
std::vector<std::vector<std::optional<Value>>>
initial_values(const spec::TypedSpec& spec, const Universe& universe, const State& state);

} // namespace muster::checker
