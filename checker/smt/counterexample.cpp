#include "checker/smt/counterexample.hpp"

#include "checker/eval/integer_points.hpp"
#include "checker/smt/canonical.hpp"
#include "checker/smt/query.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker::smt {

namespace {

constexpr unsigned kMinimiseTimeoutMs = 300;
constexpr unsigned kMaxElements = 3;

/// Adds that a sort has at most so many elements.
void bound_sort(z3::solver& solver, const z3::sort& sort, unsigned size) {
    z3::context& ctx = solver.ctx();
    const auto fresh = [&](const char* name) {
        return z3::expr(ctx, Z3_mk_fresh_const(ctx, name, sort));
    };
    const z3::expr x = fresh("x");
    Terms cases;
    for (unsigned i = 0; i < size; ++i)
        cases.push_back(x == fresh("element"));
    solver.add(for_all({x}, disjunction(ctx, cases)));
}

void limit(z3::solver& solver, unsigned timeout_ms) {
    z3::params parameters(solver.ctx());
    parameters.set("timeout", timeout_ms);
    solver.set(parameters);
}

/// A model with as few elements of each sort as can be had cheaply. It is looked for in a context
/// of its own, so that it depends on the formulas alone and not on the questions asked before.
z3::model
small_model(Vocabulary& vocabulary, const Refutation& refutation, const InductionOptions& options) {
    z3::context ctx;
    const Stop::Waiting waiting(options.stop, [&ctx] { Z3_interrupt(ctx); });
    z3::solver solver = make_solver(ctx, options.timeout_ms, options.seed);
    Canonical canonical;
    for (const z3::expr& assertion : refutation.assertions)
        solver.add(z3::expr(ctx, Z3_translate(vocabulary.ctx(), canonical(assertion), ctx)));
    if (solver.check() != z3::sat)
        return refutation.model;
    z3::model best = solver.get_model();
    limit(solver, kMinimiseTimeoutMs);
    std::vector<z3::sort> sorts;
    for (unsigned i = 0; i < Z3_model_get_num_sorts(ctx, best); ++i)
        sorts.emplace_back(ctx, Z3_model_get_sort(ctx, best, i));
    z3::check_result answer = z3::sat;
    for (auto sort = sorts.begin(); sort != sorts.end() && answer != z3::unknown; ++sort) {
        answer = z3::unsat;
        // One unknown is a sign that more of them would follow.
        for (unsigned size = 1; size <= kMaxElements && answer == z3::unsat; ++size) {
            solver.push();
            bound_sort(solver, *sort, size);
            answer = solver.check();
            if (answer == z3::sat)
                best = solver.get_model();
            else
                solver.pop();
        }
    }
    return z3::model(best, vocabulary.ctx(), z3::model::translate());
}

std::string join(const std::set<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts)
        result += (result.empty() ? "" : "; ") + text;
    return result;
}

class Replay {
public:
    Replay(Vocabulary& vocabulary, const Refutation& refutation, Universe universe)
        : vocabulary_(vocabulary)
        , spec_(vocabulary.spec())
        , refutation_(refutation)
        , evaluator_(vocabulary.system(), std::move(universe)) {}

    /// Whether the evaluator agrees: the assumptions hold before the step, and one of its outcomes
    /// is the failure. Completes the trace.
    bool confirm(Trace& trace, const Event& event) {
        for (std::size_t property : refutation_.assumed) {
            if (!is(property, trace.initial, trace.initial, true))
                return false;
        }
        for (const Event& attempt : deliveries(event)) {
            if (confirm_outcome(trace, attempt))
                return true;
        }
        return false;
    }

    /// Whether some initial state is the failure, with these constants and functions. Completes the
    /// trace.
    bool confirm_start(Trace& trace, const Fixed& fixed) {
        for (Successor& start : evaluator_.initial_states(fixed)) {
            const auto* failure = std::get_if<Failure>(&start.result);
            if (failure != nullptr) {
                if (!refutation_.property && failure->kind != Failure::Kind::out_of_reach) {
                    trace.ending = Trace::Ending{start.event, *failure};
                    return true;
                }
                continue;
            }
            const State& state = std::get<State>(start.result);
            if (refutation_.property && is(*refutation_.property, state, state, false)) {
                trace.initial = state;
                trace.initial_choices = start.event.choices;
                return true;
            }
        }
        return false;
    }

    /// What went wrong on the evaluator where the solver takes any value: an operation that is
    /// undefined, a number that leaves 64 bits. Empty if nothing did.
    [[nodiscard]] const std::string& mishap() const { return mishap_; }

private:
    /// The event itself; of a message that no handler takes or that two take, one event for each
    /// handler that could be meant.
    std::vector<Event> deliveries(const Event& event) const {
        if (refutation_.property || !event.message)
            return {event};
        std::vector<Event> result;
        const auto& steps = vocabulary_.system().steps;
        const spec::RoleId role = steps[event.step].role;
        for (std::uint32_t i = 0; i < steps.size(); ++i) {
            if (steps[i].kind != StepKind::deliver || steps[i].role != role ||
                spec_.role(role).handlers[steps[i].index].message != event.message->message)
                continue;
            result.push_back(event);
            result.back().step = i;
        }
        return result;
    }

    bool confirm_outcome(Trace& trace, const Event& event) {
        for (Successor& successor : evaluator_.outcomes(trace.initial, event)) {
            if (const auto* failure = std::get_if<Failure>(&successor.result)) {
                if (!refutation_.property && failure->kind != Failure::Kind::out_of_reach) {
                    trace.ending = Trace::Ending{successor.event, *failure};
                    return true;
                }
                mishap_ = fmt::format("a step that {} ({})",
                                      failure->kind == Failure::Kind::out_of_reach
                                          ? "no run can follow"
                                          : "goes wrong in a run",
                                      failure->text);
                continue;
            }
            const State& after = std::get<State>(successor.result);
            if (refutation_.property &&
                is(*refutation_.property, before_for(trace.initial, after), after, false)) {
                trace.steps.push_back({successor.event, after});
                return true;
            }
        }
        return false;
    }

    const State& before_for(const State& before, const State& after) const {
        const bool step = spec_.properties[*refutation_.property].kind == spec::PropertyKind::step;
        return step ? before : after;
    }

    bool is(std::size_t property, const State& before, const State& now, bool expected) {
        const auto result = evaluator_.holds(spec_.properties[property].body, before, now);
        const bool* truth = std::get_if<bool>(&result);
        if (const auto* failure = std::get_if<Failure>(&result)) {
            mishap_ = failure->kind == Failure::Kind::out_of_reach
                          ? fmt::format("a state in which `{}` cannot be evaluated ({})",
                                        spec_.properties[property].name,
                                        failure->text)
                          : fmt::format("a state in which `{}` is undefined",
                                        spec_.properties[property].name);
        }
        return truth != nullptr && *truth == expected;
    }

    Vocabulary& vocabulary_;
    const spec::TypedSpec& spec_;
    const Refutation& refutation_;
    Evaluator evaluator_;
    std::string mishap_;
};

/// Whether integers could make a difference: a finite state says nothing about those that it does
/// not mention.
bool uses_integers(const Vocabulary& vocabulary, const Refutation& refutation) {
    for (const Component& component : vocabulary.components()) {
        for (unsigned i = 0; i < component.symbol.arity(); ++i) {
            if (component.symbol.domain(i).is_int())
                return true;
        }
    }
    const spec::TypedSpec& spec = vocabulary.spec();
    const auto quantifies = [&](std::size_t property) {
        return !integer_binders(spec, spec.properties[property].body).empty();
    };
    return (refutation.property && quantifies(*refutation.property)) ||
           std::any_of(refutation.assumed.begin(), refutation.assumed.end(), quantifies);
}

/// The model's constants and functions and nothing else.
Fixed interpretation_in(const State& state) {
    Fixed fixed;
    for (std::uint32_t i = 0; i < state.constants.size(); ++i)
        fixed.constants.push_back({spec::ConstId{i}, {state.constants[i]}});
    for (std::uint32_t i = 0; i < state.functions.size(); ++i)
        fixed.functions.push_back({spec::FunctionId{i}, {}, state.functions[i]});
    return fixed;
}

/// A model's interpretation extends to all integers, which one that only the evaluator knows need
/// not do.
std::optional<Fixed> interpretation_of(ModelReader& reader) {
    try {
        return interpretation_in(reader.state());
    } catch (const Unsupported&) {
        return std::nullopt;
    }
}

} // namespace

StepCounterexample
explain(Vocabulary& vocabulary, const Refutation& refutation, const InductionOptions& options) {
    const z3::model model = small_model(vocabulary, refutation, options);
    StepCounterexample result;
    std::string mishap;
    try {
        ModelReader reader(vocabulary, model);
        result.trace.universe = reader.universe();
        Replay replay(vocabulary, refutation, reader.universe());
        if (!refutation.step) {
            result.interpretation = interpretation_of(reader);
            if (result.interpretation && replay.confirm_start(result.trace, *result.interpretation))
                return result;
            result.interpretation.reset();
            if (replay.confirm_start(result.trace, {}))
                return result;
        } else {
            result.trace.initial = reader.state();
            const Event event =
                reader.event(*refutation.step, refutation.event, result.trace.initial);
            if (replay.confirm(result.trace, event))
                return result;
        }
        mishap = replay.mishap();
    } catch (const Unsupported& unsupported) {
        result.rests_on = unsupported.what();
        return result;
    }
    if (!refutation.abstractions.empty())
        result.rests_on = join(refutation.abstractions);
    else if (!mishap.empty())
        result.rests_on = mishap;
    else if (uses_integers(vocabulary, refutation))
        result.rests_on = "integers outside those that it mentions";
    MUSTER_ASSERT(!result.rests_on.empty(),
                  "the evaluator does not repeat the solver's counterexample to `{}`",
                  refutation.property ? vocabulary.spec().properties[*refutation.property].name
                                      : std::string("an obligation"));
    return result;
}

} // namespace muster::checker::smt
