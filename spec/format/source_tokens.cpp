#include "spec/format/source_tokens.hpp"

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/parse/grammar/lexical.hpp"

#include <utility>

namespace muster::spec::formatting {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Gives the comments of the gap between two tokens to one or the other.
void read_gap(std::string_view gap, SourceToken* before, SourceToken& after) {
    bool on_line_of_before = before != nullptr;
    bool blank = false;
    while (!gap.empty()) {
        const std::size_t end = gap.find('\n');
        const bool has_end = end != std::string_view::npos;
        const std::string_view line = without_blanks(gap.substr(0, end));
        gap.remove_prefix(has_end ? end + 1 : gap.size());
        if (!line.empty()) {
            if (on_line_of_before) {
                before->trailing = line;
            } else {
                after.leading.push_back({line, blank});
            }
            blank = false;
        } else if (!on_line_of_before && has_end) {
            blank = true;
        }
        after.first_on_line = after.first_on_line || has_end;
        on_line_of_before = on_line_of_before && !has_end;
    }
    after.blank_before = blank;
}

/// A comment in front of a comma or brace that does not begin its line any more moves behind it.
void settle_comments(std::vector<SourceToken>& tokens) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        SourceToken& next = tokens[i + 1];
        const bool joins = next.text == "," || next.text == "{" || next.text == ";";
        if (joins && next.leading.empty() && next.trailing.empty()) {
            next.trailing = std::exchange(tokens[i].trailing, {});
        }
    }
}

} // namespace

std::vector<SourceToken> read_tokens(std::string_view text) {
    Diagnostics unused; // the text has been parsed before
    const syntax::TokenStream stream = syntax::tokenize(text, 0, unused);
    std::vector<SourceToken> tokens;
    tokens.reserve(stream.tokens.size());
    std::size_t end_of_last = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (const syntax::Token& token : stream.tokens) {
        SourceToken next;
        next.text = token.text;
        next.kind = token.kind;
        next.space_after = token.space_after;
        next.first_on_line = tokens.empty();
        const std::string_view gap = text.substr(end_of_last, token.span.begin - end_of_last);
        read_gap(gap, tokens.empty() ? nullptr : &tokens.back(), next);
        end_of_last = token.span.end;
        tokens.push_back(std::move(next));
    }
    settle_comments(tokens);
    return tokens;
}

} // namespace muster::spec::formatting
