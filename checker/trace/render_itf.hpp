#pragma once

#include "checker/trace/trace.hpp"

#include <string>

namespace muster::checker {

/// A run as JSON in the Informal Trace Format (Apalache ADR-015): `vars`, `states`, `#meta`;
/// integers as {"#bigint": "3"}, sets as {"#set": […]}, maps as {"#map": […]}. A variable of an
/// indexed role is a map from its processes. `in_flight` (a list, a message as often as it is in
/// flight), `queued` (every queue in its order) and `stopped` are there where the spec has such
/// things. Every state but the first has in its `#meta` the
/// event that led to it, with raw numbers, so that the run can be repeated. The same trace gives
/// the same text; it ends in a newline.
std::string render_itf(const TransitionSystem& system, const Trace& trace);

} // namespace muster::checker
