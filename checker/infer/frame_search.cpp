#include "checker/infer/frame_search.hpp"

#include "checker/infer/clause_blocker.hpp"
#include "checker/infer/diagram.hpp"
#include "checker/smt/unsupported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace muster::checker::infer {

using smt::CubeAnswer;
using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

class FrameSearch::Run {
public:
    explicit Run(FrameSearch& search)
        : search_(search)
        , frames_(search.oracle_, search.builder_, search.predicates_)
        , blocker_(search.oracle_,
                   search.builder_,
                   search.predicates_,
                   search.samples_,
                   search.options_.out_of_time) {}

    FrameSearchResult run(const std::vector<FormulaNumber>& goals,
                          const std::vector<FormulaNumber>& hopes) {
        for (const FormulaNumber hope : hopes) {
            frames_.add(hope);
        }
        search([&] { return block_what_breaks(goals); });
        result_.frames = frames_.lemmas();
        return std::move(result_);
    }

    FrameSearchResult exclude(const Universe& universe, const State& state) {
        GroundStates excluded(
            search_.builder_.spec(), search_.predicates_, universe, std::vector<State>{state});
        search([&] {
            smt::OracleCounterexample counterexample;
            counterexample.universe = universe;
            counterexample.state = state;
            return is_excluded(excluded) || block(counterexample, last_, 0);
        });
        result_.frames = frames_.lemmas();
        return std::move(result_);
    }

private:
    /// `block_all` excludes from the last frame what must not be in it; false if that cannot be.
    template <class BlockAll>
    void search(const BlockAll& block_all) {
        if (const auto start = search_.oracle_.add_start()) {
            frames_.set_start(*start);
        }
        frames_.push(0);
        for (last_ = 1; last_ <= search_.options_.max_frames; ++last_) {
            if (!block_all()) {
                return;
            }
            if (const auto same = frames_.push(last_)) {
                result_.outcome = FrameSearchResult::Outcome::found;
                report(*same);
                return;
            }
        }
        give_up(fmt::format("no lemmas after {} frames", search_.options_.max_frames));
    }

    /// What every step keeps, as frames are the same from this one on.
    void report(std::size_t level) {
        for (const FrameLemma& lemma : frames_.lemmas()) {
            if (lemma.level > level && lemma.clause) {
                result_.lemmas.push_back(*lemma.clause);
            } else if (lemma.level > level) {
                result_.kept.push_back(lemma.formula);
            }
        }
    }

    /// By a lemma of the last frame.
    bool is_excluded(GroundStates& state) const {
        return std::any_of(
            frames_.lemmas().begin(), frames_.lemmas().end(), [&](const FrameLemma& lemma) {
                return lemma.level >= last_ && lemma.clause && state.refutes(*lemma.clause, 0);
            });
    }

    /// Nothing more breaks the goals from the last frame afterwards; false if that cannot be had.
    bool block_what_breaks(const std::vector<FormulaNumber>& goals) {
        for (std::size_t g = 0; g < goals.size();) {
            OracleAnswer answer = search_.oracle_.kept_by_steps(
                goals[g], InductionOracle::Models::wanted, frames_.formulas(last_));
            if (answer.kind == OracleAnswer::Kind::kept) {
                ++g;
                continue;
            }
            if (!answer.counterexample) {
                return give_up(answer.reason);
            }
            if (!block(*answer.counterexample, last_, 0)) {
                if (result_.outcome == FrameSearchResult::Outcome::no_such_lemmas) {
                    result_.failed_goal = goals[g];
                }
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

    bool nothing_blocks(const Diagram& diagram, const std::string& why) {
        if (!diagram.is_complete) {
            return give_up("a state is too large to be told from others");
        }
        log([&] { return "frames: " + why; });
        result_.outcome = FrameSearchResult::Outcome::no_such_lemmas;
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
        if (search_.options_.out_of_time()) {
            return give_up("out of time");
        }
        if (depth > search_.options_.max_depth) {
            return give_up(fmt::format("{} states before a state", search_.options_.max_depth));
        }
        const Diagram drawn = diagram_of(counterexample);
        const Clause& diagram = drawn.clause;
        if (blocker_.is_refuted(diagram)) {
            return nothing_blocks(drawn, "a reached state looks the same");
        }
        const CubeAnswer start = blocker_.reached_at_start(diagram);
        if (start.kind == OracleAnswer::Kind::broken) {
            return nothing_blocks(drawn, "an initial state looks the same");
        }
        if (start.kind == OracleAnswer::Kind::unknown) {
            return give_up(start.reason);
        }
        std::set<std::size_t> needed;
        if (level > 0 && !keep_steps_out(diagram, level, depth, needed)) {
            return false;
        }
        level = lifted(diagram, level, needed);
        needed.insert(start.needed.begin(), start.needed.end());
        const Clause clause = blocker_.generalised(frames_, level, diagram, std::move(needed));
        log([&] {
            return fmt::format("frames: a clause of {} literals out of {} in frame {} of {}",
                               clause.literals.size(),
                               diagram.literals.size(),
                               level,
                               last_);
        });
        frames_.add(clause, level);
        return true;
    }

    /// Blocks every state from which a step leads into the diagram. Then `needed` are literals that
    /// are enough to keep all steps out.
    bool keep_steps_out(const Clause& diagram,
                        std::size_t level,
                        std::size_t depth,
                        std::set<std::size_t>& needed) {
        while (true) {
            CubeAnswer answer =
                blocker_.reached_from(frames_, level - 1, diagram, InductionOracle::Effort::full);
            if (answer.kind == OracleAnswer::Kind::kept) {
                needed = std::move(answer.needed);
                return true;
            }
            if (!answer.before) {
                return give_up(answer.reason);
            }
            if (!block(*answer.before, level - 1, depth + 1)) {
                return false;
            }
        }
    }

    /// The highest level at which the diagram can be blocked as the frames are.
    std::size_t lifted(const Clause& diagram, std::size_t level, std::set<std::size_t>& needed) {
        for (; level < last_; ++level) {
            CubeAnswer answer =
                blocker_.reached_from(frames_, level, diagram, InductionOracle::Effort::little);
            if (answer.kind != OracleAnswer::Kind::kept) {
                break;
            }
            needed = std::move(answer.needed);
        }
        return level;
    }

    Diagram diagram_of(smt::OracleCounterexample& counterexample) {
        std::vector<State> states;
        states.push_back(std::move(counterexample.state));
        GroundStates state(search_.builder_.spec(),
                           search_.predicates_,
                           std::move(counterexample.universe),
                           std::move(states));
        return infer::diagram_of(search_.predicates_, search_.samples_, state, search_.allowed_);
    }

    FrameSearch& search_;
    Frames frames_;
    ClauseBlocker blocker_;
    std::size_t last_ = 1;
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
    , options_(std::move(options))
    , allowed_(options_.allowed.empty() ? predicates_of_diagrams(predicates) : options_.allowed) {}

template <class Search>
FrameSearchResult FrameSearch::understood(const Search& search) {
    try {
        return search(Run(*this));
    } catch (const smt::Unsupported& unsupported) {
        return {FrameSearchResult::Outcome::unknown,
                {},
                {},
                {},
                {},
                fmt::format("proofs do not understand {}", unsupported.what())};
    }
}

FrameSearchResult FrameSearch::run(const std::vector<FormulaNumber>& goals,
                                   const std::vector<FormulaNumber>& hopes) {
    return understood([&](Run&& run) { return run.run(goals, hopes); });
}

FrameSearchResult FrameSearch::exclude(const Universe& universe, const State& state) {
    return understood([&](Run&& run) { return run.exclude(universe, state); });
}

} // namespace muster::checker::infer
