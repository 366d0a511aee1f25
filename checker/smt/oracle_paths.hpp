#pragma once

#include "checker/smt/component_owners.hpp"
#include "checker/smt/encode_step.hpp"
#include "checker/smt/oracle_formulas.hpp"
#include "checker/smt/query.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::checker::smt {

/// One path of a step or of the start, with the solver that stays with it.
struct OraclePath {
    std::optional<std::uint32_t> step; // into TransitionSystem::steps; none: the start
    EventSymbols event;
    Terms facts;
    Path path;
    SymbolicState last; // every changed component has a symbol of its own
    std::set<ComponentId> changed;
    std::map<ComponentId, z3::expr> definitions;
    std::optional<z3::solver> solver{};
    std::size_t assumed = 0; // how many of the assumptions the solver knows
    std::set<ComponentId> defined{};

    [[nodiscard]] bool changes_any_of(const std::set<ComponentId>& components) const;
};

/// The paths of every step and of the start, what is assumed before every step, and the solvers.
class OraclePaths {
public:
    /// Sorts of a counterexample have no more elements if that is easily had.
    static constexpr unsigned kFewElements = 3;

    /// All outlive this.
    OraclePaths(const TransitionSystem& system,
                Vocabulary& vocabulary,
                ExprEncoder& encoder,
                OracleFormulas& formulas,
                const OracleOptions& options);

    void assume(FormulaNumber formula);
    void retract(FormulaNumber formula);

    /// As encoded with what is assumed now: references to paths do not outlive `assume`.
    std::vector<OraclePath>& of_steps();

    std::vector<OraclePath>& of_the_start() { return starts_; }

    /// Why not all steps are among them; empty if they are.
    [[nodiscard]] const std::string& what_is_wrong_with_steps() const { return step_reason_; }

    [[nodiscard]] const std::string& what_is_wrong_with_the_start() const { return start_reason_; }

    /// What the spec calls it.
    [[nodiscard]] std::string name(const OraclePath& path) const;

    [[nodiscard]] const Terms& axioms() const { return axioms_; }

    /// It knows the path, all assumptions, and what these components are after the step.
    z3::solver& solver_of(OraclePath& path, const std::set<ComponentId>& mentions);
    /// Others that know the same. Answers of the second hold for few elements only.
    z3::solver with_another_seed(const z3::solver& solver);
    z3::solver where_sorts_are_small(const z3::solver& solver);
    /// The state before.
    [[nodiscard]] SymbolicState first(const OraclePath& path) const;
    /// That these hold before the step, in which nothing is changed yet.
    Terms holding_before(const OraclePath& path, const std::vector<FormulaNumber>& formulas);

    /// The state before, of a solver that just found one; nothing if it cannot be read: then
    /// `reason` says so. Its cone is empty. It is tried to make every sort have no more than so
    /// many elements.
    std::optional<OracleCounterexample> read_counterexample(OraclePath& path,
                                                            z3::solver& solver,
                                                            unsigned max_elements,
                                                            std::string& reason);
    /// What a formula says of the state after the step, in terms of the one before it, with what
    /// the step asks for.
    Footprint cone(const OraclePath& path, FormulaNumber formula);

private:
    [[nodiscard]] SymbolicState now() const { return SymbolicState(vocabulary_); }

    void encode_steps();
    void encode_one_step(std::uint32_t index);
    void encode_the_start();
    void add_path(std::vector<OraclePath>& paths,
                  std::optional<std::uint32_t> step,
                  const EncodedStep& encoded,
                  const Path& path);
    Terms assumptions_in(const SymbolicState& state);

    void outdate_loops() { loops_are_outdated_ = !loops_.empty(); }

    const TransitionSystem& system_;
    Vocabulary& vocabulary_;
    ExprEncoder& encoder_;
    OracleFormulas& formulas_;
    const OracleOptions& options_;
    ComponentOwners owners_;
    Pruner pruner_;
    Terms axioms_;
    std::vector<FormulaNumber> assumed_;
    std::vector<OraclePath> paths_;
    std::vector<OraclePath> starts_;
    std::set<std::uint32_t> loops_; // the steps with a loop in order
    bool loops_are_outdated_ = false;
    std::string step_reason_;
    std::string start_reason_;
};

} // namespace muster::checker::smt
