#pragma once

#include "cli/context.hpp"

#include <filesystem>

namespace muster::cli {

/// Makes a directory, with those above it, and tries whether a file can be made in it, so that long
/// work does not end with nowhere to write to. An empty path is none, and nothing is done. Says on
/// `context.err` that it cannot be used for this purpose and why, and then returns false.
[[nodiscard]] bool make_output_directory(const std::filesystem::path& directory,
                                         const char* purpose,
                                         const Context& context);

} // namespace muster::cli
