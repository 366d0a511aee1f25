#pragma once

#include "spec/format/layout.hpp"
#include "spec/format/source_tokens.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace muster::spec::formatting {

/// Of a condition that goes on in the next line, so that it stands apart from the block behind it.
constexpr std::int32_t kConditionIndent = 4;

/// Moves tokens with their comments into a layout, one after another. What it cannot do is lose or
/// swap one.
class Writer {
public:
    explicit Writer(std::vector<SourceToken>& tokens)
        : tokens_(tokens) {}

protected:
    [[nodiscard]] const SourceToken& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
    }

    [[nodiscard]] bool is(std::string_view text) const { return peek().text == text; }

    [[nodiscard]] bool is(std::size_t ahead, std::string_view text) const {
        return peek(ahead).text == text;
    }

    [[nodiscard]] bool is_name(std::size_t ahead = 0) const {
        return peek(ahead).kind == syntax::TokenKind::name;
    }

    /// Some words have a meaning only in front of a name on their line.
    [[nodiscard]] bool name_on_this_line(std::size_t ahead) const {
        return is_name(ahead) && !peek(ahead).first_on_line;
    }

    [[nodiscard]] bool at_end() const { return peek().kind == syntax::TokenKind::end; }

    /// Whether the author put the next token, or a comment above it, on a new line.
    [[nodiscard]] bool starts_line() const { return peek().first_on_line; }

    /// Whether the last token has a comment behind it.
    [[nodiscard]] bool after_comment() const {
        return next_ > 0 && !tokens_[next_ - 1].trailing.empty();
    }

    /// An empty line above the next token or above its first comment.
    [[nodiscard]] Layout::Blank blank_before() const;

    /// Whether the bracket that the next token opens is closed on the same line.
    [[nodiscard]] bool closes_on_its_line() const;

    void take();

    /// With a blank in front.
    void take_spaced() {
        layout_.space();
        take();
    }

    void take_if(std::string_view text) {
        if (is(text)) {
            take();
        }
    }

    /// Writes the comments above the next token, which then has none.
    void take_comments();

    /// Leaves the next token out, which may be a `;` or a comma before a closing bracket. Where
    /// its comments have no other place the token stays.
    void drop();

    Layout& layout() { return layout_; }

private:
    std::vector<SourceToken>& tokens_;
    std::size_t next_ = 0;
    Layout layout_;
};

} // namespace muster::spec::formatting
