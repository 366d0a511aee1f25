#pragma once

#include "spec/diagnostics/diagnostic.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace muster::spec {

/// The text of one spec in the layout that docs/formatting.md describes. Reports syntax errors and
/// returns nothing if there are any; whether names and types are right does not matter. The result
/// is checked before it is returned: it has the same syntax tree, tokens and comments as the text,
/// apart from semicolons and commas before closing brackets. Throws InternalError otherwise.
std::optional<std::string> format(std::string_view text, Diagnostics& diagnostics);

} // namespace muster::spec
