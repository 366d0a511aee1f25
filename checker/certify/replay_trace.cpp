#include "checker/certify/replay_trace.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

// Thrown where the evaluator cannot follow the run, and caught in this file.
struct OutOfReach {
    Failure failure;
};

class Replay {
public:
    Replay(const spec::TypedSpec& spec, const Trace& trace, const Claim& claim)
        : spec_(spec)
        , trace_(trace)
        , claim_(claim)
        , system_(system_of(spec, trace))
        , evaluator_(system_, trace.universe) {}

    Trace run(const Fixed& fixed) {
        Trace whole = trace_;
        whole.steps.clear();
        // A start that goes wrong leads to no state. A spec without variables has empty states too.
        if (trace_.ending && trace_.initial.variables.empty() && a_start_goes_wrong(fixed)) {
            return whole;
        }
        whole.initial = claim_.start == Claim::Start::initial ? initial(fixed) : trace_.initial;
        State before = whole.initial;
        State now = whole.initial;
        for (const TraceStep& step : trace_.steps) {
            auto successor = repeat(now, step.event);
            expect_in_reach(std::get_if<Failure>(&successor.result));
            auto* state = std::get_if<State>(&successor.result);
            MUSTER_ASSERT(state != nullptr,
                          "step {} of a run goes wrong when it is repeated",
                          whole.steps.size() + 1);
            before = std::exchange(now, std::move(*state));
            whole.steps.push_back({step.event, now});
        }
        if (trace_.ending) {
            check_ending(now);
        } else if (!claim_.is_run_only) {
            check_claim(before, now);
        }
        return whole;
    }

private:
    static void expect_in_reach(const Failure* failure) {
        if (failure != nullptr && failure->kind == Failure::Kind::out_of_reach) {
            throw OutOfReach{*failure};
        }
    }

    // The initial state with the run's interpretation and choices.
    [[nodiscard]] State initial(const Fixed& fixed) const {
        const Failure* out_of_reach = nullptr;
        const std::vector<Successor> starts = evaluator_.initial_states(fixed);
        for (const Successor& start : starts) {
            const auto* failure = std::get_if<Failure>(&start.result);
            if (failure != nullptr && failure->kind == Failure::Kind::out_of_reach) {
                out_of_reach = failure;
            }
            const auto* state = std::get_if<State>(&start.result);
            if (state != nullptr && state->functions == trace_.initial.functions &&
                state->constants == trace_.initial.constants &&
                start.event.choices == trace_.initial_choices) {
                return *state;
            }
        }
        expect_in_reach(out_of_reach);
        MUSTER_ASSERT(false, "a run does not start in an initial state");
        return {};
    }

    [[nodiscard]] bool a_start_goes_wrong(const Fixed& fixed) const {
        const auto starts = evaluator_.initial_states(fixed);
        return std::any_of(starts.begin(), starts.end(), [](const Successor& start) {
            return std::holds_alternative<Failure>(start.result);
        });
    }

    [[nodiscard]] Successor repeat(const State& state, const Event& event) const {
        auto successor = evaluator_.replay(state, event);
        MUSTER_ASSERT(successor.has_value(),
                      "a step of a run, `{}`, is not possible when it is repeated",
                      system_.steps[event.step].name);
        return std::move(*successor);
    }

    void check_ending(const State& now) const {
        MUSTER_ASSERT(!claim_.property, "a run that ends in a failed step is about no property");
        const Successor last = repeat(now, trace_.ending->event);
        const auto* failure = std::get_if<Failure>(&last.result);
        expect_in_reach(failure);
        MUSTER_ASSERT(failure != nullptr && failure->kind == trace_.ending->failure.kind,
                      "the last step of a run does not go wrong when it is repeated");
    }

    void check_claim(const State& before, const State& now) const {
        MUSTER_ASSERT(claim_.property.has_value(), "a run without a failed step shows nothing");
        const spec::PropertyInfo& property = spec_.properties[*claim_.property];
        const auto truth = evaluator_.holds(property.body, before, now);
        expect_in_reach(std::get_if<Failure>(&truth));
        if (claim_.undefined) {
            MUSTER_ASSERT(std::holds_alternative<Failure>(truth),
                          "`{}` is defined at the end of a run that says otherwise",
                          property.name);
            return;
        }
        const bool wanted = property.kind == spec::PropertyKind::cover;
        const bool* value = std::get_if<bool>(&truth);
        MUSTER_ASSERT(value != nullptr && *value == wanted,
                      "`{}` is not {} at the end of a run when it is repeated",
                      property.name,
                      wanted);
    }

    const spec::TypedSpec& spec_;
    const Trace& trace_;
    const Claim& claim_;
    TransitionSystem system_;
    Evaluator evaluator_;
};

} // namespace

tl::expected<Trace, Failure> replay_trace(const spec::TypedSpec& spec,
                                          const Fixed& fixed,
                                          const Trace& trace,
                                          const Claim& claim) {
    try {
        return Replay(spec, trace, claim).run(fixed);
    } catch (const OutOfReach& out_of_reach) {
        return tl::unexpected(out_of_reach.failure);
    }
}

} // namespace muster::checker
