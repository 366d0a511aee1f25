#include "checker/infer/lemma_search.hpp"

#include "checker/infer/derived_clauses.hpp"
#include "checker/infer/derived_lemmas.hpp"
#include "checker/infer/frame_search.hpp"
#include "checker/infer/lemma_choice.hpp"
#include "checker/infer/lemma_goals.hpp"
#include "checker/infer/search_context.hpp"
#include "checker/infer/search_scope.hpp"
#include "checker/smt/induction_oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace muster::checker::infer {

using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

namespace {

constexpr std::size_t kMaxRepairs = 40; // lemmas for one formula
constexpr double kDeriveShare = 0.2;    // of the time, for what follows from the shape of the spec
constexpr double kMinimiseShare = 0.3;  // of the time, after the search
constexpr double kWindDownSeconds = 3;  // after somebody asked for an end

double cpu_now() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

} // namespace

class LemmaSearch::Run {
public:
    explicit Run(LemmaSearch& search)
        : search_(search)
        , spec_(search.spec_)
        , begin_(cpu_now())
        , deadline_(begin_ + search.options_.seconds)
        , oracle_(search.system_,
                  relevance_for(search.system_, search.properties_),
                  {search.options_.timeout_ms,
                   static_cast<unsigned>(search.options_.seed),
                   [this] {
                       return out_of_time();
                   }})
        , context_{search.spec_,
                   search.builder_,
                   search.predicates_,
                   oracle_,
                   [this] { return out_of_time(); },
                   search.options_.log}
        , goals_(context_)
        , choice_(context_, goals_, samples_, finder_options()) {}

    LemmaSearchResult run() {
        for (const std::size_t property : search_.properties_) {
            goals_.add_property(property);
        }
        goals_.add_never_twice();
        deadline_ = begin_ + search_.options_.seconds * search_.options_.guess_share;
        guess_lemmas();
        deadline_ = begin_ + search_.options_.seconds;
        if (is_something_open() && !out_of_time()) {
            search_frames();
        }
        was_stopped_ = is_stopped();
        was_late_ = cpu_now() > deadline_;
        deadline_ = cpu_now() + (was_stopped_ ? std::min(kWindDownSeconds, minimise_seconds())
                                              : minimise_seconds());
        tell("leaving out what is not needed");
        goals_.settle();
        if (!was_stopped_) {
            goals_.minimise();
        }
        return report();
    }

private:
    /// From counterexamples to induction.
    void guess_lemmas() {
        while (Goal* goal = goals_.next_open()) {
            if (out_of_time()) {
                break;
            }
            work_on(*goal);
        }
    }

    bool is_something_open() const {
        return std::any_of(goals_.all().begin(), goals_.all().end(), [](const Goal& goal) {
            return goal.kind == GoalKind::property && !(goal.is_alive && goal.is_kept);
        });
    }

    /// Where guesses were not enough.
    void search_frames() {
        tell("searching frames");
        context_.tell_log([] { return std::string("frames: begin"); });
        goals_.settle();
        const std::vector<Goal*> open = given_up(true);
        const std::vector<Goal*> hopeful = given_up(false);
        for (Goal* goal : open) {
            if (spec_.properties[goal->property].kind != spec::PropertyKind::step) {
                oracle_.assume(goal->formula);
                goal->is_assumed = true;
            }
        }
        if (samples_.empty()) {
            take_samples();
        }
        FrameSearchOptions options;
        options.out_of_time = [this] {
            return out_of_time();
        };
        options.log = search_.options_.log;
        FrameSearch frames(oracle_, search_.builder_, search_.predicates_, samples_, options);
        const FrameSearchResult found = frames.run(formulas_of(open), formulas_of(hopeful));
        context_.tell_log([&] {
            return fmt::format("frames: {} lemmas; {}", found.lemmas.size(), found.reason);
        });
        for (Goal* goal : open) {
            end_frames(*goal, found);
        }
        for (Goal* goal : hopeful) {
            if (std::find(found.kept.begin(), found.kept.end(), goal->formula) !=
                found.kept.end()) {
                goal->is_alive = goal->holds_at_start = true;
                goals_.assume(*goal);
                goals_.note_kept(*goal);
            }
        }
        for (const Clause& clause : found.lemmas) {
            goals_.add_kept_lemma(clause);
        }
    }

    /// The properties that may still be proved, or what may be kept after all with lemmas for them.
    std::vector<Goal*> given_up(bool properties) {
        std::vector<Goal*> result;
        for (Goal& goal : goals_.all()) {
            if (!goal.is_alive && goal.is_understood &&
                (goal.kind == GoalKind::property) == properties &&
                oracle_.holds_at_start(goal.formula).kind == OracleAnswer::Kind::kept) {
                result.push_back(&goal);
            }
        }
        return result;
    }

    static std::vector<FormulaNumber> formulas_of(const std::vector<Goal*>& goals) {
        std::vector<FormulaNumber> result;
        for (const Goal* goal : goals) {
            result.push_back(goal->formula);
        }
        return result;
    }

    void end_frames(Goal& goal, const FrameSearchResult& found) {
        if (found.outcome == FrameSearchResult::Outcome::found) {
            goal.is_alive = goal.holds_at_start = true;
            goals_.note_kept(goal);
            return;
        }
        if (found.failed_goal == goal.formula) {
            goal.reason += "; to every lemma that frames can say, a reached state looks like one "
                           "that leads there";
        }
        if (goal.is_assumed) {
            oracle_.retract(goal.formula);
            goal.is_assumed = false;
        }
    }

    bool is_stopped() const {
        return search_.options_.stop != nullptr && search_.options_.stop->requested();
    }

    /// What was found when somebody asked for an end is still put in order.
    bool out_of_time() const { return cpu_now() > deadline_ || (is_stopped() && !was_stopped_); }

    double minimise_seconds() const { return search_.options_.seconds * kMinimiseShare; }

    void tell(const std::string& what) const {
        if (search_.options_.progress) {
            search_.options_.progress(what);
        }
    }

    FinderOptions finder_options() {
        FinderOptions options;
        options.seed = search_.options_.seed;
        options.max_clauses = 2 * options.max_clauses;
        options.out_of_time = [this] {
            return out_of_time();
        };
        return options;
    }

    std::vector<bool> tracked_messages() const {
        const smt::Relevance relevance = relevance_for(search_.system_, search_.properties_);
        std::vector<bool> result;
        for (const smt::TrackedMessage& message : relevance.messages) {
            result.push_back(message.tracked);
        }
        return result;
    }

    void take_samples() {
        SampleOptions options;
        options.seed = search_.options_.seed;
        options.messages = tracked_messages();
        const double until = cpu_now() + search_.options_.seconds / 5;
        options.out_of_time = [this, until] {
            return cpu_now() > until || out_of_time();
        };
        for (Sample& sample : small_samples(search_.system_, oracle_, options)) {
            sampled_ += sample.states.size();
            context_.tell_log(
                [&] { return fmt::format("{} states sampled", sample.states.size()); });
            samples_.emplace_back(
                spec_, search_.predicates_, std::move(sample.universe), std::move(sample.states));
        }
    }

    void derive() {
        const double until = cpu_now() + search_.options_.seconds * kDeriveShare;
        const auto is_late = [this, until] {
            return cpu_now() > until || out_of_time();
        };
        choice_.prefer(keep_derived(context_, goals_, choice_.finder(), search_.derived_, is_late));
    }

    void work_on(Goal& goal) {
        if (!goal.holds_at_start) {
            const OracleAnswer answer = oracle_.holds_at_start(goal.formula);
            if (answer.kind != OracleAnswer::Kind::kept) {
                goals_.give_up(goal, answer.reason);
                return;
            }
            goal.holds_at_start = true;
        }
        OracleAnswer answer = oracle_.kept_by_steps(goal.formula);
        if (answer.kind == OracleAnswer::Kind::kept) {
            goals_.note_kept(goal);
            return;
        }
        if (out_of_time()) {
            goal.reason = answer.reason;
            return;
        }
        if (!answer.counterexample || ++goal.repairs > kMaxRepairs) {
            goals_.give_up(goal, answer.reason);
            return;
        }
        goal.reason = answer.reason;
        repair(goal, *answer.counterexample, answer.reason);
    }

    void repair(Goal& goal, smt::OracleCounterexample& counterexample, const std::string& reason) {
        if (samples_.empty()) {
            tell("sampling states");
            take_samples();
            tell("looking at what statements record");
            derive();
        }
        const auto best = choice_.clause_against(goal, counterexample, reason);
        if (!best) {
            if (!out_of_time()) {
                goals_.give_up(goal, reason);
            }
            return;
        }
        context_.tell_log([&] { return "lemma: " + context_.text_of(*best); });
        tell(fmt::format("{} lemmas", goals_.lemma_count() + 1));
        goals_.add_lemma(*best); // ends the life of `goal`
    }

    std::string reason_of(const Goal& goal) const {
        if (was_stopped_ || was_late_) {
            return fmt::format("{} when the time was over",
                               goal.reason.empty() ? "open" : goal.reason);
        }
        return goal.reason;
    }

    LemmaSearchResult report() {
        LemmaSearchResult result;
        for (const Goal& goal : goals_.all()) {
            if (goal.kind == GoalKind::lemma && goal.is_alive) {
                result.lemmas.push_back(goal.clause);
            } else if (goal.kind == GoalKind::property && goal.is_alive) {
                result.settled.push_back(goal.property);
            } else if (goal.kind == GoalKind::property) {
                result.open.push_back({goal.property, reason_of(goal)});
            }
        }
        result.queries = oracle_.queries();
        result.samples = sampled_;
        result.counterexamples = choice_.counterexamples();
        result.dropped = goals_.dropped();
        return result;
    }

    LemmaSearch& search_;
    spec::TypedSpec& spec_;
    double begin_;
    double deadline_;
    InductionOracle oracle_;
    std::vector<GroundStates> samples_;
    SearchContext context_;
    LemmaGoals goals_;
    LemmaChoice choice_;
    std::size_t sampled_ = 0;
    bool was_stopped_ = false;
    bool was_late_ = false;
};

LemmaSearch::LemmaSearch(spec::TypedSpec& spec,
                         const TransitionSystem& system,
                         std::vector<std::size_t> properties,
                         LemmaSearchOptions options)
    : spec_(spec)
    , system_(system)
    , properties_(std::move(properties))
    , options_(std::move(options))
    , builder_(spec) {
    const smt::Relevance relevance = relevance_for(system, properties_);
    const PredicateOptions vocabulary = predicate_options(system, relevance);
    predicates_ = make_predicates(builder_, vocabulary);
    derived_ = derive_clauses(builder_, system, vocabulary, predicates_);
}

LemmaSearchResult LemmaSearch::run() {
    return Run(*this).run();
}

} // namespace muster::checker::infer
