#pragma once

#include "spec/types/typed_spec.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace muster::checker {

/// Where the truth of a quantified formula can change as the integers of one binder do: at integers
/// that the formula can come across, moved by what it adds to them. A quantifier over all integers
/// then need only try these points.
///
/// Of nested binders the outer ones need more points around each integer, because what the inner
/// ones say may depend on how far two integers are from each other.
struct IntegerPoints {
    std::set<std::int64_t> literals;
    /// What is added to every integer that occurs, ascending; 0 and neighbours included.
    std::vector<std::int64_t> offsets;
    /// What the formula reads and may hold integers.
    std::set<spec::VariableId> variables;
    std::set<spec::MessageId> messages;
    std::set<spec::TimerId> timers;
    std::set<spec::ConstId> constants;
    std::set<spec::FunctionId> functions;
    std::set<spec::LocalId> locals; // bound outside of the formula
    /// Whether the points are enough: false where the formula calculates with more than literals.
    bool exact = true;
    /// The integers of the universe are all that can be tried: functions have no values at others,
    /// and containers of many integers would be too many.
    bool of_universe_only = false;
};

/// The points for one binder of a quantifier or comprehension, which ranges over all values of a
/// type that holds integers. Of a comprehension they are never enough.
IntegerPoints integer_points(const spec::TypedSpec& spec,
                             const spec::typed::Expr& expr,
                             const spec::typed::Binder& binder);

/// Whether this binder ranges over all values of a type that holds integers.
bool ranges_over_integers(const spec::TypedSpec& spec, const spec::typed::Binder& binder);

/// What the binders bind that range over integers in a formula and the defs that it calls.
std::set<spec::LocalId> integer_binders(const spec::TypedSpec& spec, spec::ExprId formula);

} // namespace muster::checker
