#pragma once

#include "checker/eval/state.hpp"

#include <optional>
#include <vector>

namespace muster::checker {

/// The integers that a place may hold: all those of the universe, or a range of its own.
using Integers = std::vector<std::int64_t>;

/// Lists of more values than this are not built: a quantifier over such a type has no use on an
/// instance, and the caller reports it.
inline constexpr std::size_t kMaxValues = 1U << 20U;

/// Every value of a type over a universe, ascending: elements of sorts, enumerators, both truth
/// values, the given integers; options, records, sets and maps of all these; distinct lists as
/// every order of every subset; other lists up to a length, see `longest_list`. Requests range over
/// senders and correlations. Nothing if there are more than kMaxValues.
std::optional<std::vector<Value>> all_values(const spec::TypedSpec& spec,
                                             const Universe& universe,
                                             spec::TypeId type,
                                             const Integers& integers);

/// How long the lists in those values are at most: as long as there are values of their elements,
/// but two at least, so that one can occur twice. None where there are no lists but distinct ones.
std::optional<std::size_t> longest_list(const spec::TypedSpec& spec,
                                        const Universe& universe,
                                        spec::TypeId type,
                                        const Integers& integers);

/// The smallest value of a type: 0, the first element, none, the empty container.
Value default_value(const spec::TypedSpec& spec, spec::TypeId type);

/// Whether `all_values` really is every value of this type on an instance: false where integers
/// occur, or lists that may repeat elements.
bool is_finite(const spec::TypedSpec& spec, spec::TypeId type);

/// Whether integers occur in values of this type.
bool holds_integers(const spec::TypedSpec& spec, spec::TypeId type);

} // namespace muster::checker
