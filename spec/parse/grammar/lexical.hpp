#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/parse/token.hpp"

#include <cstdint>
#include <string_view>

namespace muster::spec::syntax {

/// Splits a text, whose first byte has the offset `base`, into tokens. The text is valid UTF-8 and
/// at most 4 GiB long. Reports numbers that do not fit and texts without an end; what means nothing
/// becomes a token of kind `unknown`, so that the parser can say what it expected there. Comments
/// vanish, except that `///` lines are kept as the documentation of the token behind them.
[[nodiscard]] TokenStream
tokenize(std::string_view text, std::uint32_t base, Diagnostics& diagnostics);

/// Whether a word is reserved everywhere.
[[nodiscard]] bool is_keyword(std::string_view text);

} // namespace muster::spec::syntax
