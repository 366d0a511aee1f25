#pragma once

#include "checker/check/check.hpp"
#include "cli/load_spec.hpp"
#include "cli/print_report.hpp"

#include <iosfwd>
#include <optional>
#include <string>

namespace muster::cli {

/// The runs that verdicts rest on, step by step, and the counterexamples to induction, which are
/// told apart from runs.
void print_runs(const LoadedSpec& loaded,
                const checker::CheckReport& report,
                Runs runs,
                std::ostream& out);

/// What a run is about: a property, or something built in.
struct RunHeading {
    std::string what;
    spec::Span span;
    std::optional<std::size_t> property{}; // into the spec's properties
};

/// The run of one verdict, if it has one that is to be printed.
void print_run(const LoadedSpec& loaded,
               const checker::Verdict& verdict,
               const RunHeading& heading,
               Runs runs,
               std::ostream& out);

/// What is wrong: as it happened in a run, or else as it may.
[[nodiscard]] std::string reason(const checker::ObligationReport& entry);

} // namespace muster::cli
