#include "codegen/wire/scanner.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace muster::codegen::wire {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kMarks = "{}[]:,=+-";

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string printable(char c) {
    constexpr char kHighestAscii = 0x7e;
    return c > ' ' && c <= kHighestAscii ? '`' + std::string(1, c) + '`' : "this character";
}

/// The length of the text up to the first character that is not of the kind.
template <class Predicate>
std::size_t run_of(std::string_view text, Predicate is_of_kind) {
    const auto* const end = std::find_if_not(text.begin(), text.end(), is_of_kind);
    return static_cast<std::size_t>(end - text.begin());
}

class Scanner {
public:
    explicit Scanner(std::string_view text)
        : text_(text) {}

    tl::expected<std::vector<Token>, Mistake> run() {
        while (true) {
            at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
            if (at_ == text_.size()) {
                add(Token::Kind::end, 0);
                return std::move(tokens_);
            }
            if (const auto mistake = next()) {
                return tl::unexpected(*mistake);
            }
        }
    }

private:
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

    [[nodiscard]] Mistake mistake(std::string message, std::string help) const {
        return {static_cast<std::uint32_t>(at_), std::move(message), std::move(help)};
    }

    std::optional<Mistake> next() {
        const char first = text_[at_];
        if (rest().starts_with("//")) {
            comment();
        } else if (first == '"') {
            return quoted();
        } else if (kMarks.find(first) != std::string_view::npos) {
            add(Token::Kind::mark, 1);
        } else if (is_digit(first)) {
            add(Token::Kind::number, run_of(rest(), is_digit));
            if (!rest().empty() && is_word(rest().front())) {
                return mistake("a number goes on with " + printable(rest().front()),
                               "numbers are decimal; put a blank between a number and a word");
            }
        } else if (is_word(first)) {
            add(Token::Kind::word, run_of(rest(), is_word));
        } else {
            return mistake("a description has no " + printable(first),
                           "it consists of words, numbers, texts and the marks { } [ ] : , = + -");
        }
        return std::nullopt;
    }

    void comment() {
        const std::size_t size = std::min(rest().find('\n'), rest().size());
        std::string_view line = rest().substr(0, size);
        while (!line.empty() && kBlanks.find(line.back()) != std::string_view::npos) {
            line.remove_suffix(1);
        }
        constexpr std::string_view kDocMark = "///";
        if (line.starts_with(kDocMark)) {
            line.remove_prefix(std::min(line.size(), kDocMark.size() + 1));
            tokens_.push_back(
                {Token::Kind::doc, std::string(line), static_cast<std::uint32_t>(at_)});
        }
        at_ += size;
    }

    std::optional<Mistake> quoted() {
        const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
        if (end == std::string_view::npos || text_[end] == '\n') {
            return mistake("a text does not end on its line", "end it with a double quote");
        }
        tokens_.push_back({Token::Kind::text,
                           std::string(text_.substr(at_ + 1, end - at_ - 1)),
                           static_cast<std::uint32_t>(at_)});
        at_ = end + 1;
        return std::nullopt;
    }

    void add(Token::Kind kind, std::size_t size) {
        tokens_.push_back(
            {kind, std::string(text_.substr(at_, size)), static_cast<std::uint32_t>(at_)});
        at_ += size;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
};

} // namespace

tl::expected<std::vector<Token>, Mistake> scan(std::string_view text) {
    return Scanner(text).run();
}

std::string describe(const Token& token) {
    switch (token.kind) {
    case Token::Kind::word:
    case Token::Kind::mark:
        return '`' + token.text + '`';
    case Token::Kind::number:
        return "the number " + token.text;
    case Token::Kind::text:
        return "the text \"" + token.text + '"';
    case Token::Kind::doc:
        return "a comment";
    case Token::Kind::end:
        return "the end of the file";
    }
    return "";
}

} // namespace muster::codegen::wire
