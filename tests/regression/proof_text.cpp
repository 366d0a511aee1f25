#include "tests/regression/proof_text.hpp"

#include "checker/trace/render_text.hpp"
#include "spec/pipeline/front_end.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace muster::test {
namespace {

const char* word(checker::ProofOutcome outcome) {
    switch (outcome) {
    case checker::ProofOutcome::proved:
        return "proved";
    case checker::ProofOutcome::not_inductive:
        return "not inductive";
    case checker::ProofOutcome::unknown:
        return "unknown";
    }
    return "";
}

std::string text_of(const spec::TypedSpec& spec,
                    const std::optional<checker::StepCounterexample>& counterexample) {
    if (!counterexample) {
        return "";
    }
    const checker::Trace& trace = counterexample->trace;
    return counterexample->rests_on.empty()
               ? render_text(checker::system_of(spec, trace), trace, {})
               : counterexample->rests_on + "\n";
}

} // namespace

std::string text_of(const spec::TypedSpec& spec, const checker::InductionReport& report) {
    std::string text = fmt::format("{} queries, {} paths\n", report.queries, report.paths);
    for (const checker::PropertyProof& proof : report.properties) {
        text += fmt::format("{} {}: {} ({} queries, {})\n{}",
                            word(proof.outcome),
                            spec.properties[proof.property].name,
                            proof.reason,
                            proof.queries,
                            fmt::join(proof.abstractions, "; "),
                            text_of(spec, proof.counterexample));
    }
    for (const checker::ObligationProof& proof : report.obligations) {
        text += fmt::format("{} {} {} at {}..{}: {} {}\n{}",
                            word(proof.outcome),
                            static_cast<int>(proof.kind),
                            proof.step,
                            proof.span.begin,
                            proof.span.end,
                            proof.reason,
                            proof.help,
                            text_of(spec, proof.counterexample));
    }
    for (const checker::StepReach& step : report.steps) {
        text += fmt::format("{} can {}happen\n",
                            step.step,
                            step.answer == checker::StepReach::Answer::impossible ? "never " : "");
    }
    for (const spec::MessageId message : report.never_twice) {
        text += fmt::format("never twice: {}\n", spec.message(message).name);
    }
    return text + fmt::format("{}\n", fmt::join(report.inconsistencies, "\n"));
}

bool ran_out_of_time(const checker::InductionReport& report) {
    const auto is_open = [](const auto& proof) {
        return proof.outcome == checker::ProofOutcome::unknown &&
               proof.reason.find("gave up") != std::string::npos;
    };
    return std::any_of(report.properties.begin(), report.properties.end(), is_open) ||
           std::any_of(report.obligations.begin(), report.obligations.end(), is_open);
}

spec::TypedSpec analysed(const std::string& text) {
    spec::Diagnostics diagnostics;
    auto spec = spec::analyse(text, diagnostics);
    if (!spec) {
        throw std::runtime_error(diagnostics.sorted().front().message);
    }
    return std::move(*spec);
}

} // namespace muster::test
