#pragma once

#include "checker/engines/induction.hpp"
#include "tests/unit/checker/specs.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

#include <stdexcept>
#include <string>
#include <vector>

/// What induction says about a small spec, by name.
namespace muster::checker::testing {

struct Proofs {
    spec::TypedSpec spec;
    InductionReport report;

    [[nodiscard]] const PropertyProof& of(const std::string& name) const {
        for (const PropertyProof& proof : report.properties) {
            if (spec.properties[proof.property].name == name) {
                return proof;
            }
        }
        throw std::runtime_error("no property " + name);
    }

    [[nodiscard]] ProofOutcome outcome(const std::string& name) const { return of(name).outcome; }

    [[nodiscard]] std::vector<ObligationProof> failed(ObligationProof::Kind kind) const {
        std::vector<ObligationProof> result;
        for (const ObligationProof& proof : report.obligations) {
            if (proof.kind == kind && proof.outcome == ProofOutcome::not_inductive) {
                result.push_back(proof);
            }
        }
        return result;
    }
};

inline Proofs prove(const std::string& text, const InductionOptions& options = {}) {
    Proofs result{analysed(text), {}};
    result.report = prove_by_induction(result.spec, options);
    return result;
}

inline void expect_replayed(const PropertyProof& proof) {
    ASSERT_TRUE(proof.counterexample.has_value());
    EXPECT_EQ(proof.counterexample->rests_on, "");
    EXPECT_EQ(proof.counterexample->trace.steps.size(), 1U);
}

inline void expect_all_proved(const Proofs& proofs) {
    for (const PropertyProof& proof : proofs.report.properties) {
        fmt::print("{:45} {:4} queries {:.3f} s\n",
                   proofs.spec.properties[proof.property].name,
                   proof.queries,
                   proof.cpu_seconds);
        EXPECT_EQ(proof.outcome, ProofOutcome::proved)
            << proofs.spec.properties[proof.property].name << ": " << proof.reason;
    }
    for (const ObligationProof& proof : proofs.report.obligations) {
        EXPECT_EQ(proof.outcome, ProofOutcome::proved) << proof.step << ": " << proof.reason;
    }
    for (const StepReach& step : proofs.report.steps) {
        EXPECT_EQ(step.answer, StepReach::Answer::possible) << step.step;
    }
    EXPECT_TRUE(proofs.report.inconsistencies.empty());
    EXPECT_TRUE(proofs.report.all_proved());
    fmt::print("{} queries, {} paths, {:.2f} s\n",
               proofs.report.queries,
               proofs.report.paths,
               proofs.report.cpu_seconds);
}

} // namespace muster::checker::testing
