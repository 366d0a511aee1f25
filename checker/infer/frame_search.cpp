#include "checker/infer/frame_search.hpp"

#include "checker/infer/state_literals.hpp"
#include "checker/smt/unsupported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace muster::checker::infer {

using smt::CubeAnswer;
using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

namespace {

constexpr std::size_t kMaxFrames = 30;
constexpr std::size_t kMaxDepth = 60;       // states before states
constexpr std::size_t kMaxAssumedWidth = 6; // variables of a diagram that is assumed not to hold

} // namespace

class FrameSearch::Run {
public:
    explicit Run(FrameSearch& search)
        : search_(search) {}

    FrameSearchResult run(const std::vector<FormulaNumber>& goals) {
        for (last_ = 1; last_ <= kMaxFrames; ++last_) {
            if (!block_what_breaks(goals)) {
                return std::move(result_);
            }
            if (propagate()) {
                result_.outcome = FrameSearchResult::Outcome::found;
                return std::move(result_);
            }
        }
        result_.reason = fmt::format("no lemmas after {} frames", kMaxFrames);
        return std::move(result_);
    }

private:
    /// Holds in all frames up to its level.
    struct Lemma {
        Clause clause;
        FormulaNumber formula = 0;
        std::size_t level = 0;
    };

    std::vector<FormulaNumber> frame(std::size_t level) const {
        std::vector<FormulaNumber> result;
        for (const Lemma& lemma : lemmas_) {
            if (lemma.level >= level) {
                result.push_back(lemma.formula);
            }
        }
        return result;
    }

    /// Nothing more breaks the goals from the last frame afterwards; false if that cannot be had.
    bool block_what_breaks(const std::vector<FormulaNumber>& goals) {
        for (std::size_t g = 0; g < goals.size();) {
            OracleAnswer answer = search_.oracle_.kept_by_steps(
                goals[g], InductionOracle::Models::wanted, frame(last_));
            if (answer.kind == OracleAnswer::Kind::kept) {
                ++g;
                continue;
            }
            if (!answer.counterexample) {
                return give_up(answer.reason);
            }
            if (!block(*answer.counterexample, last_, 0)) {
                return false;
            }
        }
        return true;
    }

    bool give_up(std::string reason) {
        result_.outcome = FrameSearchResult::Outcome::unknown;
        result_.reason = std::move(reason);
        return false;
    }

    bool there_is_none(const std::string& why) {
        log([&] { return "frames: " + why; });
        result_.outcome = FrameSearchResult::Outcome::no_universal_lemmas;
        result_.reason = why;
        return false;
    }

    template <class Text>
    void log(const Text& text) const {
        if (search_.options_.log) {
            search_.options_.log(text());
        }
    }

    /// Adds a clause that excludes the state to all frames up to the level.
    bool block(smt::OracleCounterexample& counterexample, std::size_t level, std::size_t depth) {
        if (search_.options_.out_of_time() || depth > kMaxDepth) {
            return give_up("out of time");
        }
        const Clause diagram = diagram_of(counterexample);
        if (is_refuted(diagram)) {
            return there_is_none("a reached state looks the same");
        }
        const CubeAnswer start = search_.oracle_.reached_at_start(cube_of(diagram));
        if (start.kind == OracleAnswer::Kind::broken) {
            return there_is_none("an initial state looks the same");
        }
        if (start.kind == OracleAnswer::Kind::unknown) {
            return give_up(start.reason);
        }
        std::set<std::size_t> needed = start.needed;
        if (level > 0) {
            const auto core = needed_against_steps(diagram, level, depth);
            if (!core) {
                return false;
            }
            needed.insert(core->begin(), core->end());
        }
        return add_lemma(diagram, needed, level);
    }

    /// Blocks every state from which a step leads into the diagram; then, the literals that are
    /// enough to keep all steps out.
    std::optional<std::set<std::size_t>>
    needed_against_steps(const Clause& diagram, std::size_t level, std::size_t depth) {
        const smt::Cube cube = cube_of(diagram);
        std::vector<FormulaNumber> outside; // one or none
        if (diagram.variables.size() <= kMaxAssumedWidth) {
            outside.push_back(search_.oracle_.add_state_formula(
                formula_of(search_.builder_, search_.predicates_, diagram)));
        }
        while (true) {
            std::vector<FormulaNumber> before = frame(level - 1);
            before.insert(before.end(), outside.begin(), outside.end());
            CubeAnswer answer = search_.oracle_.reached_by_steps(cube, before);
            if (answer.kind == OracleAnswer::Kind::kept) {
                return std::move(answer.needed);
            }
            if (answer.kind == OracleAnswer::Kind::unknown && !outside.empty()) {
                outside.clear(); // The question is easier without it, and asks for more.
                continue;
            }
            if (!answer.before) {
                give_up(answer.reason);
                return std::nullopt;
            }
            if (!block(*answer.before, level - 1, depth + 1)) {
                return std::nullopt;
            }
        }
    }

    Clause diagram_of(smt::OracleCounterexample& counterexample) {
        std::vector<State> states;
        states.push_back(std::move(counterexample.state));
        GroundStates state(search_.builder_.spec(),
                           search_.predicates_,
                           std::move(counterexample.universe),
                           std::move(states));
        StateLiterals found =
            false_literals(search_.predicates_, search_.samples_, state, search_.allowed_);
        Clause result;
        for (const StateVariable& variable : found.variables) {
            result.variables.push_back(variable.type);
        }
        result.literals = std::move(found.literals);
        return canonical(result);
    }

    bool is_refuted(const Clause& clause) {
        return std::any_of(search_.samples_.begin(), search_.samples_.end(), [&](auto& sample) {
            return sample.refute(clause).has_value();
        });
    }

    /// The states that the clause excludes.
    smt::Cube cube_of(const Clause& clause) {
        smt::Cube result;
        Exprs values;
        for (const spec::TypeId type : clause.variables) {
            result.variables.push_back(search_.builder_.new_local("element", type));
            values.push_back(search_.builder_.local(result.variables.back()));
        }
        for (const Literal& literal : clause.literals) {
            const Predicate& predicate = search_.predicates_[literal.predicate];
            Exprs arguments;
            for (const std::uint8_t argument : literal.arguments) {
                arguments.push_back(values[argument]);
            }
            spec::ExprId atom = predicate.build(arguments);
            atom = literal.positive ? search_.builder_.negation(atom) : atom;
            if (predicate.guard) {
                atom = search_.builder_.binary(
                    spec::BinaryOp::logical_and, predicate.guard(arguments), atom);
            }
            result.literals.push_back(atom);
        }
        return result;
    }

    static Clause part_of_clause(const Clause& clause, const std::set<std::size_t>& places) {
        Clause result{clause.variables, {}};
        for (const std::size_t place : places) {
            result.literals.push_back(clause.literals[place]);
        }
        return result;
    }

    bool add_lemma(const Clause& diagram, const std::set<std::size_t>& needed, std::size_t level) {
        std::set<std::size_t> chosen = needed;
        // The core may exclude states that are reached later than the frames know.
        for (std::size_t l = 0; l < diagram.literals.size(); ++l) {
            if (is_refuted(part_of_clause(diagram, chosen))) {
                chosen.insert(l);
            }
        }
        for (std::size_t l = diagram.literals.size(); l-- > 0;) {
            if (chosen.contains(l) && chosen.size() > 1 && !search_.options_.out_of_time()) {
                std::set<std::size_t> fewer = chosen;
                fewer.erase(l);
                if (can_be_added(part_of_clause(diagram, fewer), level)) {
                    chosen = std::move(fewer);
                }
            }
        }
        Lemma lemma{canonical(part_of_clause(diagram, chosen)), 0, level};
        lemma.formula = search_.oracle_.add_state_formula(
            formula_of(search_.builder_, search_.predicates_, lemma.clause));
        while (lemma.level < last_ && is_kept(lemma.formula, lemma.level)) {
            ++lemma.level;
        }
        log([&] {
            return fmt::format("frames: a clause of {} literals in frame {} of {}",
                               lemma.clause.literals.size(),
                               lemma.level,
                               last_);
        });
        lemmas_.push_back(std::move(lemma));
        return true;
    }

    bool can_be_added(const Clause& clause, std::size_t level) {
        if (is_refuted(clause)) {
            return false;
        }
        const FormulaNumber formula = search_.oracle_.add_state_formula(
            formula_of(search_.builder_, search_.predicates_, canonical(clause)));
        return search_.oracle_.holds_at_start(formula).kind == OracleAnswer::Kind::kept &&
               (level == 0 || is_kept(formula, level - 1));
    }

    bool is_kept(FormulaNumber formula, std::size_t level) {
        return search_.oracle_
                   .kept_by_steps(formula, InductionOracle::Models::unwanted, frame(level))
                   .kind == OracleAnswer::Kind::kept;
    }

    /// Lifts lemmas to later frames; true when two frames are the same. Then the lemmas of the
    /// later one are in the result.
    bool propagate() {
        for (std::size_t level = 0; level <= last_; ++level) {
            bool all = true;
            for (Lemma& lemma : lemmas_) {
                if (lemma.level != level) {
                    continue;
                }
                if (is_kept(lemma.formula, level)) {
                    ++lemma.level;
                } else {
                    all = false;
                }
            }
            if (all && level > 0) {
                for (const Lemma& lemma : lemmas_) {
                    if (lemma.level > level) {
                        result_.lemmas.push_back(lemma.clause);
                    }
                }
                return true;
            }
        }
        return false;
    }

    FrameSearch& search_;
    std::size_t last_ = 1;
    std::vector<Lemma> lemmas_;
    FrameSearchResult result_;
};

FrameSearch::FrameSearch(smt::InductionOracle& oracle,
                         const ExprBuilder& builder,
                         const std::vector<Predicate>& predicates,
                         std::vector<GroundStates>& samples,
                         FrameSearchOptions options)
    : oracle_(oracle)
    , builder_(builder)
    , predicates_(predicates)
    , samples_(samples)
    , options_(std::move(options)) {
    for (const Predicate& predicate : predicates_) {
        allowed_.push_back(!predicate.is_quantified && !predicate.is_projection &&
                           !predicate.says_of_all && predicate.filled == 0 &&
                           (!predicate.message || predicate.message->is_whole));
    }
}

FrameSearchResult FrameSearch::run(const std::vector<FormulaNumber>& goals) {
    try {
        return Run(*this).run(goals);
    } catch (const smt::Unsupported& unsupported) {
        return {FrameSearchResult::Outcome::unknown,
                {},
                fmt::format("proofs do not understand {}", unsupported.what())};
    }
}

} // namespace muster::checker::infer
