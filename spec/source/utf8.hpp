#pragma once

#include <cstddef>
#include <string_view>

namespace muster::spec {

/// The length of the well-formed UTF-8 sequence at the front of a text (RFC 3629, section 4), or 0
/// if there is none.
[[nodiscard]] std::size_t utf8_sequence_length(std::string_view text);

/// Whether a byte is a control character other than white space.
[[nodiscard]] bool is_control(char c);

} // namespace muster::spec
