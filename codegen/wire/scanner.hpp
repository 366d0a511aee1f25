#pragma once

#include "codegen/wire/mistake.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muster::codegen::wire {

struct Token {
    enum class Kind {
        word,   // a name or a word of the language
        number, // decimal digits
        text,   // what stands between double quotes, without them
        mark,   // one of { } [ ] : , = + -
        doc,    // a comment that begins with ///, without that
        end,
    };

    Kind kind = Kind::end;
    std::string text;
    std::uint32_t offset = 0;
};

/// The tokens of a description, with one of kind `end` behind them. Comments that begin with two
/// slashes only are left out.
[[nodiscard]] tl::expected<std::vector<Token>, Mistake> scan(std::string_view text);

/// The token as a message names it: "`}`", "the number 3", "the end of the file".
[[nodiscard]] std::string describe(const Token& token);

} // namespace muster::codegen::wire
