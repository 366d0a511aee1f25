#pragma once

#include "cli/context.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/source/source_map.hpp"

#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name of the library
class App;
}

namespace muster::cli {

enum class MessageFormat { text, json };
enum class ColourChoice { automatic, always, never };
enum class Warnings { allowed, denied };

/// What every verb that reads a spec lets the user say about diagnostics.
struct DiagnosticOptions {
    MessageFormat format = MessageFormat::text;
    ColourChoice colour = ColourChoice::automatic;
    Warnings warnings = Warnings::allowed;
};

/// Adds `--message-format`, `--color` and `--deny-warnings` to a verb.
void add_diagnostic_options(CLI::App& verb, DiagnosticOptions& options);

/// Prints everything in the sink, if there is anything, and in a text how much it is. Returns
/// whether the spec may be used: there are no errors, and no warnings that are denied.
[[nodiscard]] bool report_diagnostics(const spec::SourceMap& sources,
                                      const spec::Diagnostics& diagnostics,
                                      const DiagnosticOptions& options,
                                      const Context& context);

/// Prints why a file could not be loaded.
void report_load_error(const spec::LoadError& error,
                       const DiagnosticOptions& options,
                       const Context& context);

} // namespace muster::cli
