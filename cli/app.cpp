#include "cli/app.hpp"

#include "cli/commands.hpp"
#include "cli/version.hpp"
#include "spec/diagnostics/suggest.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

const CLI::App* find_verb(const CLI::App& app, const std::string& name) {
    const auto verbs = app.get_subcommands({});
    const auto found = std::find_if(
        verbs.begin(), verbs.end(), [&](const CLI::App* verb) { return verb->get_name() == name; });
    return found == verbs.end() ? nullptr : *found;
}

std::string unknown_verb(const CLI::App& app, const std::string& name) {
    std::vector<std::string> known;
    for (const CLI::App* verb : app.get_subcommands({})) {
        known.push_back(verb->get_name());
    }
    const std::string meant = spec::did_you_mean(name, known);
    return fmt::format(
        "there is no verb `{}`; {}", name, meant.empty() ? "`muster help` lists all" : meant);
}

ExitCode run(const std::vector<std::string>& arguments, const Context& context) {
    CLI::App app{"Muster: write a coordination protocol once, have it checked for any number of "
                 "participants, and run the very code that was checked.",
                 "muster"};
    app.set_version_flag("--version", std::string("muster ") + kVersion);
    app.require_subcommand(0, 1);
    app.footer("Exit status: 0 holds or done, 1 violated, 2 wrong input, 3 undecided, "
               "70 internal error.");
    Chosen chosen;
    add_new(app, chosen);
    add_check(app, chosen);
    add_infer(app, chosen);
    add_explore(app, chosen);
    add_simulate(app, chosen);
    add_mutate(app, chosen);
    add_test(app, chosen);
    add_replay(app, chosen);
    add_generate(app, chosen);
    add_graph(app, chosen);
    add_format(app, chosen);
    add_explain(app, chosen);
    add_dump(app, chosen);
    add_serve(app, chosen);
    add_help(app, chosen);

    const bool names_verb = !arguments.empty() && !arguments.front().starts_with('-');
    if (names_verb && find_verb(app, arguments.front()) == nullptr) {
        context.err << "muster: " << unknown_verb(app, arguments.front()) << '\n';
        return ExitCode::wrong_input;
    }
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error, context.out, context.err);
        return code == 0 ? ExitCode::holds : ExitCode::wrong_input;
    }
    if (!chosen) {
        context.err << app.help();
        return ExitCode::wrong_input;
    }
    return (*chosen)(context);
}

} // namespace muster::cli
