#pragma once

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace muster::cli {

struct ProgramResult {
    int status = 0;     // what it exits with; -1 where a signal ended it
    std::string output; // what it says, on its output and as errors
};

/// Runs a program, found as a shell finds it, with nothing to read, and waits for its end. Returns
/// why it could not be started.
[[nodiscard]] tl::expected<ProgramResult, std::string>
run_program(const std::vector<std::string>& command);

} // namespace muster::cli
