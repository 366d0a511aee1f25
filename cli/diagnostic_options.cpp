#include "cli/diagnostic_options.hpp"

#include "spec/diagnostics/render.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <ostream>

namespace muster::cli {

namespace {

spec::Colour colour(const DiagnosticOptions& options, const Context& context) {
    const bool on = options.colour == ColourChoice::always ||
                    (options.colour == ColourChoice::automatic && context.color);
    return on ? spec::Colour::on : spec::Colour::off;
}

} // namespace

void add_diagnostic_options(CLI::App& verb, DiagnosticOptions& options) {
    const std::map<std::string, MessageFormat> formats = {{"text", MessageFormat::text},
                                                          {"json", MessageFormat::json}};
    verb.add_option("--message-format", options.format, "Of diagnostics: text or json")
        ->transform(CLI::CheckedTransformer(formats).description(""));
    const std::map<std::string, ColourChoice> colours = {{"auto", ColourChoice::automatic},
                                                         {"always", ColourChoice::always},
                                                         {"never", ColourChoice::never}};
    verb.add_option("--color", options.colour, "In diagnostics: auto, always or never")
        ->transform(CLI::CheckedTransformer(colours).description(""));
    verb.add_flag_callback(
        "--deny-warnings",
        [&options] { options.warnings = Warnings::denied; },
        "Take warnings for errors: exit with 2");
}

bool report_diagnostics(const spec::SourceMap& sources,
                        const spec::Diagnostics& diagnostics,
                        const DiagnosticOptions& options,
                        const Context& context) {
    const bool denied = options.warnings == Warnings::denied && diagnostics.has_warnings();
    if (options.format == MessageFormat::json) {
        context.err << spec::render_json(sources, diagnostics);
    } else if (const std::string text = spec::summary(diagnostics); !text.empty()) {
        context.err << spec::render_text(sources, diagnostics, colour(options, context)) << '\n'
                    << text << (denied ? "; warnings are denied\n" : "\n");
    }
    return !diagnostics.has_errors() && !denied;
}

void report_load_error(const spec::LoadError& error,
                       const DiagnosticOptions& options,
                       const Context& context) {
    context.err << (options.format == MessageFormat::json
                        ? spec::render_json(error)
                        : spec::render_text(error, colour(options, context)));
}

} // namespace muster::cli
