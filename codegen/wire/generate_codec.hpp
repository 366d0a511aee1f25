#pragma once

#include "codegen/generate.hpp"
#include "codegen/wire/description.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace muster::codegen::wire {

/// Every description of a folder, the files `*.messages` in order of their names; or what is wrong
/// with them, as text for people: mistakes in each (parse.hpp), two APIs of one number or name, a
/// folder or file that cannot be read.
[[nodiscard]] tl::expected<std::vector<Description>, std::string>
read_descriptions(const std::filesystem::path& folder);

/// The codec of all messages: a header and a source for each description, `apis.hpp` with the list
/// of APIs, and `all_messages.hpp`. The same descriptions give the same bytes.
[[nodiscard]] std::vector<GeneratedFile>
generate_codec(const std::vector<Description>& descriptions);

} // namespace muster::codegen::wire
