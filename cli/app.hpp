#pragma once

#include "cli/context.hpp"
#include "cli/exit_code.hpp"

#include <string>
#include <vector>

namespace muster::cli {

/// Runs one command line, without the program's name. Bugs of the tools arrive as InternalError.
ExitCode run(const std::vector<std::string>& arguments, const Context& context);

} // namespace muster::cli
