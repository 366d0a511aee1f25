#include "checker/infer/lemma_search.hpp"

#include "checker/infer/candidate.hpp"
#include "checker/infer/clause_finder.hpp"
#include "checker/infer/frame_search.hpp"
#include "checker/infer/lemma_text.hpp"
#include "checker/infer/search_scope.hpp"
#include "checker/smt/induction_oracle.hpp"
#include "checker/smt/unsupported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace muster::checker::infer {

using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

namespace {

constexpr std::size_t kTrials = 12;     // candidates that are tried on the oracle at once
constexpr std::size_t kMoreStates = 4;  // of one failing path, to tell candidates apart
constexpr std::size_t kProbes = 8;      // candidates that are asked for them
constexpr std::size_t kMaxRepairs = 40; // lemmas for one formula
constexpr double kGuessShare = 0.6;     // of the time, before frames are searched
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
        , finder_(search.predicates_, samples_, finder_options()) {}

    LemmaSearchResult run() {
        add_goals();
        deadline_ = begin_ + search_.options_.seconds * kGuessShare;
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
        settle();
        if (!was_stopped_) {
            minimise();
        }
        return report();
    }

private:
    enum class Kind { property, never_twice, lemma };

    struct Goal {
        Kind kind = Kind::property;
        std::size_t property = 0;
        Clause clause;
        FormulaNumber formula = 0;
        bool is_understood = true; // by proofs
        bool is_assumed = false;
        bool is_alive = true;
        bool holds_at_start = false;
        bool is_kept = false;
        std::size_t born = 0;       // when it was first assumed
        std::size_t kept_since = 0; // when it was last seen to be kept
        std::size_t repairs = 0;
        std::string reason{};
    };

    /// From counterexamples to induction.
    void guess_lemmas() {
        while (Goal* goal = next_goal()) {
            if (out_of_time()) {
                break;
            }
            work_on(*goal);
        }
    }

    bool is_something_open() const {
        return std::any_of(goals_.begin(), goals_.end(), [](const Goal& goal) {
            return goal.kind == Kind::property && !(goal.is_alive && goal.is_kept);
        });
    }

    /// Where guesses were not enough.
    void search_frames() {
        tell("searching frames");
        log([] { return std::string("frames: begin"); });
        settle();
        std::vector<std::size_t> open;
        std::vector<FormulaNumber> formulas;
        for (std::size_t g = 0; g < goals_.size(); ++g) {
            Goal& goal = goals_[g];
            if (goal.kind != Kind::property || goal.is_alive || !goal.is_understood ||
                oracle_.holds_at_start(goal.formula).kind != OracleAnswer::Kind::kept) {
                continue;
            }
            if (spec_.properties[goal.property].kind != spec::PropertyKind::step) {
                oracle_.assume(goal.formula);
                goal.is_assumed = true;
            }
            open.push_back(g);
            formulas.push_back(goal.formula);
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
        const FrameSearchResult found = frames.run(formulas);
        log([&] {
            return fmt::format("frames: {} lemmas; {}", found.lemmas.size(), found.reason);
        });
        for (const std::size_t g : open) {
            end_frames(goals_[g], found);
        }
        for (const Clause& clause : found.lemmas) {
            Goal lemma;
            lemma.kind = Kind::lemma;
            lemma.clause = clause;
            lemma.formula = *formula_of_clause(clause);
            lemma.holds_at_start = lemma.is_kept = true;
            assume(lemma);
            lemma.kept_since = ++clock_;
            goals_.push_back(std::move(lemma));
        }
    }

    void end_frames(Goal& goal, const FrameSearchResult& found) {
        if (found.outcome == FrameSearchResult::Outcome::found) {
            goal.is_alive = goal.holds_at_start = goal.is_kept = true;
            goal.kept_since = ++clock_;
            return;
        }
        if (found.outcome == FrameSearchResult::Outcome::no_universal_lemmas) {
            goal.reason += ", and no lemma of `forall` alone is enough";
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
        options.out_of_time = [this] {
            return out_of_time();
        };
        return options;
    }

    void take_samples() {
        SampleOptions options;
        options.seed = search_.options_.seed;
        const double until = cpu_now() + search_.options_.seconds / 5;
        options.out_of_time = [this, until] {
            return cpu_now() > until || out_of_time();
        };
        for (Sample& sample : small_samples(search_.system_, oracle_, options)) {
            sampled_ += sample.states.size();
            log([&] { return fmt::format("{} states sampled", sample.states.size()); });
            samples_.emplace_back(
                spec_, search_.predicates_, std::move(sample.universe), std::move(sample.states));
        }
    }

    void add_goals() {
        for (const std::size_t property : search_.properties_) {
            Goal goal;
            goal.property = property;
            try {
                const spec::PropertyInfo& info = spec_.properties[property];
                if (info.kind == spec::PropertyKind::step) {
                    goal.formula = oracle_.add_step_formula(info.body);
                } else {
                    goal.formula = oracle_.add_state_formula(info.body);
                    assume(goal);
                }
            } catch (const smt::Unsupported& unsupported) {
                goal.is_alive = goal.is_understood = false;
                goal.reason = fmt::format("proofs do not understand {}", unsupported.what());
            }
            goals_.push_back(std::move(goal));
        }
        for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
            if (spec_.messages[m].network == spec::NetworkKind::unreliable) {
                continue;
            }
            if (const auto formula = oracle_.add_never_twice(spec::MessageId{m})) {
                Goal goal;
                goal.kind = Kind::never_twice;
                goal.formula = *formula;
                assume(goal);
                goals_.push_back(std::move(goal));
            }
        }
    }

    void assume(Goal& goal) {
        oracle_.assume(goal.formula);
        goal.is_assumed = true;
        goal.born = ++clock_;
    }

    /// The newest lemma first: one that cannot be kept is found out before much rests on it.
    Goal* next_goal() {
        const auto is_open = [](const Goal& goal) {
            return goal.is_alive && !goal.is_kept;
        };
        for (auto it = goals_.rbegin(); it != goals_.rend(); ++it) {
            if (it->kind == Kind::lemma && is_open(*it)) {
                return &*it;
            }
        }
        const auto found = std::find_if(goals_.begin(), goals_.end(), is_open);
        return found == goals_.end() ? nullptr : &*found;
    }

    void work_on(Goal& goal) {
        if (!goal.holds_at_start) {
            const OracleAnswer answer = oracle_.holds_at_start(goal.formula);
            if (answer.kind != OracleAnswer::Kind::kept) {
                give_up(goal, answer.reason);
                return;
            }
            goal.holds_at_start = true;
        }
        OracleAnswer answer = oracle_.kept_by_steps(goal.formula);
        if (answer.kind == OracleAnswer::Kind::kept) {
            goal.is_kept = true;
            goal.kept_since = ++clock_;
            return;
        }
        if (out_of_time()) {
            goal.reason = answer.reason;
            return;
        }
        if (!answer.counterexample || ++goal.repairs > kMaxRepairs) {
            give_up(goal, answer.reason);
            return;
        }
        goal.reason = answer.reason;
        repair(goal, *answer.counterexample, answer.reason);
    }

    void repair(Goal& goal, smt::OracleCounterexample& counterexample, const std::string& reason) {
        if (samples_.empty()) {
            tell("sampling states");
            take_samples();
        }
        way_ = counterexample.way;
        add_state(counterexample);
        const auto best = find_lemma(goal, counterexample.cone, reason);
        if (!best) {
            if (!out_of_time()) {
                give_up(goal, reason);
            }
            return;
        }
        Goal lemma;
        log([&] { return "lemma: " + text_of(*best); });
        lemma.kind = Kind::lemma;
        lemma.clause = *best;
        lemma.formula = *formula_of_clause(*best);
        assume(lemma);
        tell(fmt::format("{} lemmas", lemma_count() + 1));
        goals_.push_back(std::move(lemma)); // ends the life of `goal`
    }

    enum class Tier { universal, existential };

    /// For the newest state to exclude. Longer clauses and conclusions with `exists` are tried only
    /// where there is nothing simpler.
    std::optional<Clause>
    find_lemma(const Goal& goal, const Footprint& cone, const std::string& reason) {
        struct Attempt {
            Tier tier;
            std::size_t literals;
        };

        GroundStates& excluded = *counterexamples_.back();
        for (const Attempt attempt : {Attempt{Tier::universal, 3},
                                      Attempt{Tier::existential, 3},
                                      Attempt{Tier::universal, 5}}) {
            const std::vector<Clause> candidates =
                finder_.find(excluded, allowed(cone, attempt.tier), attempt.literals);
            log([&] {
                return fmt::format("{}: {} ({} candidates of {} literals{})",
                                   name_of(goal),
                                   reason,
                                   candidates.size(),
                                   attempt.literals,
                                   attempt.tier == Tier::existential ? ", with exists" : "");
            });
            const auto best = choose(goal, candidates);
            if (best || out_of_time()) {
                return best;
            }
        }
        return std::nullopt;
    }

    /// The predicates that speak of nothing but what a step depends on, ghosts, and what never
    /// changes.
    std::vector<bool> allowed(const Footprint& cone, Tier tier) const {
        std::vector<bool> result;
        const auto is_in = [&](const Footprint& reads) {
            return std::all_of(reads.variables.begin(),
                               reads.variables.end(),
                               [&](spec::VariableId id) {
                                   return cone.variables.contains(id) ||
                                          spec_.variable(id).kind == spec::VariableKind::ghost;
                               }) &&
                   std::includes(cone.timers.begin(),
                                 cone.timers.end(),
                                 reads.timers.begin(),
                                 reads.timers.end()) &&
                   std::includes(cone.messages.begin(),
                                 cone.messages.end(),
                                 reads.messages.begin(),
                                 reads.messages.end());
        };
        for (const Predicate& predicate : search_.predicates_) {
            result.push_back(is_in(predicate.reads) &&
                             (tier == Tier::existential || !predicate.is_projection));
        }
        return result;
    }

    /// Nothing if proofs do not understand it.
    std::optional<FormulaNumber> formula_of_clause(const Clause& clause) {
        const auto found = formulas_.find(clause);
        if (found != formulas_.end()) {
            return found->second;
        }
        try {
            const FormulaNumber number = oracle_.add_state_formula(
                formula_of(search_.builder_, search_.predicates_, clause));
            formulas_.emplace(clause, number);
            return number;
        } catch (const smt::Unsupported&) {
            return std::nullopt;
        }
    }

    std::string text_of(const Clause& clause) {
        spec::PropertyInfo property;
        property.name = "l";
        property.body = formula_of(search_.builder_, search_.predicates_, clause);
        std::string text = lemma_text(spec_, property);
        std::replace(text.begin(), text.end(), '\n', ' ');
        return text;
    }

    std::string name_of(const Goal& goal) {
        switch (goal.kind) {
        case Kind::property:
            return spec_.properties[goal.property].name;
        case Kind::never_twice:
            return fmt::format("never twice #{}", goal.formula);
        case Kind::lemma:
            break;
        }
        return text_of(goal.clause);
    }

    template <class Text>
    void log(const Text& text) const {
        if (search_.options_.log) {
            search_.options_.log(text());
        }
    }

    /// How many of the states that had to be excluded so far the clause excludes.
    std::size_t excluded_by(const Clause& clause) {
        return static_cast<std::size_t>(
            std::count_if(counterexamples_.begin(), counterexamples_.end(), [&](const auto& each) {
                return each->refutes(clause, 0);
            }));
    }

    /// One that every step keeps as things stand, if there is one; else the best by rank.
    std::optional<Clause> choose(const Goal& goal, const std::vector<Clause>& candidates) {
        std::vector<Candidate> entries;
        for (const Clause& clause : candidates) {
            if (!banned_.contains(clause) && !is_lemma(clause)) {
                entries.push_back({&clause});
                entries.back().excluded_ever = excluded_by(clause);
            }
        }
        std::stable_sort(entries.begin(), entries.end(), is_better);
        if (const Candidate* kept = first_kept(entries)) {
            return *kept->clause;
        }
        look_around(goal, entries);
        const auto fallback = std::find_if(entries.begin(), entries.end(), [&](Candidate& entry) {
            return !entry.is_unknown && make_known(entry);
        });
        if (fallback == entries.end() || out_of_time()) {
            return std::nullopt;
        }
        return *fallback->clause;
    }

    const Candidate* first_kept(std::vector<Candidate>& entries) {
        for (std::size_t i = 0; i < entries.size() && i < kTrials && !out_of_time(); ++i) {
            if (!make_known(entries[i])) {
                continue;
            }
            const auto kind =
                oracle_.kept_by_steps(entries[i].formula, InductionOracle::Models::unwanted).kind;
            log([&] {
                return fmt::format("  {}: {}",
                                   kind == OracleAnswer::Kind::kept ? "kept" : "not kept",
                                   text_of(*entries[i].clause));
            });
            if (kind == OracleAnswer::Kind::kept) {
                return &entries[i];
            }
            entries[i].is_unknown = kind == OracleAnswer::Kind::unknown;
        }
        return nullptr;
    }

    /// False if it is no lemma: proofs do not understand it, or it does not hold at the start.
    bool make_known(Candidate& entry) {
        if (entry.is_known) {
            return true;
        }
        if (banned_.contains(*entry.clause)) {
            return false;
        }
        const auto formula = formula_of_clause(*entry.clause);
        if (!formula || oracle_.holds_at_start(*formula).kind == OracleAnswer::Kind::broken) {
            banned_.insert(*entry.clause);
            return false;
        }
        entry.formula = *formula;
        return entry.is_known = true;
    }

    /// A clause may exclude one state for a reason that has nothing to do with the goal. So more
    /// states are asked for from which the same path breaks it: each time one that the best
    /// candidate does not exclude. To miss a few of them is as bad as one literal more.
    void look_around(const Goal& goal, std::vector<Candidate>& entries) {
        for (std::size_t states = 0, probes = 0; states < kMoreStates && probes < kProbes;
             ++probes) {
            const auto next = std::find_if(entries.begin(),
                                           entries.end(),
                                           [](const Candidate& entry) { return !entry.is_probed; });
            if (next == entries.end() || out_of_time()) {
                return;
            }
            next->is_probed = true;
            if (!make_known(*next)) {
                entries.erase(next);
                continue;
            }
            OracleAnswer answer = oracle_.kept_on_way(goal.formula, way_, {next->formula});
            if (answer.kind == OracleAnswer::Kind::kept) {
                next->closes = true;
                std::stable_sort(entries.begin(), entries.end(), is_better);
                return;
            }
            if (!answer.counterexample) {
                continue;
            }
            ++states;
            add_state(*answer.counterexample);
            for (Candidate& entry : entries) {
                const bool excludes = counterexamples_.back()->refutes(*entry.clause, 0);
                ++(excludes ? entry.excluded_ever : entry.missed);
            }
            std::stable_sort(entries.begin(), entries.end(), is_better);
        }
    }

    void add_state(smt::OracleCounterexample& counterexample) {
        std::vector<State> states;
        states.push_back(std::move(counterexample.state));
        counterexamples_.emplace_back(std::make_unique<GroundStates>(
            spec_, search_.predicates_, std::move(counterexample.universe), std::move(states)));
    }

    bool is_lemma(const Clause& clause) const {
        return std::any_of(goals_.begin(), goals_.end(), [&](const Goal& goal) {
            return goal.kind == Kind::lemma && goal.is_alive && goal.clause == clause;
        });
    }

    std::size_t lemma_count() const {
        return static_cast<std::size_t>(
            std::count_if(goals_.begin(), goals_.end(), [](const Goal& goal) {
                return goal.kind == Kind::lemma && goal.is_alive;
            }));
    }

    /// What was seen to be kept since the goal was assumed may have rested on it.
    void give_up(Goal& goal, const std::string& reason) {
        log([&] { return fmt::format("given up: {} ({})", name_of(goal), reason); });
        goal.is_alive = false;
        goal.reason = reason;
        if (goal.kind == Kind::lemma) {
            banned_.insert(goal.clause);
            ++dropped_;
        }
        withdraw(goal);
    }

    void withdraw(Goal& goal) {
        if (!goal.is_assumed) {
            return;
        }
        oracle_.retract(goal.formula);
        goal.is_assumed = false;
        for (Goal& other : goals_) {
            if (other.kept_since > goal.born) {
                other.is_kept = false;
            }
        }
    }

    /// Without looking for more lemmas: takes away what is not kept until the rest is.
    void settle() {
        while (Goal* goal = next_goal()) {
            const bool at_start =
                goal->holds_at_start ||
                oracle_.holds_at_start(goal->formula).kind == OracleAnswer::Kind::kept;
            const OracleAnswer answer =
                at_start ? oracle_.kept_by_steps(goal->formula, InductionOracle::Models::unwanted)
                         : OracleAnswer{OracleAnswer::Kind::unknown, std::nullopt, ""};
            if (answer.kind == OracleAnswer::Kind::kept) {
                goal->holds_at_start = true;
                goal->is_kept = true;
                goal->kept_since = ++clock_;
            } else {
                give_up(*goal, answer.reason.empty() ? goal->reason : answer.reason);
            }
        }
    }

    /// Takes lemmas away until each one left is needed for some property; the last ones first.
    /// That messages are never in flight twice is worth keeping only where something rests on it.
    void minimise() {
        for (std::size_t i = goals_.size(); i-- > 0 && !out_of_time();) {
            Goal& goal = goals_[i];
            if (goal.kind != Kind::property && goal.is_alive) {
                take_away(goal);
            }
        }
    }

    /// With everything that rests on it, unless a property does: some lemmas keep each other alive.
    void take_away(Goal& first) {
        std::vector<Goal*> taken{&first};
        oracle_.retract(first.formula);
        first.is_alive = false;
        while (Goal* broken = first_broken()) {
            if (broken->kind != Kind::property && !out_of_time()) {
                oracle_.retract(broken->formula);
                broken->is_alive = false;
                taken.push_back(broken);
                continue;
            }
            for (Goal* goal : taken) {
                oracle_.assume(goal->formula);
                goal->is_alive = true;
            }
            return;
        }
        for (Goal* goal : taken) {
            goal->is_assumed = false;
        }
    }

    /// Properties first: one of them decides.
    Goal* first_broken() {
        for (const bool properties : {true, false}) {
            for (Goal& goal : goals_) {
                if (goal.is_alive && (goal.kind == Kind::property) == properties &&
                    oracle_.kept_by_steps(goal.formula, InductionOracle::Models::unwanted).kind !=
                        OracleAnswer::Kind::kept) {
                    return &goal;
                }
            }
        }
        return nullptr;
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
        for (const Goal& goal : goals_) {
            if (goal.kind == Kind::lemma && goal.is_alive) {
                result.lemmas.push_back(goal.clause);
            } else if (goal.kind == Kind::property && goal.is_alive) {
                result.settled.push_back(goal.property);
            } else if (goal.kind == Kind::property) {
                result.open.push_back({goal.property, reason_of(goal)});
            }
        }
        result.queries = oracle_.queries();
        result.samples = sampled_;
        result.counterexamples = counterexamples_.size();
        result.dropped = dropped_;
        return result;
    }

    LemmaSearch& search_;
    spec::TypedSpec& spec_;
    double begin_;
    double deadline_;
    InductionOracle oracle_;
    std::vector<GroundStates> samples_;
    ClauseFinder finder_;
    std::vector<Goal> goals_;
    std::vector<std::unique_ptr<GroundStates>> counterexamples_;
    std::map<Clause, FormulaNumber> formulas_;
    std::set<Clause> banned_;
    std::size_t way_ = 0; // that broke the goal which is worked on
    std::size_t clock_ = 0;
    std::size_t sampled_ = 0;
    std::size_t dropped_ = 0;
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
    predicates_ = make_predicates(builder_, predicate_options(system, relevance));
}

LemmaSearchResult LemmaSearch::run() {
    return Run(*this).run();
}

} // namespace muster::checker::infer
