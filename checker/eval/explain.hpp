#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/trace/element_names.hpp"

#include <string>

namespace muster::checker {

/// What of a formula that is false in a state makes it so, in the words of the spec: `highest` is
/// 1. Looks into conjunctions and negations; empty if there is nothing plain to say. The names that
/// occur free in it are bound in the interpreter.
std::string explain_false(const spec::TypedSpec& spec,
                          spec::ExprId formula,
                          const State& state,
                          Interpreter& interpreter,
                          ElementNames& names);

} // namespace muster::checker
