#pragma once

#include "spec/source/span.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muster::spec::syntax {

enum class TokenKind : std::uint8_t {
    name,        // a word that is free, or that has a meaning in some places only (`role`, `max`)
    keyword,     // a word that is reserved everywhere
    number,      // `12`
    duration,    // `10s`, `500ms`, `2m`
    string,      // `"…"`, quotes included
    punctuation, // also what belongs to other languages (`&&`, `:=`), for the sake of the hint
    unknown,     // a character that means nothing
    end,         // behind the last token; always there
};

/// One word or sign of the source. Texts point into the source, which must outlive the tokens.
struct Token {
    TokenKind kind = TokenKind::end;
    bool first_on_line = false;
    bool space_after = false; // a blank, a line's end, a comment or the file's end follows
    std::uint32_t doc = 0;    // index into TokenStream::docs; 0 is the empty text
    std::uint32_t indent = 0; // bytes before the first token of this token's line
    Span span;
    std::int64_t value = 0; // of a number; of a duration in milliseconds
    std::string_view text;
};

struct TokenStream {
    std::vector<Token> tokens;     // the last one has kind `end`
    std::vector<std::string> docs; // the texts of `///` lines; the first one is empty
    std::vector<Span> broken;      // where a mistake has been reported that may cause others
};

} // namespace muster::spec::syntax
