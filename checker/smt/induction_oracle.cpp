#include "checker/smt/induction_oracle.hpp"

#include "checker/smt/find_interpretations.hpp"
#include "checker/smt/oracle_cubes.hpp"
#include "checker/smt/oracle_formulas.hpp"
#include "checker/smt/oracle_paths.hpp"
#include "checker/smt/query.hpp"

#include <fmt/format.h>

#include <utility>

namespace muster::checker::smt {

class InductionOracle::Impl {
public:
    Impl(const TransitionSystem& system, Relevance relevance, OracleOptions options)
        : options_(std::move(options))
        , vocabulary_(system, std::move(relevance))
        , encoder_(vocabulary_)
        , formulas_(vocabulary_, encoder_)
        , paths_(system, vocabulary_, encoder_, formulas_, options_) {}

    OracleFormulas& formulas() { return formulas_; }

    OraclePaths& paths() { return paths_; }

    bool is_tracked_in_flight(spec::MessageId message) const {
        return vocabulary_.in_flight(message).has_value();
    }

    std::optional<FormulaNumber> add_start() {
        if (!paths_.what_is_wrong_with_the_start().empty())
            return std::nullopt;
        std::vector<Path> ways;
        for (const OraclePath& path : paths_.of_the_start()) {
            ways.push_back(path.path);
            ways.back().conditions = append(path.facts, path.path.conditions);
        }
        return formulas_.add_start(std::move(ways));
    }

    OracleAnswer holds_at_start(FormulaNumber number) {
        models_ = Models::unwanted;
        also_.clear();
        OracleAnswer result;
        if (formulas_.is_over_two_states(number))
            return result;
        if (!paths_.what_is_wrong_with_the_start().empty())
            return {unknown, std::nullopt, paths_.what_is_wrong_with_the_start()};
        for (OraclePath& path : paths_.of_the_start()) {
            result = ask(path, number);
            if (result.kind != OracleAnswer::Kind::kept)
                return result;
        }
        return result;
    }

    OracleAnswer
    kept_by_steps(FormulaNumber number, Models models, const std::vector<FormulaNumber>& also) {
        models_ = models;
        also_ = also;
        if (!paths_.what_is_wrong_with_steps().empty())
            return {unknown, std::nullopt, paths_.what_is_wrong_with_steps()};
        std::vector<OraclePath>& paths = paths_.of_steps();
        OracleAnswer result;
        // What broke the last formula is the likeliest to break the next.
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const std::size_t at = (first_ + i) % paths.size();
            if (!paths[at].changes_any_of(formulas_.mentions(number)))
                continue;
            result = ask(paths[at], number);
            if (result.kind != OracleAnswer::Kind::kept) {
                first_ = at;
                return result;
            }
        }
        return result;
    }

    OracleAnswer
    kept_on_way(FormulaNumber number, std::size_t way, const std::vector<FormulaNumber>& also) {
        models_ = Models::wanted;
        also_ = also;
        std::vector<OraclePath>& paths = paths_.of_steps();
        return way < paths.size() ? ask(paths[way], number) : OracleAnswer{};
    }

    CubeAnswer reached_at_start(const Cube& cube) {
        if (!paths_.what_is_wrong_with_the_start().empty())
            return {unknown, std::nullopt, {}, paths_.what_is_wrong_with_the_start()};
        std::size_t first = 0;
        return CubeQuestion(
                   vocabulary_, formulas_, paths_, cube, {}, Effort::full, options_.timeout_ms)
            .ask(paths_.of_the_start(), first, options_.out_of_time, queries_);
    }

    CubeAnswer
    reached_by_steps(const Cube& cube, const std::vector<FormulaNumber>& also, Effort effort) {
        if (!paths_.what_is_wrong_with_steps().empty())
            return {unknown, std::nullopt, {}, paths_.what_is_wrong_with_steps()};
        return CubeQuestion(vocabulary_, formulas_, paths_, cube, also, effort, options_.timeout_ms)
            .ask(paths_.of_steps(), first_, options_.out_of_time, queries_);
    }

    std::vector<Interpretation> interpretations(const std::vector<std::uint32_t>& sort_sizes,
                                                std::size_t count) {
        return find_interpretations(
            vocabulary_, paths_.axioms(), {sort_sizes, count, options_.seed});
    }

    [[nodiscard]] std::size_t queries() const { return queries_; }

    /// Z3 counts for everything in the context together, so any solver knows it.
    unsigned effort_ms() {
        if (!any_solver_)
            any_solver_.emplace(vocabulary_.ctx(), z3::solver::simple());
        const z3::stats numbers = any_solver_->statistics();
        for (unsigned i = 0; i < numbers.size(); ++i) {
            if (numbers.key(i) == "rlimit count")
                return numbers.uint_value(i) / kCountsPerMs;
        }
        return 0;
    }

private:
    static constexpr OracleAnswer::Kind unknown = OracleAnswer::Kind::unknown;

    OracleAnswer ask(OraclePath& path, FormulaNumber number) {
        if (options_.out_of_time && options_.out_of_time())
            return {unknown, std::nullopt, "out of time"};
        try {
            return ask_solver(path, number);
        } catch (const z3::exception& error) {
            path.solver.reset();
            return {unknown,
                    std::nullopt,
                    fmt::format("the solver gave up on {} ({})", paths_.name(path), error.msg())};
        }
    }

    OracleAnswer ask_solver(OraclePath& path, FormulaNumber number) {
        z3::solver& solver = paths_.solver_of(path, formulas_.mentions(number));
        const Terms question = breaks(path, number);
        ++queries_;
        solver.push();
        for (const z3::expr& term : question)
            solver.add(term);
        const z3::check_result result = smt::check(solver);
        OracleAnswer answer;
        if (result == z3::sat)
            answer = broken(path, number, solver);
        else if (result == z3::unknown)
            answer = ask_again(path, number, solver);
        solver.pop();
        return answer;
    }

    /// That the formula holds before, with what else is assumed, and not afterwards.
    Terms breaks(const OraclePath& path, FormulaNumber number) {
        const SymbolicState first = paths_.first(path);
        const bool is_over_two_states = formulas_.is_over_two_states(number);
        Terms result = path.step ? paths_.holding_before(path, also_) : Terms();
        Terms facts;
        if (path.step && !is_over_two_states)
            result.push_back(formulas_.encode(number, std::nullopt, first, facts));
        const auto before = is_over_two_states ? std::optional(first) : std::nullopt;
        result.push_back(negation(formulas_.encode(number, before, path.last, facts)));
        return append(std::move(result), facts);
    }

    /// An unknown is asked twice more, on solvers of their own: where sorts have few elements,
    /// which finds most counterexamples that there are, and with another seed.
    OracleAnswer ask_again(OraclePath& path, FormulaNumber number, z3::solver& solver) {
        const std::string reason = solver.reason_unknown();
        z3::solver small = paths_.where_sorts_are_small(solver);
        if (smt::check(small) == z3::sat)
            return broken(path, number, small);
        z3::solver other = paths_.with_another_seed(solver);
        const z3::check_result result = smt::check(other);
        if (result == z3::sat)
            return broken(path, number, other);
        if (result == z3::unsat)
            return {};
        return {unknown,
                std::nullopt,
                fmt::format("the solver gave up on {} ({})", paths_.name(path), reason)};
    }

    OracleAnswer broken(OraclePath& path, FormulaNumber number, z3::solver& solver) {
        OracleAnswer answer{OracleAnswer::Kind::broken,
                            std::nullopt,
                            fmt::format("not kept by {}", paths_.name(path))};
        if (models_ == Models::unwanted)
            return answer;
        answer.counterexample =
            paths_.read_counterexample(path, solver, OraclePaths::kFewElements, answer.reason);
        if (answer.counterexample)
            answer.counterexample->cone = paths_.cone(path, number);
        return answer;
    }

    OracleOptions options_;
    Vocabulary vocabulary_;
    ExprEncoder encoder_;
    OracleFormulas formulas_;
    OraclePaths paths_;
    std::size_t first_ = 0; // the path that is asked first
    Models models_ = Models::wanted;
    std::vector<FormulaNumber> also_; // assumed for the question that is being asked
    std::size_t queries_ = 0;
    std::optional<z3::solver> any_solver_; // only to be asked for numbers
};

InductionOracle::InductionOracle(const TransitionSystem& system,
                                 Relevance relevance,
                                 OracleOptions options)
    : impl_(std::make_unique<Impl>(system, std::move(relevance), std::move(options))) {}

InductionOracle::~InductionOracle() = default;

FormulaNumber InductionOracle::add_state_formula(spec::ExprId body) {
    return impl_->formulas().add(body, false);
}

FormulaNumber InductionOracle::add_step_formula(spec::ExprId body) {
    return impl_->formulas().add(body, true);
}

std::optional<FormulaNumber> InductionOracle::add_never_twice(spec::MessageId message) {
    if (!impl_->is_tracked_in_flight(message))
        return std::nullopt;
    return impl_->formulas().add_never_twice(message);
}

std::optional<FormulaNumber> InductionOracle::add_start() {
    return impl_->add_start();
}

void InductionOracle::assume(FormulaNumber formula) {
    impl_->paths().assume(formula);
}

void InductionOracle::retract(FormulaNumber formula) {
    impl_->paths().retract(formula);
}

OracleAnswer InductionOracle::holds_at_start(FormulaNumber formula) {
    return impl_->holds_at_start(formula);
}

OracleAnswer InductionOracle::kept_by_steps(FormulaNumber formula,
                                            Models models,
                                            const std::vector<FormulaNumber>& also) {
    return impl_->kept_by_steps(formula, models, also);
}

OracleAnswer InductionOracle::kept_on_way(FormulaNumber formula,
                                          std::size_t way,
                                          const std::vector<FormulaNumber>& also) {
    return impl_->kept_on_way(formula, way, also);
}

CubeAnswer InductionOracle::reached_at_start(const Cube& cube) {
    return impl_->reached_at_start(cube);
}

CubeAnswer InductionOracle::reached_by_steps(const Cube& cube,
                                             const std::vector<FormulaNumber>& also,
                                             Effort effort) {
    return impl_->reached_by_steps(cube, also, effort);
}

std::vector<Interpretation>
InductionOracle::interpretations(const std::vector<std::uint32_t>& sort_sizes, std::size_t count) {
    return impl_->interpretations(sort_sizes, count);
}

std::size_t InductionOracle::queries() const {
    return impl_->queries();
}

unsigned InductionOracle::effort_ms() const {
    return impl_->effort_ms();
}

} // namespace muster::checker::smt
