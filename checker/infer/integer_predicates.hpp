#pragma once

#include "checker/infer/term_predicates.hpp"

#include <vector>

namespace muster::checker::infer {

/// Whether integers are compared with variables too.
enum class IntegerVariables { none, some };

/// Adds comparisons of integers that count the same: of the terms with each other, with variables
/// and with 0.
void add_integer_predicates(ExprBuilder& builder,
                            TermPredicates& sink,
                            const std::vector<Term>& terms,
                            IntegerVariables variables);

} // namespace muster::checker::infer
