#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace muster::test {

// Replaces every mention of `path` by `<name>`, so that an expectation does not depend on where the
// tree lies.
[[nodiscard]] std::string
scrub_path(std::string_view text, const std::filesystem::path& path, std::string_view name);

// Replaces every duration (a decimal number and a unit from ns to min, with or without a blank) by
// `<time>`.
[[nodiscard]] std::string scrub_durations(std::string_view text);

} // namespace muster::test
