#pragma once

#include "checker/explore/reads.hpp"
#include "checker/system/transition_system.hpp"

#include <vector>

namespace muster::checker {

/// What of a system an exploration has to look at, given what it checks.
///
/// Slicing never changes how a step is computed; it only forgets part of the state afterwards, so
/// that states that differ in nothing relevant become one. Why that is sound:
///
/// * A role is forgotten when no checked formula looks at it and it cannot influence a role that is
///   kept: nothing that it sends reaches one, or it is arbitrary, and then whatever it sends may
///   arrive anyway. Steps of different processes touch different variables, so the runs of the
///   kept roles are the same with and without it. A forgotten role that draws `fresh` elements
///   would only leave fewer of them to the others.
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
/// Obligations (no unhandled message, nothing undefined) are kept for the roles that are kept.
struct Slice {
    struct MessageRule {
        bool deliverable = false; // recorded whole
        bool observed = false;    // recorded if a pattern could match it
        std::vector<bool> keep_field;
        bool keep_from = false;
        bool keep_to = false;
        std::vector<const spec::typed::MessagePattern*> patterns;

        /// By receiving handler: what of a delivered message matters.
        std::vector<bool> field_is_read;
        bool sender_is_read = false;
        bool correlation_is_read = false;
    };

    std::vector<bool> keep_role;
    std::vector<bool> keep_variable;
    std::vector<bool> keep_function; // its interpretation is told apart
    std::vector<MessageRule> messages;
};

enum class Obligations {
    of_kept_roles, // those of a role that is forgotten are not looked at
    of_all_roles,  // no role is forgotten
};

/// Keeps everything.
Slice whole(const TransitionSystem& system);

/// Keeps what these formulas (indices into the spec's properties) need.
Slice slice_for(const TransitionSystem& system,
                const std::vector<std::size_t>& formulas,
                const std::vector<spec::VariableBound>& bounds,
                std::int64_t correlations,
                Obligations obligations);

} // namespace muster::checker
