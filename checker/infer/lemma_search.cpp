#include "checker/infer/lemma_search.hpp"

#include "checker/infer/clause_finder.hpp"
#include "checker/infer/lemma_text.hpp"
#include "checker/infer/sample_states.hpp"
#include "checker/infer/value_pattern.hpp"
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

constexpr std::size_t kTrials = 12;          // candidates that are tried on the oracle at once
constexpr std::size_t kMaxRepairs = 40;      // lemmas for one formula
constexpr std::size_t kInterpretations = 10; // of each size of the sorts
constexpr double kMinimiseShare = 0.3;       // of the time, after the search

double cpu_now() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// What the properties depend on, with everything that lemmas may say of it.
smt::Relevance relevance_for(const TransitionSystem& system,
                             const std::vector<std::size_t>& properties) {
    const spec::TypedSpec& spec = *system.spec;
    smt::Relevance relevance = smt::find_relevance(system, properties);
    for (std::size_t m = 0; m < relevance.messages.size(); ++m) {
        smt::TrackedMessage& message = relevance.messages[m];
        if (!message.tracked) {
            continue;
        }
        message.from = message.to = true;
        for (std::size_t f = 0; f < message.fields.size(); ++f) {
            message.fields[f] =
                message.fields[f] || !patterns_of(spec, spec.messages[m].fields[f].type).empty();
        }
    }
    return relevance;
}

PredicateOptions predicate_options(const TransitionSystem& system,
                                   const smt::Relevance& relevance) {
    PredicateOptions options;
    options.roles = relevance.roles;
    for (std::size_t m = 0; m < relevance.messages.size(); ++m) {
        const smt::TrackedMessage& message = relevance.messages[m];
        const bool arbitrary = system.is_arbitrary(system.spec->messages[m].from);
        options.messages.push_back(message.tracked && !arbitrary);
        options.history.push_back(message.history);
    }
    return options;
}

} // namespace

class LemmaSearch::Run {
public:
    explicit Run(LemmaSearch& search)
        : search_(search)
        , spec_(search.spec_)
        , deadline_(cpu_now() + search.options_.seconds)
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
        while (Goal* goal = next_goal()) {
            if (out_of_time()) {
                break;
            }
            work_on(*goal);
        }
        deadline_ = cpu_now() + search_.options_.seconds * kMinimiseShare;
        tell("leaving out what is not needed");
        settle();
        minimise();
        return report();
    }

private:
    enum class Kind { property, never_twice, lemma };

    struct Goal {
        Kind kind = Kind::property;
        std::size_t property = 0;
        Clause clause;
        FormulaNumber formula = 0;
        bool is_assumed = false;
        bool is_alive = true;
        bool holds_at_start = false;
        bool is_kept = false;
        std::size_t born = 0;       // when it was first assumed
        std::size_t kept_since = 0; // when it was last seen to be kept
        std::size_t repairs = 0;
        std::string reason{};
    };

    bool out_of_time() const { return cpu_now() > deadline_; }

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
        std::vector<smt::Interpretation> interpretations;
        const bool is_open = !spec_.functions.empty() || !spec_.constants.empty();
        for (const std::uint32_t size : {1U, 2U, 3U}) {
            const std::vector<std::uint32_t> sizes(spec_.sorts.size(), size);
            auto found = oracle_.interpretations(sizes, is_open ? kInterpretations : 1);
            log([&] { return fmt::format("{} interpretations of size {}", found.size(), size); });
            std::move(found.begin(), found.end(), std::back_inserter(interpretations));
        }
        SampleOptions options;
        options.seed = search_.options_.seed;
        const double until = cpu_now() + search_.options_.seconds / 5;
        options.out_of_time = [until] {
            return cpu_now() > until;
        };
        for (Sample& sample : sample_states(search_.system_, interpretations, options)) {
            sampled_ += sample.states.size();
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
                goal.is_alive = false;
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
        repair(goal, *answer.counterexample, answer.reason);
    }

    void repair(Goal& goal, smt::OracleCounterexample& counterexample, const std::string& reason) {
        if (samples_.empty()) {
            tell("sampling states");
            take_samples();
        }
        std::vector<State> states;
        states.push_back(std::move(counterexample.state));
        counterexamples_.emplace_back(std::make_unique<GroundStates>(
            spec_, search_.predicates_, std::move(counterexample.universe), std::move(states)));
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

        for (const Attempt attempt : {Attempt{Tier::universal, 3},
                                      Attempt{Tier::existential, 3},
                                      Attempt{Tier::universal, 5}}) {
            const std::vector<Clause> candidates = finder_.find(
                *counterexamples_.back(), allowed(cone, attempt.tier), attempt.literals);
            log([&] {
                return fmt::format("{}: {} ({} candidates of {} literals{})",
                                   name_of(goal),
                                   reason,
                                   candidates.size(),
                                   attempt.literals,
                                   attempt.tier == Tier::existential ? ", with exists" : "");
            });
            const auto best = choose(candidates);
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
    std::optional<Clause> choose(const std::vector<Clause>& candidates) {
        struct Entry {
            const Clause* clause;
            std::size_t literals;
            std::size_t excluded;
        };

        std::vector<Entry> entries;
        for (const Clause& clause : candidates) {
            if (!banned_.contains(clause) && !is_lemma(clause)) {
                entries.push_back({&clause, clause.literals.size(), excluded_by(clause)});
            }
        }
        std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
            return a.literals != b.literals ? a.literals < b.literals : a.excluded > b.excluded;
        });
        std::optional<Clause> fallback;
        for (std::size_t i = 0; i < entries.size() && i < kTrials && !out_of_time(); ++i) {
            const Clause& clause = *entries[i].clause;
            const auto formula = formula_of_clause(clause);
            if (!formula || oracle_.holds_at_start(*formula).kind == OracleAnswer::Kind::broken) {
                banned_.insert(clause);
                continue;
            }
            const auto kind =
                oracle_.kept_by_steps(*formula, InductionOracle::Models::unwanted).kind;
            log([&] {
                return fmt::format("  {} excludes {}: {}",
                                   kind == OracleAnswer::Kind::kept ? "kept" : "not kept",
                                   entries[i].excluded,
                                   text_of(clause));
            });
            if (kind == OracleAnswer::Kind::kept) {
                return clause;
            }
            if (kind == OracleAnswer::Kind::broken && !fallback) {
                fallback = clause;
            }
        }
        return fallback;
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

    /// Takes lemmas away until each one left is needed for something else; the last ones first.
    void minimise() {
        bool changed = true;
        while (changed) {
            changed = false;
            for (std::size_t i = goals_.size(); i-- > 0 && !out_of_time();) {
                Goal& goal = goals_[i];
                if (goal.kind != Kind::lemma || !goal.is_alive) {
                    continue;
                }
                oracle_.retract(goal.formula);
                if (is_needed(goal)) {
                    oracle_.assume(goal.formula);
                } else {
                    goal.is_alive = goal.is_assumed = false;
                    changed = true;
                }
            }
        }
    }

    bool is_needed(const Goal& goal) {
        return std::any_of(goals_.begin(), goals_.end(), [&](const Goal& other) {
            return &other != &goal && other.is_alive &&
                   oracle_.kept_by_steps(other.formula, InductionOracle::Models::unwanted).kind !=
                       OracleAnswer::Kind::kept;
        });
    }

    LemmaSearchResult report() {
        LemmaSearchResult result;
        for (const Goal& goal : goals_) {
            if (goal.kind == Kind::lemma && goal.is_alive) {
                result.lemmas.push_back(goal.clause);
            } else if (goal.kind == Kind::property && goal.is_alive) {
                result.settled.push_back(goal.property);
            } else if (goal.kind == Kind::property) {
                result.open.push_back({goal.property, goal.reason});
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
    double deadline_;
    InductionOracle oracle_;
    std::vector<GroundStates> samples_;
    ClauseFinder finder_;
    std::vector<Goal> goals_;
    std::vector<std::unique_ptr<GroundStates>> counterexamples_;
    std::map<Clause, FormulaNumber> formulas_;
    std::set<Clause> banned_;
    std::size_t clock_ = 0;
    std::size_t sampled_ = 0;
    std::size_t dropped_ = 0;
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
