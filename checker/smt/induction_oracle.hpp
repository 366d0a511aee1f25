#pragma once

#include "checker/engines/induction.hpp"
#include "checker/eval/state.hpp"
#include "checker/smt/footprint.hpp"
#include "checker/smt/relevance.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Answers many questions about one system: whether a formula holds at the start, and whether every
/// step keeps it from any state in which a changing set of formulas holds. Every step is encoded
/// once, and each of its paths has a solver of its own that stays. Nothing here is a proof that
/// anybody sees: what was found with it is proved again by `prove_by_induction`.
///
/// Without Z3 in its interface.
namespace muster::checker::smt {

/// A formula that the oracle knows; the numbers count from 0.
using FormulaNumber = std::size_t;

/// A state that satisfies all assumptions and the formula itself, from which a step breaks the
/// formula; or an initial state that breaks it. It is read from the solver's model and may be
/// unreachable; where the encoding is weaker than the evaluator, it may also be no such state.
struct OracleCounterexample {
    std::optional<std::uint32_t> step; // into TransitionSystem::steps; none: the start
    std::size_t way = 0;               // through the step: for `kept_on_way`
    Universe universe;
    State state;
    /// What the formula says of the state after the step, in terms of the one before it, together
    /// with what the step asks before it goes this way: roughly its weakest precondition.
    Footprint cone;
};

struct OracleAnswer {
    enum class Kind { kept, broken, unknown };
    Kind kind = Kind::kept;
    /// Where it is broken, unless the model could not be read.
    std::optional<OracleCounterexample> counterexample;
    /// Why nothing is known, or what breaks it, in words.
    std::string reason;
};

/// A set of states: those in which all literals hold for some values of the variables.
struct Cube {
    std::vector<spec::LocalId> variables;
    std::vector<spec::ExprId> literals;
};

/// Whether a cube is reached.
struct CubeAnswer {
    /// Kept out, reached, or unknown.
    OracleAnswer::Kind kind = OracleAnswer::Kind::kept;
    /// Where it is reached, unless the model could not be read: the state before, or the initial
    /// state. Its cone is empty.
    std::optional<OracleCounterexample> before;
    /// Where it is not: literals that are enough for that, as places in the cube.
    std::set<std::size_t> needed;
    std::string reason;
};

/// A universe, and what the functions and constants are in it: they satisfy the axioms. Nothing
/// else is set in the state.
struct Interpretation {
    Universe universe;
    State state;
};

struct OracleOptions {
    unsigned timeout_ms = 1000; // for one query; a second try with another seed has as long
    unsigned seed = 0;
    /// Asked between queries; true ends a question with an unknown.
    std::function<bool()> out_of_time{};
};

class InductionOracle {
public:
    /// The system and its spec outlive the oracle. `relevance` covers every formula to come.
    InductionOracle(const TransitionSystem& system, Relevance relevance, OracleOptions options);
    ~InductionOracle();
    InductionOracle(const InductionOracle&) = delete;
    InductionOracle& operator=(const InductionOracle&) = delete;

    /// Makes a formula over one state known. Throws `Unsupported` if it has no encoding.
    FormulaNumber add_state_formula(spec::ExprId body);
    /// Makes a formula over two states known, as of a step property.
    FormulaNumber add_step_formula(spec::ExprId body);
    /// That no two equal messages of this kind are in flight. Nothing where it is not tracked
    /// whether the message is in flight.
    std::optional<FormulaNumber> add_never_twice(spec::MessageId message);

    /// That the state is an initial one: to be assumed, not to be asked about. Nothing where proofs
    /// do not understand the start.
    std::optional<FormulaNumber> add_start();

    /// From now on the formula, which is over one state, is assumed before every step.
    void assume(FormulaNumber formula);
    /// The opposite. Costs a new solver for every path.
    void retract(FormulaNumber formula);

    /// Whether every initial state satisfies it; a formula over two states always does.
    OracleAnswer holds_at_start(FormulaNumber formula);
    enum class Models { wanted, unwanted };
    /// Whether every step keeps it, if it, all assumptions and the other formulas, which are over
    /// one state, hold before.
    OracleAnswer kept_by_steps(FormulaNumber formula,
                               Models models = Models::wanted,
                               const std::vector<FormulaNumber>& also = {});

    /// The same for the one way through a step that a counterexample took, which is no older than
    /// what is assumed.
    OracleAnswer
    kept_on_way(FormulaNumber formula, std::size_t way, const std::vector<FormulaNumber>& also);

    /// Whether some initial state is in the cube.
    CubeAnswer reached_at_start(const Cube& cube);
    /// Whether some step leads into the cube from a state outside of it in which all assumptions
    /// and the other formulas hold. That it is outside is for the caller to say among the latter;
    /// steps that change nothing that the cube speaks of are not asked.
    /// With little, an unknown is not asked again, and no state is read.
    enum class Effort { full, little };
    CubeAnswer reached_by_steps(const Cube& cube,
                                const std::vector<FormulaNumber>& also,
                                Effort effort = Effort::full);

    /// Universes with these sizes of the sorts, each with what constants and functions may be
    /// there: different ones, as long as the solver finds more.
    std::vector<Interpretation> interpretations(const std::vector<std::uint32_t>& sort_sizes,
                                                std::size_t count);

    [[nodiscard]] std::size_t queries() const;
    /// What the solver has done until now, by its own count: about as many milliseconds on an idle
    /// machine, and the same for the same questions on every machine.
    [[nodiscard]] unsigned effort_ms() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace muster::checker::smt
