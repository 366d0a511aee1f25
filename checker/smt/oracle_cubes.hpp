#pragma once

#include "checker/smt/oracle_paths.hpp"

namespace muster::checker::smt {

/// Whether paths lead into a cube. Each literal is switched by a constant of its own, so that
/// the solver says which of them it needed.
class CubeQuestion {
public:
    using Effort = InductionOracle::Effort;

    /// All outlive this. The formulas of `also` hold before the steps.
    CubeQuestion(Vocabulary& vocabulary,
                 OracleFormulas& formulas,
                 OraclePaths& paths,
                 const Cube& cube,
                 const std::vector<FormulaNumber>& also,
                 Effort effort,
                 unsigned timeout_ms);

    /// Of the first path that does, or of all together. The one at `first` is asked first; then it
    /// is the one that did. `queries` counts those of the solver; `out_of_time` may be empty.
    CubeAnswer ask(std::vector<OraclePath>& paths,
                   std::size_t& first,
                   const std::function<bool()>& out_of_time,
                   std::size_t& queries);

private:
    using Kind = OracleAnswer::Kind;

    Kind ask_one(OraclePath& path);
    Kind ask_switched(OraclePath& path, z3::solver& solver, const z3::expr_vector& switches);
    Kind add_core(const z3::solver& solver, const z3::expr_vector& switches);
    Kind add_model(OraclePath& path, z3::solver& solver, const z3::expr_vector& switches);

    Vocabulary& vocabulary_;
    OracleFormulas& formulas_;
    OraclePaths& paths_;
    const Cube& cube_;
    const std::vector<FormulaNumber>& also_;
    Effort effort_;
    unsigned timeout_ms_; // for one query
    std::set<ComponentId> mentions_;
    CubeAnswer answer_;
};

} // namespace muster::checker::smt
