#pragma once

#include "spec/parse/builder.hpp"
#include "spec/parse/cst.hpp"

namespace muster::spec::syntax {

/// Decides what an expression in braces is: a set, a map, or one of the three comprehensions.
///
/// A clause `x: T` introduces x. A clause `x in S` introduces x unless an earlier clause of the
/// same comprehension has done so; then it is a condition. A clause in parentheses is always a
/// condition. In `{ x in S | P }` everything behind the bar is a condition.
[[nodiscard]] ast::ExprId resolve_braces(const cst::Braces& braces, Builder& builder);

} // namespace muster::spec::syntax
