#include "cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <ostream>

namespace muster::cli {

namespace {

struct Options {
    std::vector<std::string> verbs;
};

ExitCode run_help(const Options& options, const CLI::App& app, const Context& context) {
    const CLI::App* verb = &app;
    std::string called = app.get_name();
    for (const std::string& name : options.verbs) {
        const CLI::App* next = find_verb(*verb, name);
        if (next == nullptr) {
            context.err << "muster: " << unknown_verb(*verb, name) << '\n';
            return ExitCode::wrong_input;
        }
        verb = next;
        called += " " + name;
    }
    // App::help() would speak of the verb that was chosen, which is this one.
    context.out << verb->get_formatter()->make_help(verb, called, CLI::AppFormatMode::Normal);
    return ExitCode::holds;
}

} // namespace

void add_help(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand("help", "Say what a verb does, or list the verbs");
    verb->add_option("verb", options->verbs, "check, say, or serve kafka");
    verb->callback([options, &app, &chosen] {
        chosen = [options, &app](const Context& context) {
            return run_help(*options, app, context);
        };
    });
}

} // namespace muster::cli
