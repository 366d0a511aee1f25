#include "checker/system/dump.hpp"
#include "checker/system/transition_system.hpp"
#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "spec/ast/dump.hpp"
#include "spec/parse/parse.hpp"
#include "spec/pipeline/imports.hpp"
#include "spec/resolve/dump.hpp"
#include "spec/types/dump.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <ostream>

namespace muster::cli {

namespace {

enum class Stage { parsed, resolved, typed, system };

struct Options {
    std::string file;
    Stage stage = Stage::typed;
    DiagnosticOptions diagnostics;
};

/// The first two stages exist for specs with mistakes too; what is wrong is printed beside them.
/// The first one is of the file alone, without what it imports.
ExitCode dump_early(const Options& options, const Context& context) {
    auto sources = load_text(options.file, options.diagnostics, context);
    if (!sources) {
        return ExitCode::wrong_input;
    }
    spec::Diagnostics diagnostics;
    if (options.stage == Stage::parsed) {
        if (const auto parsed = spec::parse(sources->main().text(), diagnostics)) {
            context.out << spec::dump(*parsed);
        }
    } else if (auto parsed = spec::parse_with_imports(*sources, spec::load_import, diagnostics)) {
        context.out << spec::dump(spec::resolve(std::move(*parsed), diagnostics));
    }
    return report_diagnostics(*sources, diagnostics, options.diagnostics, context)
               ? ExitCode::holds
               : ExitCode::wrong_input;
}

ExitCode run_dump(const Options& options, const Context& context) {
    if (options.stage == Stage::parsed || options.stage == Stage::resolved) {
        return dump_early(options, context);
    }
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded) {
        return ExitCode::wrong_input;
    }
    context.out << (options.stage == Stage::typed
                        ? spec::dump(loaded->typed)
                        : checker::dump(checker::lower(loaded->typed, {})));
    return ExitCode::holds;
}

} // namespace

void add_dump(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand("dump", "Print a spec as one of the stages sees it");
    verb->add_option("file", options->file, "The spec")->required();
    const std::map<std::string, Stage> stages = {{"parsed", Stage::parsed},
                                                 {"resolved", Stage::resolved},
                                                 {"typed", Stage::typed},
                                                 {"system", Stage::system}};
    verb->add_option("--stage", options->stage, "parsed, resolved, typed or system")
        ->transform(CLI::CheckedTransformer(stages).description(""));
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_dump(*options, context);
        };
    });
}

} // namespace muster::cli
