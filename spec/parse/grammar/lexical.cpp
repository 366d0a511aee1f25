#include "spec/parse/grammar/lexical.hpp"

#include <boost/spirit/home/x3.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace muster::spec::syntax {
namespace {

namespace x3 = boost::spirit::x3;

constexpr auto kKeywords = std::to_array<std::string_view>({
    "all",    "and",   "armed",  "assert", "else", "exists", "false",   "first", "for",
    "forall", "fresh", "from",   "if",     "iff",  "ignore", "implies", "in",    "in_flight",
    "inter",  "is",    "let",    "minus",  "none", "not",    "old",     "or",    "otherwise",
    "pick",   "reply", "return", "send",   "sent", "some",   "start",   "stop",  "subset",
    "then",   "to",    "true",   "union",  "when", "where",  "with",
});

/// Signs, longest first where one begins another (x3::symbols takes the longest match). Those of
/// the second line are no part of the language; they are read as one token for the sake of hints.
struct Signs : x3::symbols<x3::unused_type> {
    Signs() {
        for (const char* sign :
             {"{",  "}",  "(",  ")",  "[",  "]",   "?[",  ",",   ":",   ";",  ".", "..", "->",
              "|",  "=",  "==", "!=", "<",  "<=",  ">",   ">=",  "+",   "-",  "*", "+=", "-=",
              "&&", "||", "!",  ":=", "=>", "==>", "<->", "<=>", "===", "++", "/", "%"}) {
            add(sign);
        }
    }
};

// clang-format off
auto const blank  = x3::char_(" \t\r\n\f\v");
auto const rest_of_line = *(x3::char_ - '\n');
auto const word   = x3::char_("a-zA-Z_") >> *x3::char_("a-zA-Z0-9_");
auto const number = +x3::char_("0-9") >> *x3::char_("a-zA-Z0-9_");
auto const quoted = x3::lit('"')
                  >> *(('\\' >> (x3::char_ - '\n')) | (x3::char_ - x3::char_("\"\\\n")))
                  >> x3::lit('"');

// clang-format on

/// Moves `position` behind what `grammar` matches there, if it matches.
template <class Grammar>
bool accept(const char*& position, const char* end, const Grammar& grammar) {
    return x3::parse(position, end, grammar);
}

bool continues_code_point(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

class Lexer {
public:
    Lexer(std::string_view text, std::uint32_t base, Diagnostics& diagnostics)
        : base_(base)
        , begin_(text.data())
        , position_(text.data())
        , end_(text.data() + text.size())
        , line_(text.data())
        , diagnostics_(diagnostics) {
        stream_.docs.emplace_back();
        if (text.substr(0, 3) == "\xEF\xBB\xBF") {
            position_ += 3; // a byte order mark
            line_ = position_;
        }
    }

    TokenStream run() {
        skip();
        while (position_ != end_) {
            next();
            const char* behind = position_;
            skip();
            stream_.tokens.back().space_after = position_ != behind || position_ == end_;
        }
        Token end;
        end.first_on_line = first_on_line_;
        end.span = {offset(end_), offset(end_)};
        stream_.tokens.push_back(end);
        return std::move(stream_);
    }

private:
    [[nodiscard]] std::uint32_t offset(const char* at) const {
        return base_ + static_cast<std::uint32_t>(at - begin_);
    }

    /// Passes blanks and comments, and collects documentation on the way. A blank line ends a
    /// block of documentation: only the block right above a token belongs to it.
    void skip() {
        for (;;) {
            const char* start = position_;
            static_cast<void>(accept(position_, end_, *blank));
            const auto lines = std::count(start, position_, '\n');
            if (lines > 0) {
                first_on_line_ = true;
                line_ = position_;
                while (line_ != start && line_[-1] != '\n') {
                    --line_;
                }
            }
            if (lines > 1) {
                doc_.reset();
            }
            const char* comment = position_;
            if (!accept(position_, end_, x3::lit("//") >> rest_of_line)) {
                return;
            }
            const std::string_view text(comment, static_cast<std::size_t>(position_ - comment));
            if (first_on_line_ && text.starts_with("///") && !text.starts_with("////")) {
                add_doc(text.substr(3));
            }
        }
    }

    void add_doc(std::string_view line) {
        if (line.starts_with(' ')) {
            line.remove_prefix(1);
        }
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
            line.remove_suffix(1);
        }
        if (doc_) {
            doc_->append("\n").append(line);
        } else {
            doc_ = std::string(line);
        }
    }

    void next() {
        const char* start = position_;
        Token token;
        token.first_on_line = first_on_line_;
        if (first_on_line_) {
            indent_ = offset(position_) - offset(line_);
        }
        token.indent = indent_;
        token.kind = scan();
        token.text = std::string_view(start, static_cast<std::size_t>(position_ - start));
        token.span = {offset(start), offset(position_)};
        if (token.kind == TokenKind::name && is_keyword(token.text)) {
            token.kind = TokenKind::keyword;
        }
        if (token.kind == TokenKind::number) {
            read_number(token);
        }
        if (doc_) {
            token.doc = static_cast<std::uint32_t>(stream_.docs.size());
            stream_.docs.push_back(std::move(*doc_));
            doc_.reset();
        }
        first_on_line_ = false;
        stream_.tokens.push_back(token);
    }

    TokenKind scan() {
        if (accept(position_, end_, word)) {
            return TokenKind::name;
        }
        if (accept(position_, end_, number)) {
            return TokenKind::number;
        }
        if (accept(position_, end_, quoted)) {
            return TokenKind::string;
        }
        if (*position_ == '"') {
            return unfinished_string();
        }
        if (accept(position_, end_, signs_)) {
            return TokenKind::punctuation;
        }
        do {
            ++position_;
        } while (position_ != end_ && continues_code_point(*position_));
        return TokenKind::unknown;
    }

    TokenKind unfinished_string() {
        const char* start = position_;
        static_cast<void>(accept(position_, end_, rest_of_line));
        diagnostics_.report({.code = Code::syntax,
                             .message = "a text has no closing quote",
                             .primary = {{offset(start), offset(start) + 1}, "begins here"},
                             .notes = {"a text ends on the line on which it begins"}});
        stream_.broken.push_back({offset(start), offset(position_)});
        return TokenKind::string;
    }

    void read_number(Token& token) {
        const char* digits_end = std::find_if(
            token.text.begin(), token.text.end(), [](char c) { return c < '0' || c > '9'; });
        const std::string_view unit(digits_end,
                                    static_cast<std::size_t>(token.text.end() - digits_end));
        const auto result = std::from_chars(token.text.data(), digits_end, token.value);
        std::int64_t factor = 1;
        if (!unit.empty()) {
            token.kind = TokenKind::duration;
            if (unit == "s") {
                factor = 1000;
            } else if (unit == "m") {
                factor = 60'000;
            } else if (unit != "ms") {
                report_unit(token.span, unit);
                return;
            }
        }
        if (result.ec != std::errc() || __builtin_mul_overflow(token.value, factor, &token.value)) {
            token.value = 0;
            diagnostics_.report(
                {.code = Code::number_too_large,
                 .message = "this number does not fit into 64 bits",
                 .primary = {token.span, ""},
                 .notes = {"numbers lie between -9223372036854775807 and 9223372036854775807"}});
        }
    }

    void report_unit(Span span, std::string_view unit) {
        diagnostics_.report(
            {.code = Code::syntax,
             .message = fmt::format("a number cannot be followed by `{}`", unit.substr(0, 40)),
             .primary = {span, ""},
             .help = "a duration is written `500ms`, `10s` or `2m`; anything else needs a space"});
    }

    std::uint32_t base_;
    const char* begin_;
    const char* position_;
    const char* end_;
    const char* line_; // where the current line begins
    Diagnostics& diagnostics_;
    TokenStream stream_;
    std::optional<std::string> doc_;
    std::uint32_t indent_ = 0;
    bool first_on_line_ = true;
    Signs signs_;
};

} // namespace

bool is_keyword(std::string_view text) {
    return std::find(kKeywords.begin(), kKeywords.end(), text) != kKeywords.end();
}

TokenStream tokenize(std::string_view text, std::uint32_t base, Diagnostics& diagnostics) {
    return Lexer(text, base, diagnostics).run();
}

} // namespace muster::spec::syntax
