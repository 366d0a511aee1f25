#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace muster::checker {

enum class StepKind {
    deliver, // a message reaches a handler of the role
    fire,    // an armed timer of the role fires
    act,     // the role runs one of its actions
    crash,   // a process of the role crashes and restarts
    stop,    // a process of the role stops for ever
    lose,    // the network loses a message
    cut,     // the connection between a process of the role and one of a peer is cut
};

/// `deliver`, `fire`, `act`, `crash`, `stop`, `lose`, `cut`.
std::string_view word(StepKind kind);

/// One kind of step that the model can take, for any process of the role and any values of the
/// parameters.
struct Step {
    StepKind kind;
    /// Whose process steps; of a lost message the addressee; of a cut the role with the smaller
    /// number.
    spec::RoleId role;
    /// Into the role's `handlers`, `timer_handlers` or `actions`; 0 for a fault or the network.
    std::uint32_t index = 0;
    /// How reports name it: `JoinGroup`, `JoinGroup otherwise`, `session`, `lead`, `crash server`,
    /// `lose JoinGroup`, `cut client and server`.
    std::string name;
    spec::Span span{};         // empty for a loss
    spec::MessageId message{}; // that is lost; invalid otherwise
    spec::RoleId peer{};       // at the other end of a cut; invalid otherwise
};

/// Whether an unreliable message may vanish. It need not where whatever was sent can be delivered
/// for ever after; an instance that bounds the messages in flight lets them vanish.
enum class Vanishing { never, possible };

Vanishing vanishing_on(const spec::InstanceInfo& instance);

/// Whether all of these faults are among those left out.
[[nodiscard]] bool leaves_out_all(const std::vector<spec::FaultInfo>& without,
                                  const std::vector<spec::FaultInfo>& faults);

/// Which properties are checked together: those with the same list of faults left out.
struct PropertyGroup {
    std::vector<spec::FaultInfo> without;
    /// Into `spec.properties`; invariants, lemmas, steps and covers (axioms hold in every group).
    std::vector<std::size_t> properties;
};

/// A spec seen as a set of states and steps, under some of its faults.
///
/// The meaning of a state and of a step is that of the language reference: a state has a value for
/// every variable of every process, the messages sent and those in flight, the armed timers, the
/// processes that have stopped and the values used by `fresh`. A message is handled by a handler
/// whose guard holds: by the only one, or by any one of several that are all marked `either`, and
/// each of these is a step of its own. `otherwise` stands for the negation of the guards of the
/// message's other handlers in the role. A timer fires only where every timing assumption about it
/// holds. A process that has stopped takes no step and runs no handler; what is in flight to it can
/// still be lost or cut.
///
/// A cut takes everything in flight between two processes away, in both directions, and then runs
/// `on lost` at both ends that have such a handler, the end of `Step::role` first (of two processes
/// of one role the one with the smaller index). It is possible at any time. The connection of a
/// process with itself can be cut too; its handler runs once.
struct TransitionSystem {
    const spec::TypedSpec* spec = nullptr; // outlives the system
    std::vector<spec::FaultInfo> faults;   // those of this model
    /// Those of roles in source order, then faults, losses in the order of the messages, and cuts.
    std::vector<Step> steps;

    [[nodiscard]] bool has_fault(spec::FaultKind kind, spec::RoleId role) const;

    /// The spec's faults that are not part of this model.
    [[nodiscard]] std::vector<spec::FaultInfo> faults_left_out() const;

    /// Whether any message declared from this role may arrive at any time with any fields.
    [[nodiscard]] bool is_arbitrary(spec::RoleId role) const {
        return has_fault(spec::FaultKind::arbitrary, role);
    }
};

/// The role's handler for a cut from a process of the peer; null if there is none.
const spec::LostHandler*
lost_handler(const spec::TypedSpec& spec, spec::RoleId role, spec::RoleId peer);

/// The spec's properties, grouped; the group without exceptions comes first if there is one, the
/// others in source order.
std::vector<PropertyGroup> group_properties(const spec::TypedSpec& spec);

/// The same for who looks at steps that go wrong, too. That none does is owed under all faults,
/// whatever the properties say, so there is always a group without exceptions; it may be empty.
std::vector<PropertyGroup> groups_with_obligations(const spec::TypedSpec& spec);

/// Those groups that have one of these properties, by name; without names, all of the above.
std::vector<PropertyGroup> selected_groups(const spec::TypedSpec& spec,
                                           const std::vector<std::string>& properties);

/// The system under the spec's faults without the given ones. Messages that may vanish come after
/// every other step, so that the numbers of those are the same with and without them.
TransitionSystem lower(const spec::TypedSpec& spec,
                       const std::vector<spec::FaultInfo>& without,
                       Vanishing vanishing = Vanishing::never);

} // namespace muster::checker
