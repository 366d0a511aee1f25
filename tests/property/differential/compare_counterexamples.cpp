#include "tests/property/differential/compare_counterexamples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace muster::test {
namespace {

using checker::Failure;
using checker::State;
using checker::StepCounterexample;

class CounterexampleComparison {
public:
    CounterexampleComparison(const spec::TypedSpec& spec, const Proofs& proofs, Tally& tally)
        : spec_(spec)
        , proofs_(proofs)
        , tally_(tally) {}

    void property(const checker::PropertyProof& proof) {
        const spec::PropertyInfo& info = spec_.properties[proof.property];
        const StepCounterexample& found = *proof.counterexample;
        if (!is_repeated(found)) {
            return;
        }
        const checker::TransitionSystem system = checker::system_of(spec_, found.trace);
        const checker::Evaluator evaluator(system, found.trace.universe);
        const State& before = found.trace.initial;
        const std::string what = fmt::format("the counterexample to `{}`", info.name);
        if (found.trace.steps.empty()) {
            expect(evaluator, proof.property, before, before, false, what + " is none: it");
            return;
        }
        expect_assumptions(evaluator, before, info.without, what);
        const State& now = found.trace.last_state();
        const auto again = evaluator.replay(before, found.trace.steps.front().event);
        const State* state = again ? std::get_if<State>(&again->result) : nullptr;
        if (state == nullptr || !(*state == now)) {
            tally_.fault(what + " is no step of the evaluator");
            return;
        }
        const bool is_step = info.kind == spec::PropertyKind::step;
        if (!is_step) {
            expect(evaluator, proof.property, before, before, true, what + " begins where it");
        }
        expect(
            evaluator, proof.property, is_step ? before : now, now, false, what + " is none: it");
    }

    void obligation(const checker::ObligationProof& proof) {
        const StepCounterexample& found = *proof.counterexample;
        if (!is_repeated(found) || !found.trace.ending) {
            return;
        }
        const checker::TransitionSystem system = checker::system_of(spec_, found.trace);
        const checker::Evaluator evaluator(system, found.trace.universe);
        const std::string what = fmt::format("the counterexample at {}", proof.step);
        const auto outcomes = evaluator.outcomes(found.trace.initial, found.trace.ending->event);
        const bool fails =
            std::any_of(outcomes.begin(), outcomes.end(), [](const checker::Successor& successor) {
                const auto* failure = std::get_if<Failure>(&successor.result);
                return failure != nullptr && failure->kind != Failure::Kind::out_of_reach;
            });
        if (!found.trace.initial.variables.empty() && !fails && proof.step != "the start") {
            tally_.fault(what + " goes well");
        }
        if (proof.step != "the start") {
            expect_assumptions(evaluator, found.trace.initial, {}, what);
        }
    }

private:
    bool is_repeated(const StepCounterexample& found) {
        if (found.rests_on.empty()) {
            tally_.count("counterexamples repeated");
            return true;
        }
        tally_.count("counterexamples not repeated: " +
                     found.rests_on.substr(0, found.rests_on.find_first_of("(`")));
        return false;
    }

    void expect_assumptions(const checker::Evaluator& evaluator,
                            const State& before,
                            const std::vector<spec::FaultInfo>& without,
                            const std::string& what) {
        for (const std::size_t assumed : proofs_.proved_states(without)) {
            expect(evaluator, assumed, before, before, true, what + " begins where what is proved");
        }
    }

    void expect(const checker::Evaluator& evaluator,
                std::size_t property,
                const State& before,
                const State& now,
                bool expected,
                const std::string& what) {
        const auto truth = evaluator.holds(spec_.properties[property].body, before, now);
        if (const auto* failure = std::get_if<Failure>(&truth)) {
            tally_.count("formulas of counterexamples that cannot be evaluated");
            if (failure->kind != Failure::Kind::out_of_reach && proofs_.is_defined(property)) {
                tally_.fault(fmt::format("{} is undefined: `{}`: {}",
                                         what,
                                         spec_.properties[property].name,
                                         failure->text));
            }
        } else if (std::get<bool>(truth) != expected) {
            tally_.fault(fmt::format("{} {}: `{}`",
                                     what,
                                     expected ? "is false" : "is true",
                                     spec_.properties[property].name));
        }
    }

    const spec::TypedSpec& spec_;
    const Proofs& proofs_;
    Tally& tally_;
};

} // namespace

void compare_counterexamples(const spec::TypedSpec& spec, const Proofs& proofs, Tally& tally) {
    CounterexampleComparison comparison(spec, proofs, tally);
    for (const checker::PropertyProof& proof : proofs.report().properties) {
        if (proof.counterexample) {
            comparison.property(proof);
        }
    }
    for (const checker::ObligationProof& proof : proofs.report().obligations) {
        tally.count(proof.outcome == checker::ProofOutcome::proved ? "obligations proved"
                                                                   : "obligations open");
        if (proof.counterexample) {
            comparison.obligation(proof);
        }
    }
}

} // namespace muster::test
