#include "tests/property/differential/compare_engines.hpp"

#include "checker/cache/answers.hpp"
#include "spec/diagnostics/internal_error.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/property/differential/compare_answers.hpp"
#include "tests/property/differential/compare_bounded.hpp"
#include "tests/property/differential/compare_counterexamples.hpp"
#include "tests/property/differential/compare_encoding.hpp"
#include "tests/property/differential/compare_mixed_states.hpp"
#include "tests/property/differential/compare_search.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::test {
namespace {

// Small questions are answered at once; what is not answered soon never is.
constexpr unsigned kTimeoutMs = 400;

void compare(const std::string& text,
             const spec::TypedSpec& spec,
             const CompareOptions& options,
             Tally& tally) {
    checker::Answers answers;
    checker::InductionOptions proving;
    proving.timeout_ms = kTimeoutMs;
    proving.answers = options.with_cache ? &answers : nullptr;
    proving.with_certificates = options.with_certificates;
    const checker::InductionReport report = checker::prove_by_induction(spec, proving);
    const Proofs proofs(spec, report);
    if (!report.inconsistencies.empty()) {
        tally.count("specs whose assumptions contradict themselves");
    }
    compare_with_search(spec, proofs, options, tally);
    compare_counterexamples(spec, proofs, tally);
    if (report.inconsistencies.empty()) {
        compare_on_mixed_states(spec, proofs, options, tally);
    }
    if (options.with_bounded_search) {
        compare_bounded_search(spec, tally);
    }
    if (options.with_encoding) {
        compare_encoding(spec, options, tally);
    }
    if (options.with_certificates) {
        compare_certificates(proofs, tally);
    }
    if (options.with_cache) {
        compare_with_cache(text, spec, proofs, answers.used(), proving, tally);
    }
}

} // namespace

Tally compare_engines(const std::string& text, const CompareOptions& options) {
    Tally tally;
    spec::Diagnostics diagnostics;
    const auto spec = spec::analyse(text, diagnostics);
    if (!spec) {
        const auto all = diagnostics.sorted();
        const auto mistake = std::find_if(all.begin(), all.end(), [](const auto& diagnostic) {
            return diagnostic.severity == spec::Severity::error;
        });
        tally.fault(fmt::format(
            "the spec is refused: {} at {}", mistake->message, mistake->primary.span.begin));
        return tally;
    }
    tally.count("specs");
    try {
        compare(text, *spec, options, tally);
    } catch (const InternalError& error) {
        tally.fault(fmt::format("a bug of the tools: {}", error.what()));
    }
    return tally;
}

} // namespace muster::test
