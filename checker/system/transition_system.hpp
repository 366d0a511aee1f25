#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>
#include <vector>

namespace muster::checker {

enum class StepKind {
    deliver, // a message reaches a handler of the role
    fire,    // an armed timer of the role fires
    act,     // the role runs one of its actions
    crash,   // a process of the role crashes and restarts
    stop,    // a process of the role stops for ever
};

/// One kind of step that the model can take, for any process of the role and any values of the
/// parameters.
struct Step {
    StepKind kind;
    spec::RoleId role;
    /// Into the role's `handlers`, `timer_handlers` or `actions`; 0 for a fault.
    std::uint32_t index = 0;
    /// How reports name it: `JoinGroup`, `JoinGroup otherwise`, `session`, `lead`, `crash server`.
    std::string name;
    spec::Span span;
};

/// Which properties are checked together: those with the same list of faults left out.
struct PropertyGroup {
    std::vector<spec::FaultInfo> without;
    /// Into `spec.properties`; invariants, lemmas, steps and covers (axioms hold in every group).
    std::vector<std::size_t> properties;
};

/// A spec seen as a set of states and steps, under some of its faults.
///
/// The meaning of a state and of a step is that of the language reference: a state has a value for
/// every variable of every process, the set of messages sent, the armed timers and the values
/// used by `fresh`. A message is handled by the handler whose guard holds; `otherwise` stands for
/// the negation of the guards of the message's other handlers in the role.
struct TransitionSystem {
    const spec::TypedSpec* spec = nullptr; // outlives the system
    std::vector<spec::FaultInfo> faults;   // those of this model
    std::vector<Step> steps;               // in source order, faults last

    [[nodiscard]] bool has_fault(spec::FaultKind kind, spec::RoleId role) const;

    /// Whether any message declared from this role may arrive at any time with any fields.
    [[nodiscard]] bool is_arbitrary(spec::RoleId role) const {
        return has_fault(spec::FaultKind::arbitrary, role);
    }
};

/// The spec's properties, grouped; the group without exceptions comes first if there is one, the
/// others in source order.
std::vector<PropertyGroup> group_properties(const spec::TypedSpec& spec);

/// The system under the spec's faults without the given ones.
TransitionSystem lower(const spec::TypedSpec& spec, const std::vector<spec::FaultInfo>& without);

} // namespace muster::checker
