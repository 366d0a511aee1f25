#pragma once

#include "spec/diagnostics/diagnostic.hpp"

#include <cstdint>
#include <string_view>

namespace muster::spec::syntax {

/// Reports in a text, whose first byte has the offset `base`, the first byte that no text has: a
/// control character, a carriage return without a line feed, or broken UTF-8. Says whether there
/// was none.
[[nodiscard]] bool check_text(std::string_view text, std::uint32_t base, Diagnostics& diagnostics);

} // namespace muster::spec::syntax
