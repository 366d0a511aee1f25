#pragma once

#include "codegen/wire/description.hpp"
#include "codegen/wire/mistake.hpp"
#include "spec/source/source_file.hpp"

#include <tl/expected.hpp>

#include <vector>

namespace muster::codegen::wire {

/// What a file describes. The name of the description is that of the file, without folder and
/// ending. A text that cannot be read gives its first mistake; one that can, but makes no sense
/// (check.hpp), gives all that are found.
[[nodiscard]] tl::expected<Description, std::vector<Mistake>>
parse_description(const spec::SourceFile& file);

} // namespace muster::codegen::wire
