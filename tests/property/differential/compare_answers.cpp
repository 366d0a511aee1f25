#include "tests/property/differential/compare_answers.hpp"

#include "checker/cache/answers.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/regression/proof_text.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temp_dir.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace muster::test {
namespace {

// Another version of the protocol: without one of its statements or properties. Nothing if no line
// can be left out.
std::optional<spec::TypedSpec> edited(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    const std::size_t first = text.size() % lines.size();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t left_out = (first + i) % lines.size();
        std::string shorter;
        for (std::size_t j = 0; j < lines.size(); ++j) {
            shorter += j == left_out ? "" : lines[j] + "\n";
        }
        spec::Diagnostics diagnostics;
        if (auto spec = spec::analyse(shorter, diagnostics)) {
            return spec;
        }
    }
    return std::nullopt;
}

// What a user is told, but for counterexamples: which of several is told may depend on how much
// time there was to make it small. How much had to be asked for it is told to nobody: a path that
// the pruner cannot rule out in its short time is asked about, and when it rules one out depends on
// what it was asked before.
checker::InductionReport without_runs(checker::InductionReport report) {
    report.queries = 0;
    report.paths = 0;
    for (checker::PropertyProof& proof : report.properties) {
        proof.counterexample.reset();
        proof.queries = 0;
    }
    for (checker::ObligationProof& proof : report.obligations) {
        proof.counterexample.reset();
    }
    return report;
}

void compare(const spec::TypedSpec& spec,
             const checker::InductionReport& cold,
             const checker::InductionReport& warm,
             const std::string& what,
             Tally& tally) {
    if (ran_out_of_time(cold) || ran_out_of_time(warm)) {
        tally.count("proofs with a cache that ran out of time");
        return;
    }
    tally.count("proofs compared with and without a cache");
    if (cold.paths != warm.paths) {
        tally.count("proofs that ruled out other paths with a cache");
    }
    const std::string cold_text = text_of(spec, without_runs(cold));
    const std::string warm_text = text_of(spec, without_runs(warm));
    if (cold_text != warm_text) {
        tally.fault(
            fmt::format("{}. Without a cache:\n{}With one:\n{}", what, cold_text, warm_text));
    }
}

} // namespace

void compare_with_cache(const std::string& text,
                        const spec::TypedSpec& spec,
                        const Proofs& proofs,
                        const std::vector<checker::AnswerKey>& answers,
                        const checker::InductionOptions& options,
                        Tally& tally) {
    checker::InductionOptions with_answers = options;
    checker::Answers again(answers);
    with_answers.answers = &again;
    compare(spec,
            proofs.report(),
            checker::prove_by_induction(spec, with_answers),
            "another report with a warm cache",
            tally);
    if (again.found() != 0 && !ran_out_of_time(proofs.report())) {
        tally.fault("a question is asked again that was answered before");
    }
    const auto other = edited(text);
    if (!other) {
        return;
    }
    checker::InductionOptions without = options;
    without.answers = nullptr;
    checker::Answers of_original(answers);
    with_answers.answers = &of_original;
    compare(*other,
            checker::prove_by_induction(*other, without),
            checker::prove_by_induction(*other, with_answers),
            "after an edit, another report with a cache of the version before",
            tally);
}

void compare_certificates(const Proofs& proofs, Tally& tally) {
    const TempDir folder;
    for (const checker::Certificate& certificate : proofs.report().certificates) {
        for (const checker::CertifiedQuery& query : certificate.queries) {
            const auto file = folder.write("question.smt2", query.text);
            const auto ran = run_process({.program = "z3", .arguments = {"-T:10", file.string()}},
                                         std::chrono::seconds(60));
            if (!ran) {
                tally.count("questions that there is no z3 for");
                continue;
            }
            const std::string& answer = ran->output;
            if (answer.rfind("unsat", 0) == 0) {
                tally.count("questions that z3 confirms");
            } else if (answer.rfind("sat", 0) == 0 || answer.rfind("(error", 0) == 0) {
                tally.fault(fmt::format("z3 says of a question about {} at {}: {}\n{}",
                                        query.subject,
                                        query.place,
                                        answer,
                                        query.text));
            } else {
                tally.count("questions that z3 gives up on");
            }
        }
    }
}

} // namespace muster::test
