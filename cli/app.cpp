#include "cli/app.hpp"

#include "cli/commands.hpp"

#include <CLI/CLI.hpp>

#include <ostream>

namespace muster::cli {

ExitCode run(const std::vector<std::string>& arguments, const Context& context) {
    CLI::App app{"Muster: write a coordination protocol once, have it checked for any number of "
                 "participants, and run the very code that was checked.",
                 "muster"};
    app.set_version_flag("--version", "muster 0.1.0");
    app.require_subcommand(1);
    app.footer("Exit status: 0 holds or done, 1 violated, 2 wrong input, 3 undecided, "
               "70 internal error.");
    Chosen chosen;
    add_check(app, chosen);
    add_generate(app, chosen);
    add_serve(app, chosen);
    add_dump(app, chosen);

    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error, context.out, context.err);
        return code == 0 ? ExitCode::holds : ExitCode::wrong_input;
    }
    return (*chosen)(context);
}

} // namespace muster::cli
