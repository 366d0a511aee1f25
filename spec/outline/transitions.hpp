#pragma once

#include "spec/outline/effects.hpp"
#include "spec/types/typed_spec.hpp"

#include <string>
#include <vector>

namespace muster::spec {

/// One way in which a role steps.
struct Transition {
    std::string event; // `start`, `Acquire`, `either Acquire`, `timer expiry`, `action acquire`
    ExprId guard;      // invalid where there is none
    /// Of a handler with `otherwise`: the guards of the others that take its message.
    bool otherwise = false;
    std::vector<ExprId> other_guards;
    BlockId body;
    bool is_start = false;
    bool is_ignored = false; // the handler says so
    Effects effects;
};

/// All of a role: its start, handlers, timers, lost connections and actions, each in source order.
std::vector<Transition> transitions_of(const TypedSpec& spec, RoleId role);

/// `otherwise`, or the guard as it is written; empty where there is none.
std::string guard_text(const TypedSpec& spec, const Transition& transition);

/// `sets last; sends Granted`, `ignored` or `nothing`.
std::string effects_text(const Transition& transition);

} // namespace muster::spec
