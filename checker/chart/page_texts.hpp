#pragma once

#include "spec/source/embedded_text.hpp"

#include <string_view>
#include <vector>

namespace muster::checker {

/// The files of checker/chart/page/; CMake makes the definition.
[[nodiscard]] const std::vector<spec::EmbeddedText>& page_texts();

/// One of them, which must be there.
[[nodiscard]] std::string_view page_text(std::string_view name);

} // namespace muster::checker
