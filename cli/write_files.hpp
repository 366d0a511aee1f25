#pragma once

#include "cli/context.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace muster::cli {

enum class Stored { written, unchanged };

/// Writes a file that is not there yet, or one of an earlier attempt. Returns what the system says
/// why it could not, without the name of the file; what was written of it is removed.
[[nodiscard]] tl::expected<void, std::string> write_new_file(const std::filesystem::path& path,
                                                             const std::string& contents);

/// Writes a file so that a reader never sees a part of it: a temporary file in the same folder is
/// renamed over it. Folders above it are made. A file that holds these bytes already is left alone,
/// so that nothing is built anew. What is there and is no ordinary file is never replaced. Returns
/// why it could not.
[[nodiscard]] tl::expected<Stored, std::string> store_file(const std::filesystem::path& path,
                                                           const std::string& contents);

/// The same. Says on `context.out` what was done; on failure says why on `context.err` and returns
/// false.
[[nodiscard]] bool
write_file(const std::filesystem::path& path, const std::string& contents, const Context& context);

} // namespace muster::cli
