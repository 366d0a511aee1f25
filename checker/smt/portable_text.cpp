#include "checker/smt/portable_text.hpp"

namespace muster::checker::smt {

std::string portable_text(z3::context& ctx, const Terms& formulas, Status status) {
    std::vector<Z3_ast> assumptions(formulas.begin(), formulas.end());
    const char* text =
        Z3_benchmark_to_smtlib_string(ctx,
                                      "",
                                      "ALL",
                                      status == Status::unsatisfiable ? "unsat" : "unknown",
                                      "",
                                      static_cast<unsigned>(assumptions.size()),
                                      assumptions.data(),
                                      truth(ctx, true));
    ctx.check_error();
    const std::string script = text;
    // The first line is a comment with the name, which is empty.
    const std::size_t begin = script.find("(set-info");
    return begin == std::string::npos ? script : script.substr(begin);
}

} // namespace muster::checker::smt
