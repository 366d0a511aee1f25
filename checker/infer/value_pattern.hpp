#pragma once

#include "checker/infer/predicate.hpp"

#include <optional>
#include <vector>

namespace muster::checker::infer {

/// A pattern with the types of its slots, which are numbered from 0. Of a row of patterns, those of
/// the row are the parts.
struct SlottedPattern {
    ValuePattern pattern;
    std::vector<spec::TypeId> slots;
};

/// The patterns that tell values of a type apart: a variable for an element of a sort, an integer
/// or a set of elements; every enumerator and truth value; `none` and the patterns of what an
/// option holds; the rows of a record's fields. None for a type that lemmas do not look into.
std::vector<SlottedPattern> patterns_of(const spec::TypedSpec& spec, spec::TypeId type);

/// Every row with each of the patterns behind it. A pattern without a type stands for anything.
std::vector<SlottedPattern> product(const std::vector<SlottedPattern>& rows,
                                    const std::vector<SlottedPattern>& patterns);

spec::ExprId
pattern_expr(const ExprBuilder& builder, const ValuePattern& pattern, const Exprs& arguments);

/// What the slots must be for the value to fit; nothing if it cannot. Slots that are set already
/// must be the same.
bool fits(const ValuePattern& pattern,
          const Value& value,
          std::vector<std::optional<Value>>& slots);

} // namespace muster::checker::infer
