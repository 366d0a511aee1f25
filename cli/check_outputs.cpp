#include "cli/check_outputs.hpp"

#include "cli/output_directory.hpp"
#include "cli/print_json.hpp"
#include "cli/print_report.hpp"
#include "cli/write_certificate.hpp"
#include "cli/write_runs.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <ostream>
#include <string>

namespace muster::cli {

namespace {

bool draw_runs(const LoadedSpec& loaded,
               const checker::CheckReport& report,
               const CheckOutputs& outputs,
               const Context& context) {
    // Not into a report for machines.
    const bool is_text = outputs.format == ReportFormat::text;
    std::ostream& out = is_text ? context.out : context.err;
    const std::vector<NamedChart> charts = charts_of(loaded, report);
    out << (is_text ? "\n" : "") << (charts.empty() ? "no run to draw\n" : "");
    return write_charts(charts, outputs.charts, {.in = context.in, .out = out, .err = context.err});
}

ExitCode exit_code_of(const checker::CheckReport& report) {
    switch (report.outcome()) {
    case checker::CheckReport::Outcome::holds:
        return ExitCode::holds;
    case checker::CheckReport::Outcome::violated:
        return ExitCode::violated;
    case checker::CheckReport::Outcome::undecided:
        return ExitCode::undecided;
    }
    return ExitCode::internal_error;
}

} // namespace

void add_output_options(CLI::App& verb, CheckOutputs& outputs) {
    const std::map<std::string, ReportFormat> formats = {{"text", ReportFormat::text},
                                                         {"json", ReportFormat::json}};
    verb.add_option("--format", outputs.format, "Of the report: text or json")
        ->transform(CLI::CheckedTransformer(formats).description(""));
    verb.add_flag("--traces", outputs.traces, "Also show the runs of covers");
    verb.add_option("--itf",
                    outputs.runs,
                    "Write every run there, for `muster replay` and readers of the ITF format");
    add_chart_directories(verb, outputs.charts);
    verb.add_option("--certificate",
                    outputs.certificate,
                    "Write there what the proofs rest on, for other solvers; a new directory");
}

bool outputs_are_possible(const CheckOutputs& outputs, const Context& context) {
    if (!make_output_directory(outputs.runs, "runs", context) ||
        !make_output_directory(outputs.charts.html, "charts", context) ||
        !make_output_directory(outputs.charts.svg, "charts", context) ||
        !make_output_directory(outputs.charts.mermaid, "charts", context) ||
        !make_output_directory(outputs.certificate, "a certificate", context)) {
        return false;
    }
    // Queries of an earlier certificate must not be taken for some of this one.
    if (!outputs.certificate.empty() && !std::filesystem::is_empty(outputs.certificate)) {
        context.err << "muster: " << outputs.certificate.string()
                    << " is not empty: a certificate needs a directory of its own\n";
        return false;
    }
    return true;
}

ExitCode put_out(const LoadedSpec& loaded,
                 const checker::CheckReport& report,
                 const CheckOutputs& outputs,
                 const Context& context) {
    const ExitCode exit_code = exit_code_of(report);
    if (outputs.format == ReportFormat::json) {
        print_json(loaded, report, exit_code, context.out);
    } else {
        print_report(loaded, report, outputs.traces ? Runs::all : Runs::of_violations, context.out);
    }
    if (!outputs.runs.empty() &&
        !write_runs(runs_of(loaded.typed, report), outputs.runs, context)) {
        return ExitCode::wrong_input;
    }
    if (outputs.charts.any() && !draw_runs(loaded, report, outputs, context)) {
        return ExitCode::wrong_input;
    }
    if (!outputs.certificate.empty() &&
        !write_certificate(loaded, report, outputs.certificate, context)) {
        return ExitCode::wrong_input;
    }
    return exit_code;
}

} // namespace muster::cli
