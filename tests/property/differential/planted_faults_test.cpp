#include "spec/pipeline/front_end.hpp"
#include "tests/property/differential/compare_counterexamples.hpp"
#include "tests/property/differential/compare_mixed_states.hpp"
#include "tests/property/differential/compare_search.hpp"

#include <gmock/gmock.h>

#include <stdexcept>
#include <string>

// The comparisons see what they are for: a report that says something false.
namespace muster::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

// A lock that is granted to everybody who asks, and forgotten in a crash.
const std::string kLock = R"(protocol lock
sort Client
message Ask from client to server {}
message Grant from server to client {}
role server {
  var holder: option Client = none
  on Ask() from c when holder == none { holder = some(c); send Grant() to c }
}
role client[me: Client] {
  durable held: int = 0
  action ask { send Ask() to server }
  on Grant() { held += 1; assert held < 3 }
}
fault crash server
invariant one_holder:
  forall a, b: Client. sent(Grant() to a) and sent(Grant() to b) implies a == b
invariant not_negative: forall a: Client. client[a].held >= 0
invariant small: forall a: Client. client[a].held <= 1
step up: forall a: Client. client[a].held == old(client[a].held)
instance two { Client = 2, in flight <= 3, client.held <= 2 }
)";

class PlantedFault : public testing::Test {
protected:
    PlantedFault()
        : spec_(analysed())
        , report_(checker::prove_by_induction(spec_, {})) {}

    static spec::TypedSpec analysed() {
        spec::Diagnostics diagnostics;
        auto spec = spec::analyse(kLock, diagnostics);
        if (!spec) {
            throw std::runtime_error(diagnostics.sorted().front().message);
        }
        return std::move(*spec);
    }

    void say_proved(const std::string& name) {
        for (checker::PropertyProof& proof : report_.properties) {
            if (spec_.properties[proof.property].name == name) {
                proof.outcome = checker::ProofOutcome::proved;
            }
        }
    }

    std::vector<std::string> faults_of_search() {
        Tally tally;
        compare_with_search(spec_, Proofs(spec_, report_), {}, tally);
        return tally.faults();
    }

    std::vector<std::string> faults_on_mixed_states() {
        Tally tally;
        compare_on_mixed_states(spec_, Proofs(spec_, report_), {}, tally);
        return tally.faults();
    }

    spec::TypedSpec spec_;
    checker::InductionReport report_;
};

TEST_F(PlantedFault, NoneIsSeenInATrueReport) {
    EXPECT_THAT(faults_of_search(), IsEmpty());
    EXPECT_THAT(faults_on_mixed_states(), IsEmpty());
    Tally tally;
    compare_counterexamples(spec_, Proofs(spec_, report_), tally);
    EXPECT_THAT(tally.faults(), IsEmpty());
    EXPECT_GT(tally.of("counterexamples repeated"), 2U);
}

TEST_F(PlantedFault, AnInvariantThatIsViolated) {
    say_proved("one_holder");
    EXPECT_THAT(faults_of_search(), Contains(HasSubstr("`one_holder` is proved, and a run of")));
}

TEST_F(PlantedFault, AnInvariantThatAStepDoesNotKeep) {
    say_proved("small");
    EXPECT_THAT(faults_on_mixed_states(), Contains(HasSubstr("`small` is proved, and not kept")));
}

TEST_F(PlantedFault, AStepPropertyThatAStepBreaks) {
    say_proved("up");
    EXPECT_THAT(faults_on_mixed_states(), Contains(HasSubstr("`up` is proved, and broken by")));
}

TEST_F(PlantedFault, AnObligationThatIsBroken) {
    for (checker::ObligationProof& proof : report_.obligations) {
        proof.outcome = checker::ProofOutcome::proved;
    }
    const auto faults = faults_of_search();
    EXPECT_THAT(faults, Contains(HasSubstr("no handler of `server` takes `Ask`")));
    EXPECT_THAT(faults, Contains(HasSubstr("this assertion is false")));
}

TEST_F(PlantedFault, AnObligationThatNobodyAsksAbout) {
    report_.obligations.clear();
    EXPECT_THAT(faults_of_search(), Contains(HasSubstr("nobody asks that a step goes well")));
}

TEST_F(PlantedFault, AStepThatIsSaidToBeImpossible) {
    for (checker::StepReach& step : report_.steps) {
        step.answer = checker::StepReach::Answer::impossible;
    }
    EXPECT_THAT(faults_of_search(), Contains(HasSubstr("step ask is said to be impossible")));
}

TEST_F(PlantedFault, ACounterexampleThatIsNone) {
    for (checker::PropertyProof& proof : report_.properties) {
        if (proof.counterexample && !proof.counterexample->trace.steps.empty()) {
            checker::Trace& trace = proof.counterexample->trace;
            trace.steps.front().state = trace.initial;
            trace.steps.front().state.variables[0][0] =
                checker::Value::some(checker::Value::scalar(0));
        }
    }
    say_proved("not_negative");
    Tally tally;
    compare_counterexamples(spec_, Proofs(spec_, report_), tally);
    EXPECT_THAT(tally.faults(), Contains(HasSubstr("is no step of the evaluator")));
}

} // namespace
} // namespace muster::test
