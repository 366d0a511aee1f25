#include "checker/infer/inductive_subset.hpp"

namespace muster::checker::infer {

using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

std::vector<FormulaNumber> inductive_subset(InductionOracle& oracle,
                                            std::vector<FormulaNumber> formulas,
                                            const std::function<bool()>& out_of_time) {
    // An answer that the end of the time kept back refutes nothing.
    const auto is_refuted = [&](const OracleAnswer& answer) {
        return answer.kind == OracleAnswer::Kind::broken ||
               (answer.kind == OracleAnswer::Kind::unknown && !out_of_time());
    };
    std::erase_if(formulas, [&](FormulaNumber formula) {
        return !out_of_time() && is_refuted(oracle.holds_at_start(formula));
    });
    for (const FormulaNumber formula : formulas) {
        oracle.assume(formula);
    }
    const auto retract_all = [&](const std::vector<FormulaNumber>& all) {
        for (const FormulaNumber formula : all) {
            oracle.retract(formula);
        }
    };
    // What is not kept although all of them are assumed is not kept when fewer are: so those of
    // one round go together, which spares new solvers for each.
    for (;;) {
        std::vector<FormulaNumber> broken;
        std::vector<FormulaNumber> kept;
        for (const FormulaNumber formula : formulas) {
            const bool is_broken =
                !out_of_time() &&
                is_refuted(oracle.kept_by_steps(formula, InductionOracle::Models::unwanted));
            (is_broken ? broken : kept).push_back(formula);
        }
        retract_all(broken);
        formulas = std::move(kept);
        if (broken.empty() || out_of_time()) {
            retract_all(formulas);
            return formulas;
        }
    }
}

} // namespace muster::checker::infer
