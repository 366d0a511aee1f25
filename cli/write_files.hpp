#pragma once

#include "cli/context.hpp"

#include <filesystem>
#include <string>

namespace muster::cli {

/// Writes a file so that a reader never sees a part of it: a temporary file in the same folder is
/// renamed over it. A file that holds these bytes already is left alone, so that nothing is built
/// anew. Says on `context.out` what was done; on failure says why on `context.err` and returns
/// false.
bool write_file(const std::filesystem::path& path,
                const std::string& contents,
                const Context& context);

} // namespace muster::cli
