#pragma once

#include "checker/smt/term.hpp"

#include <string>

namespace muster::checker::smt {

/// What a script says of the conjunction of its formulas.
enum class Status { unsatisfiable, unknown };

/// The formulas as an SMT-LIB 2 script: with its declarations, one `assert` each and
/// `(check-sat)`. There is nothing in it that only Z3 knows. It depends on the formulas alone, not
/// on the order in which the context came to know their parts.
std::string portable_text(z3::context& ctx, const Terms& formulas, Status status);

} // namespace muster::checker::smt
