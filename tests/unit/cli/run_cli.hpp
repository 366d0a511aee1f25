#pragma once

#include "cli/app.hpp"

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace muster::test {

struct CliResult {
    int exit_code = 0;
    std::string output;
    std::string errors;
};

// Runs one command line in this process, without a terminal. Nothing is kept between runs where
// there is no cache folder.
inline CliResult run_cli(const std::vector<std::string>& arguments,
                         const std::string& input = "",
                         const std::filesystem::path& cache_folder = {}) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const cli::Context context{.in = in, .out = out, .err = err, .cache_folder = cache_folder};
    const cli::ExitCode code = cli::run(arguments, context);
    return {static_cast<int>(code), out.str(), err.str()};
}

} // namespace muster::test
