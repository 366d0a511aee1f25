#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace muster::cli {

/// Gives an existing file new contents so that a reader, or a crash, never sees a part of them: a
/// temporary file in the same folder, with the permissions of the old one, is renamed over it. A
/// symbolic link stays one, and the file behind it is replaced. Returns why it could not.
[[nodiscard]] tl::expected<void, std::string> replace_file(const std::filesystem::path& path,
                                                           const std::string& contents);

} // namespace muster::cli
