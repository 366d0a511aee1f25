#include "spec/parse/text_check.hpp"

#include <fmt/format.h>

#include <limits>

namespace muster::spec::syntax {
namespace {

/// The length of the well-formed UTF-8 sequence at the front (RFC 3629, section 4), or 0.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i])
                               : static_cast<unsigned char>(0);
    };
    const auto continues = [&](std::size_t i) {
        return (byte(i) & 0xC0U) == 0x80U;
    };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return continues(1) ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = first == 0xED && byte(1) > 0x9F;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && byte(1) < 0x90;
        const bool too_large = first == 0xF4 && byte(1) > 0x8F;
        return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
    }
    return 0;
}

bool is_control(char c) {
    const bool is_space = c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
    return (static_cast<unsigned char>(c) < 0x20 && !is_space) || c == '\x7F';
}

} // namespace

bool check_text(std::string_view text, Diagnostics& diagnostics) {
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
        diagnostics.report({.code = Code::not_text,
                            .message = "the file is too large for a spec",
                            .primary = {{0, 0}, ""}});
        return false;
    }
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequence_length(text.substr(i, 4));
        if (length == 0 || is_control(text[i])) {
            const auto offset = static_cast<std::uint32_t>(i);
            const unsigned value = static_cast<unsigned char>(text[i]);
            diagnostics.report({.code = Code::not_text,
                                .message = fmt::format(
                                    "the file is not text: byte {:#04x} at offset {}", value, i),
                                .primary = {{offset, offset + 1}, ""},
                                .notes = {"a spec is a text in UTF-8"}});
            return false;
        }
        i += length;
    }
    return true;
}

} // namespace muster::spec::syntax
