#pragma once

#include "checker/eval/network.hpp"
#include "checker/explore/reads.hpp"
#include "checker/system/transition_system.hpp"

#include <utility>
#include <vector>

namespace muster::checker {

/// What of a system an exploration has to look at, given what it checks.
///
/// Slicing never changes how a step is computed; it only forgets part of the state afterwards, so
/// that states that differ in nothing relevant become one. Why that is sound:
///
/// * A role is forgotten when no checked formula looks at it and it cannot influence a role that is
///   kept: nothing that it sends reaches one, or it is arbitrary, and then whatever it sends may
///   arrive anyway; and no timing assumption about a timer of a kept role looks at it. Steps of
///   different processes touch different variables, so the runs of the kept roles are the same with
///   and without it. A forgotten role that draws `fresh` elements would only leave fewer of them to
///   the others.
/// * A variable is forgotten when no guard, condition, loop, choice, timer, recorded message,
///   operation that could go wrong, or checked formula depends on it, directly or through other
///   variables. Two states that differ only in forgotten variables then have the same steps, and
///   the same formulas hold in them.
/// * A sent message is recorded when it can be delivered to a kept role, or when a checked formula
///   could match it. Of a message that is only looked at by formulas, parts that no formula
///   mentions are blanked.
/// * Of two arbitrary messages that differ only in fields that their handlers never read, one is
///   enough. Elements that `fresh` draws are an exception, because a delivery marks them as used.
///
/// A loss, cut or stop that only touches what is forgotten leaves a state as it is. Such steps
/// still count for step formulas; see `forgets_steps`.
///
/// Obligations (no unhandled message, nothing undefined) are kept for the roles that are kept.
struct Slice {
    struct MessageRule {
        bool deliverable = false; // recorded whole while it can be delivered
        bool observed = false;    // that it was sent is recorded if a pattern could match it
        std::vector<bool> keep_field;
        bool keep_from = false;
        bool keep_to = false;
        std::vector<const spec::typed::MessagePattern*> patterns;

        /// By receiving handler: what of a delivered message matters.
        std::vector<bool> field_is_read;
        bool sender_is_read = false;
        bool correlation_is_read = false;

        /// Records what this pattern looks at.
        void observe(const spec::typed::MessagePattern& pattern);

        bool operator==(const MessageRule&) const = default;
    };

    std::vector<bool> keep_role;
    std::vector<bool> keep_variable;
    std::vector<bool> keep_function; // its interpretation is told apart
    std::vector<bool> keep_stopped;  // by role: which of its processes have stopped
    std::vector<MessageRule> messages;
    std::vector<std::pair<spec::RoleId, spec::RoleId>> cuts; // those that are looked at

    [[nodiscard]] bool keeps_cut(const Step& step) const;
    [[nodiscard]] bool forgets_roles() const;
    /// Whether the whole system has steps that are not looked at because they change nothing of
    /// what is recorded.
    [[nodiscard]] bool forgets_steps(const TransitionSystem& system) const;

    bool operator==(const Slice&) const = default;
};

enum class Slicing { on, off };

enum class Obligations {
    of_kept_roles, // those of a role that is forgotten are not looked at
    of_all_roles,  // no role is forgotten
};

/// Keeps everything, except that a message which can be lost and was sent is recorded only while it
/// is in flight and where some property or timing assumption of the spec could match it.
Slice whole(const TransitionSystem& system, const Universe& universe);

/// Keeps what these formulas (indices into the spec's properties) need.
Slice slice_for(const TransitionSystem& system,
                const std::vector<std::size_t>& formulas,
                const std::vector<spec::VariableBound>& bounds,
                const Universe& universe,
                Obligations obligations);

/// Keeps what these formulas need where every step counts that fairness may ask for. What the roles
/// `heard` send themselves is kept as well where it could also be made up. Which processes have
/// stopped is kept.
Slice slice_for_fairness(const TransitionSystem& system,
                         const std::vector<spec::ExprId>& formulas,
                         const std::vector<spec::RoleId>& heard,
                         const std::vector<spec::VariableBound>& bounds,
                         const Universe& universe);

/// What a search with these options, a struct with `slicing`, `properties`, `covers` and
/// `obligations`, has to look at.
template <class SearchOptions>
Slice slice_of(const TransitionSystem& system,
               const spec::InstanceInfo& instance,
               const Universe& universe,
               const SearchOptions& options) {
    if (options.slicing == Slicing::off) {
        return whole(system, universe);
    }
    std::vector<std::size_t> formulas = options.properties;
    formulas.insert(formulas.end(), options.covers.begin(), options.covers.end());
    return slice_for(system, formulas, instance.variables, universe, options.obligations);
}

} // namespace muster::checker
