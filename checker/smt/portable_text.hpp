#pragma once

#include "checker/smt/term.hpp"

#include <string>

namespace muster::checker::smt {

/// Formulas whose conjunction is unsatisfiable, as an SMT-LIB 2 script that says so: with its
/// declarations, one `assert` each and `(check-sat)`. There is nothing in it that only Z3 knows.
std::string portable_text(z3::context& ctx, const Terms& formulas);

} // namespace muster::checker::smt
