#include "checker/infer/lemma_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::checker::infer {

using smt::InductionOracle;
using smt::OracleAnswer;

namespace {

constexpr std::size_t kTrials = 24;    // candidates that are tried on the oracle at once
constexpr std::size_t kMoreStates = 4; // of one failing path, to tell candidates apart
constexpr std::size_t kProbes = 8;     // candidates that are asked for them

} // namespace

/// Integers that count something else than what the properties speak of, as milliseconds, come
/// after the rest. Longer clauses and conclusions with `exists` are tried only where there is
/// nothing simpler.
std::optional<Clause> LemmaChoice::clause_against(const Goal& goal,
                                                  smt::OracleCounterexample& counterexample,
                                                  const std::string& reason) {
    struct Attempt {
        Tier tier;
        std::size_t literals;
    };

    way_ = counterexample.way;
    add_state(counterexample);
    if (auto preferred = preferred_against(goal)) {
        return preferred;
    }
    GroundStates& excluded = *counterexamples_.back();
    for (const Attempt attempt : {Attempt{Tier::to_the_point, 3},
                                  Attempt{Tier::universal, 3},
                                  Attempt{Tier::existential, 3},
                                  Attempt{Tier::universal, 5}}) {
        if (attempt.tier == Tier::to_the_point && is_everything_to_the_point()) {
            continue;
        }
        const std::vector<Clause> candidates =
            finder_.find(excluded, allowed(counterexample.cone, attempt.tier), attempt.literals);
        context_.tell_log([&] {
            return fmt::format("{}: {} ({} candidates of {} literals{})",
                               goals_.name_of(goal),
                               reason,
                               candidates.size(),
                               attempt.literals,
                               attempt.tier == Tier::existential ? ", with exists" : "");
        });
        auto best = choose(goal, candidates);
        if (best || context_.out_of_time()) {
            return best;
        }
    }
    return std::nullopt;
}

bool LemmaChoice::is_everything_to_the_point() const {
    return std::none_of(context_.predicates.begin(),
                        context_.predicates.end(),
                        [](const Predicate& each) { return each.counts_something_else; });
}

/// One that excludes the newest state: if there is, one with which the same path breaks the goal no
/// more.
std::optional<Clause> LemmaChoice::preferred_against(const Goal& goal) {
    std::optional<Clause> first;
    for (const Clause& clause : preferred_) {
        if (goals_.is_lemma(clause) || goals_.is_banned(clause) ||
            !counterexamples_.back()->refutes(clause, 0)) {
            continue;
        }
        first = first ? first : clause;
        const auto formula = goals_.formula_of_clause(clause);
        if (formula && context_.oracle.kept_on_way(goal.formula, way_, {*formula}).kind ==
                           OracleAnswer::Kind::kept) {
            return clause;
        }
    }
    return first;
}

/// The predicates that speak of nothing but what a step depends on, ghosts, and what never
/// changes.
std::vector<bool> LemmaChoice::allowed(const Footprint& cone, Tier tier) const {
    std::vector<bool> result;
    const auto is_in = [&](const Footprint& reads) {
        return std::all_of(reads.variables.begin(),
                           reads.variables.end(),
                           [&](spec::VariableId id) {
                               return cone.variables.contains(id) ||
                                      context_.spec.variable(id).kind == spec::VariableKind::ghost;
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
    for (const Predicate& predicate : context_.predicates) {
        result.push_back(is_in(predicate.reads) && !predicate.is_derived &&
                         !(tier == Tier::to_the_point && predicate.counts_something_else) &&
                         (tier == Tier::existential || !predicate.is_projection));
    }
    return result;
}

/// How many of the states that had to be excluded so far the clause excludes.
std::size_t LemmaChoice::excluded_by(const Clause& clause) {
    return static_cast<std::size_t>(
        std::count_if(counterexamples_.begin(), counterexamples_.end(), [&](const auto& each) {
            return each->refutes(clause, 0);
        }));
}

/// One that every step keeps as things stand, if there is one; else the best by rank.
std::optional<Clause> LemmaChoice::choose(const Goal& goal, const std::vector<Clause>& candidates) {
    std::vector<Candidate> entries;
    for (const Clause& clause : candidates) {
        if (!goals_.is_banned(clause) && !goals_.is_lemma(clause)) {
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
    if (fallback == entries.end() || context_.out_of_time()) {
        return std::nullopt;
    }
    return *fallback->clause;
}

const Candidate* LemmaChoice::first_kept(std::vector<Candidate>& entries) {
    for (std::size_t i = 0; i < entries.size() && i < kTrials && !context_.out_of_time(); ++i) {
        if (!make_known(entries[i])) {
            continue;
        }
        const auto kind =
            context_.oracle.kept_by_steps(entries[i].formula, InductionOracle::Models::unwanted)
                .kind;
        context_.tell_log([&] {
            return fmt::format("  {}: {}",
                               kind == OracleAnswer::Kind::kept ? "kept" : "not kept",
                               context_.text_of(*entries[i].clause));
        });
        if (kind == OracleAnswer::Kind::kept) {
            return &entries[i];
        }
        entries[i].is_unknown = kind == OracleAnswer::Kind::unknown;
    }
    return nullptr;
}

/// False if it is no lemma: proofs do not understand it, or it does not hold at the start.
bool LemmaChoice::make_known(Candidate& entry) {
    if (entry.is_known) {
        return true;
    }
    if (goals_.is_banned(*entry.clause)) {
        return false;
    }
    const auto formula = goals_.formula_of_clause(*entry.clause);
    if (!formula || context_.oracle.holds_at_start(*formula).kind == OracleAnswer::Kind::broken) {
        goals_.ban(*entry.clause);
        return false;
    }
    entry.formula = *formula;
    return entry.is_known = true;
}

/// A clause may exclude one state for a reason that has nothing to do with the goal. So more
/// states are asked for from which the same path breaks it: each time one that the best
/// candidate does not exclude. To miss a few of them is as bad as one literal more.
void LemmaChoice::look_around(const Goal& goal, std::vector<Candidate>& entries) {
    for (std::size_t states = 0, probes = 0; states < kMoreStates && probes < kProbes; ++probes) {
        const auto next = std::find_if(entries.begin(), entries.end(), [](const Candidate& entry) {
            return !entry.is_probed;
        });
        if (next == entries.end() || context_.out_of_time()) {
            return;
        }
        next->is_probed = true;
        if (!make_known(*next)) {
            entries.erase(next);
            continue;
        }
        OracleAnswer answer = context_.oracle.kept_on_way(goal.formula, way_, {next->formula});
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

void LemmaChoice::add_state(smt::OracleCounterexample& counterexample) {
    std::vector<State> states;
    states.push_back(std::move(counterexample.state));
    counterexamples_.emplace_back(std::make_unique<GroundStates>(
        context_.spec, context_.predicates, std::move(counterexample.universe), std::move(states)));
}

} // namespace muster::checker::infer
