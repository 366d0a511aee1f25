#pragma once

#include "spec/diagnostics/diagnostic.hpp"

#include <string_view>

namespace muster::spec::syntax {

/// Reports the first byte that no text has: a control character or broken UTF-8. Says whether
/// there was none.
[[nodiscard]] bool check_text(std::string_view text, Diagnostics& diagnostics);

} // namespace muster::spec::syntax
