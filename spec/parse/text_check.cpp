#include "spec/parse/text_check.hpp"

#include "spec/source/utf8.hpp"

#include <fmt/format.h>

#include <limits>

namespace muster::spec::syntax {
bool check_text(std::string_view text, std::uint32_t base, Diagnostics& diagnostics) {
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
        diagnostics.report({.code = Code::not_text,
                            .message = "the file is too large for a spec",
                            .primary = {{base, base}, ""}});
        return false;
    }
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_sequence_length(text.substr(i, 4));
        if (length == 0 || is_control(text[i])) {
            const std::uint32_t offset = base + static_cast<std::uint32_t>(i);
            const unsigned value = static_cast<unsigned char>(text[i]);
            diagnostics.report({.code = Code::not_text,
                                .message = fmt::format(
                                    "the file is not text: byte {:#04x} at offset {}", value, i),
                                .primary = {{offset, offset + 1}, ""},
                                .notes = {"a spec is a text in UTF-8"}});
            return false;
        }
        // An editor shows a new line there, which would be in the comment before it.
        if (text[i] == '\r' && text.substr(i + 1, 1) != "\n") {
            const std::uint32_t offset = base + static_cast<std::uint32_t>(i);
            diagnostics.report({.code = Code::not_text,
                                .message = "a carriage return stands alone",
                                .primary = {{offset, offset + 1}, ""},
                                .notes = {"lines end in LF or CRLF"}});
            return false;
        }
        i += length;
    }
    return true;
}

} // namespace muster::spec::syntax
