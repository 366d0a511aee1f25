#include "checker/infer/state_excluder.hpp"

#include "checker/infer/backward_search.hpp"
#include "checker/infer/frame_search.hpp"
#include "checker/infer/inductive_subset.hpp"
#include "checker/infer/search_scope.hpp"
#include "checker/smt/unsupported.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace muster::checker::infer {

using smt::FormulaNumber;
using smt::InductionOracle;
using smt::OracleAnswer;

namespace {

// Of the solver: about as many milliseconds on an idle machine.
constexpr unsigned kQueryEffort = 200;
constexpr unsigned kStandingEffort = 400; // for the candidates of one state
constexpr unsigned kBackwardEffort = 500; // for what comes before one state
constexpr unsigned kFramesEffort = 1000;  // for frames, where that was not enough
constexpr unsigned kNeededEffort = 200;   // for leaving out what is not needed
constexpr unsigned kEnoughEffort = 300;   // for asking what lemmas are good for
constexpr unsigned kAllEffort = 6000;     // for all states

constexpr std::size_t kMaxFrames = 6;
constexpr std::size_t kMaxDepth = 8;

std::vector<std::size_t> properties_of(const spec::TypedSpec& spec) {
    std::vector<std::size_t> result;
    for (std::size_t p = 0; p < spec.properties.size(); ++p) {
        const spec::PropertyKind kind = spec.properties[p].kind;
        if (kind != spec::PropertyKind::axiom && kind != spec::PropertyKind::cover) {
            result.push_back(p);
        }
    }
    return result;
}

} // namespace

StateExcluder::StateExcluder(const TransitionSystem& system,
                             const ExprBuilder& builder,
                             const std::vector<Predicate>& predicates,
                             std::vector<GroundStates>& samples,
                             const ProvedAlready& known,
                             const Stop* stop)
    : builder_(builder)
    , predicates_(predicates)
    , samples_(samples)
    , stop_(stop)
    , relevance_(relevance_for(system, properties_of(*system.spec)))
    , oracle_(system,
              relevance_,
              {kQueryEffort,
               0,
               [this] {
                   return is_used_up();
               }})
    , left_ms_(kAllEffort) {
    for (const Predicate& predicate : predicates_) {
        understood_.push_back(is_spoken_of(predicate));
    }
    assume(known);
}

void StateExcluder::assume(const ProvedAlready& known) {
    for (const std::size_t property : known.properties) {
        try {
            oracle_.assume(oracle_.add_state_formula(builder_.spec().properties[property].body));
        } catch (const smt::Unsupported&) {
            continue; // less is assumed, so less is found
        }
    }
    for (const spec::MessageId message : known.never_twice) {
        if (const auto formula = oracle_.add_never_twice(message)) {
            oracle_.assume(*formula);
        }
    }
}

/// Proofs leave out what no property depends on.
bool StateExcluder::is_spoken_of(const Predicate& predicate) const {
    const spec::TypedSpec& spec = builder_.spec();
    const auto is_relevant = [&](spec::RoleId role) {
        return relevance_.roles[role.value];
    };
    const auto is_tracked = [&](spec::MessageId id) {
        const smt::TrackedMessage& message = relevance_.messages[id.value];
        const bool is_counted = spec.message(id).network != spec::NetworkKind::unreliable;
        if (predicate.message) {
            return message.tracked &&
                   (predicate.message->in_flight && is_counted ? message.in_flight
                                                               : message.history);
        }
        return message.tracked && message.history && (!is_counted || message.in_flight);
    };
    return std::all_of(predicate.reads.variables.begin(),
                       predicate.reads.variables.end(),
                       [&](spec::VariableId id) { return is_relevant(spec.variable(id).role); }) &&
           std::all_of(predicate.reads.timers.begin(),
                       predicate.reads.timers.end(),
                       [&](spec::TimerId id) { return is_relevant(spec.timer(id).role); }) &&
           std::all_of(
               predicate.reads.messages.begin(), predicate.reads.messages.end(), is_tracked);
}

/// Ends the work where it takes more, or more than is left for all.
template <class Work>
auto StateExcluder::within(unsigned effort_ms, const Work& work) {
    const unsigned before = oracle_.effort_ms();
    limit_ms_ = before + std::min(effort_ms, left_ms_);
    auto result = work();
    left_ms_ -= std::min(left_ms_, oracle_.effort_ms() - before);
    return result;
}

bool StateExcluder::is_used_up() const {
    return oracle_.effort_ms() >= limit_ms_ || (stop_ != nullptr && stop_->requested());
}

std::vector<StateExcluder::Standing> StateExcluder::standings(const std::vector<Clause>& clauses,
                                                              std::optional<std::size_t> property) {
    std::vector<Standing> result = within(kStandingEffort, [&] {
        std::vector<Standing> all;
        for (const Clause& clause : clauses) {
            all.push_back(is_kept(clause) ? Standing::kept : Standing::open);
        }
        return all;
    });
    if (!property) {
        return result;
    }
    return within(kEnoughEffort, [&] {
        for (std::size_t i = 0; i < clauses.size(); ++i) {
            if (result[i] == Standing::kept && is_kept_with({clauses[i]}, *property)) {
                result[i] = Standing::is_enough;
            }
        }
        return result;
    });
}

bool StateExcluder::is_understood(const Clause& clause) const {
    return std::all_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& literal) {
        return understood_[literal.predicate];
    });
}

bool StateExcluder::is_kept(const Clause& clause) {
    if (!is_understood(clause)) {
        return false;
    }
    try {
        const FormulaNumber formula =
            oracle_.add_state_formula(formula_of(builder_, predicates_, clause));
        return oracle_.holds_at_start(formula).kind == OracleAnswer::Kind::kept &&
               oracle_.kept_by_steps(formula, InductionOracle::Models::unwanted).kind ==
                   OracleAnswer::Kind::kept;
    } catch (const smt::Unsupported&) {
        return false;
    }
}

bool StateExcluder::are_enough(const std::vector<Clause>& clauses, std::size_t property) {
    return within(kEnoughEffort, [&] { return is_kept_with(clauses, property); });
}

bool StateExcluder::is_kept_with(const std::vector<Clause>& clauses, std::size_t property) {
    try {
        const spec::PropertyInfo& info = builder_.spec().properties[property];
        const FormulaNumber wanted = info.kind == spec::PropertyKind::step
                                         ? oracle_.add_step_formula(info.body)
                                         : oracle_.add_state_formula(info.body);
        std::vector<FormulaNumber> before;
        for (const Clause& clause : clauses) {
            before.push_back(oracle_.add_state_formula(formula_of(builder_, predicates_, clause)));
        }
        return oracle_.kept_by_steps(wanted, InductionOracle::Models::unwanted, before).kind ==
               OracleAnswer::Kind::kept;
    } catch (const smt::Unsupported&) {
        return false;
    }
}

std::vector<Clause> StateExcluder::exclude(const Universe& universe, const State& state) {
    const std::vector<Clause> found = search(universe, state);
    GroundStates excluded(builder_.spec(), predicates_, universe, std::vector<State>{state});
    return within(kNeededEffort, [&] { return only_needed(found, excluded); });
}

std::vector<Clause> StateExcluder::search(const Universe& universe, const State& state) {
    const std::function<bool()> out_of_time = [this] {
        return is_used_up();
    };
    std::vector<bool> allowed = predicates_of_diagrams(predicates_);
    for (std::size_t p = 0; p < allowed.size(); ++p) {
        allowed[p] = allowed[p] && understood_[p];
    }
    std::vector<Clause> found = within(kBackwardEffort, [&] {
        return BackwardSearch(oracle_, builder_, predicates_, samples_, allowed, out_of_time)
            .exclude(universe, state);
    });
    if (!found.empty()) {
        return found;
    }
    FrameSearchOptions options;
    options.out_of_time = out_of_time;
    options.max_frames = kMaxFrames;
    options.max_depth = kMaxDepth;
    options.allowed = allowed;
    const FrameSearchResult result = within(kFramesEffort, [&] {
        return FrameSearch(oracle_, builder_, predicates_, samples_, options)
            .exclude(universe, state);
    });
    return result.outcome == FrameSearchResult::Outcome::found ? result.lemmas
                                                               : std::vector<Clause>();
}

/// One after the other is left out, the first ones first, with all that needed it.
std::vector<Clause> StateExcluder::only_needed(const std::vector<Clause>& clauses,
                                               GroundStates& excluded) {
    std::vector<std::pair<FormulaNumber, Clause>> needed;
    for (const Clause& clause : clauses) {
        needed.emplace_back(oracle_.add_state_formula(formula_of(builder_, predicates_, clause)),
                            clause);
    }
    for (const Clause& clause : clauses) {
        std::vector<FormulaNumber> others;
        for (const auto& [formula, other] : needed) {
            if (other != clause) {
                others.push_back(formula);
            }
        }
        if (others.size() == needed.size() || is_used_up()) {
            continue;
        }
        others = inductive_subset(oracle_, others, [this] { return is_used_up(); });
        std::vector<std::pair<FormulaNumber, Clause>> fewer;
        bool is_excluded = false;
        for (const auto& entry : needed) {
            if (std::find(others.begin(), others.end(), entry.first) != others.end()) {
                fewer.push_back(entry);
                is_excluded = is_excluded || excluded.refutes(entry.second, 0);
            }
        }
        if (is_excluded && !is_used_up()) {
            needed = std::move(fewer);
        }
    }
    std::vector<Clause> result;
    for (const auto& entry : needed) {
        result.push_back(entry.second);
    }
    return result;
}

} // namespace muster::checker::infer
