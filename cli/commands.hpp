#pragma once

#include "cli/context.hpp"
#include "cli/exit_code.hpp"

#include <functional>
#include <optional>
#include <string>

namespace CLI { // NOLINT(readability-identifier-naming): the name of the library
class App;
}

/// The verbs of the program, one file each. Every function adds its verb to the command line and,
/// when the user chose it, leaves in `chosen` what is to be run.
namespace muster::cli {

using Chosen = std::optional<std::function<ExitCode(const Context&)>>;

/// The verb below `app` with that name; null if there is none.
[[nodiscard]] const CLI::App* find_verb(const CLI::App& app, const std::string& name);

/// What is said of a name that is none of the verbs below `app`.
[[nodiscard]] std::string unknown_verb(const CLI::App& app, const std::string& name);

void add_check(CLI::App& app, Chosen& chosen);
void add_dump(CLI::App& app, Chosen& chosen);
void add_explain(CLI::App& app, Chosen& chosen);
void add_explore(CLI::App& app, Chosen& chosen);
void add_format(CLI::App& app, Chosen& chosen);
void add_generate(CLI::App& app, Chosen& chosen);
void add_graph(CLI::App& app, Chosen& chosen);
void add_help(CLI::App& app, Chosen& chosen);
void add_infer(CLI::App& app, Chosen& chosen);
void add_mutate(CLI::App& app, Chosen& chosen);
void add_new(CLI::App& app, Chosen& chosen);
void add_replay(CLI::App& app, Chosen& chosen);
void add_serve(CLI::App& app, Chosen& chosen);
void add_simulate(CLI::App& app, Chosen& chosen);
void add_test(CLI::App& app, Chosen& chosen);

} // namespace muster::cli
