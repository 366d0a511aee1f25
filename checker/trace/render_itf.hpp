#pragma once

#include "checker/live/lasso.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace muster::checker {

/// What a run is said to show, as a trace file says it.
struct ItfClaim {
    enum class Kind {
        violated,      // the property is false at the end
        undefined,     // the property is undefined at the end
        shown,         // the cover is true at the end
        goes_wrong,    // the last step goes wrong; about no property
        not_inductive, // one step from a state that may be unreachable: no run
        lasso,         // a fair run that goes round a loop for ever breaks a `live` property
    };
    Kind kind = Kind::goes_wrong;
    std::optional<std::size_t> property{}; // into `TypedSpec::properties`
    /// Of a lasso alone. `instance` is the name of the one that it was found on.
    std::optional<live::Lasso> lasso{};
    std::string instance{};
};

/// A run as JSON in the Informal Trace Format (Apalache ADR-015): `vars`, `states`, `#meta`;
/// integers as {"#bigint": "3"}, sets as {"#set": […]}, maps as {"#map": […]}. A variable of an
/// indexed role is a map from its processes. `in_flight` (a list, a message as often as it is in
/// flight), `queued` (every queue in its order) and `stopped` are there where the spec has such
/// things; `mbt::actionTaken` and `mbt::nondetPicks` as Quint's tools write them. Every state but
/// the first has in its `#meta` the event that led to it and which variables it changed; the
/// `#meta` of the trace has the universe and the claim, so that `replay_itf` can repeat the run. A
/// lasso has `loop`: behind its last state, the run goes on with the state of this index.
/// The same trace gives the same text; it ends in a newline.
std::string render_itf(const TransitionSystem& system, const Trace& trace, const ItfClaim& claim);

} // namespace muster::checker
