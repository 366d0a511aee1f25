#pragma once

#include "cli/context.hpp"
#include "cli/exit_code.hpp"

#include <functional>
#include <optional>

namespace CLI { // NOLINT(readability-identifier-naming): the name of the library
class App;
}

/// The verbs of the program, one file each. Every function adds its verb to the command line and,
/// when the user chose it, leaves in `chosen` what is to be run.
namespace muster::cli {

using Chosen = std::optional<std::function<ExitCode(const Context&)>>;

void add_check(CLI::App& app, Chosen& chosen);
void add_generate(CLI::App& app, Chosen& chosen);
void add_serve(CLI::App& app, Chosen& chosen);
void add_dump(CLI::App& app, Chosen& chosen);

} // namespace muster::cli
