#pragma once

#include "spec/parse/token.hpp"

#include <string_view>
#include <vector>

namespace muster::spec::formatting {

/// A `//` comment, without blanks at its end. Texts point into the source.
struct Comment {
    std::string_view text;
    bool blank_before = false; // an empty line stands above it
};

/// A token with the comments around it and with how its author placed it. Only line ends are kept:
/// how many blanks stood between two tokens says nothing.
struct SourceToken {
    std::string_view text; // empty for the end of the file
    syntax::TokenKind kind = syntax::TokenKind::end;
    bool space_after = false;
    bool first_on_line = false;
    bool blank_before = false;    // an empty line stands above it, below its comments
    std::vector<Comment> leading; // each on a line of its own
    std::string_view trailing;    // behind it on its line; may be empty
};

/// The tokens of a text without syntax errors; the last one is the end of the file.
[[nodiscard]] std::vector<SourceToken> read_tokens(std::string_view text);

} // namespace muster::spec::formatting
