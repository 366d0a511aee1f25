#include "spec/format/format.hpp"

#include "spec/ast/dump.hpp"
#include "spec/diagnostics/internal_error.hpp"
#include "spec/format/file_layout.hpp"
#include "spec/format/source_tokens.hpp"
#include "spec/parse/parse.hpp"

#include <algorithm>
#include <vector>

namespace muster::spec {
namespace {

bool closes(const formatting::SourceToken& token) {
    return token.text == ")" || token.text == "]" || token.text == "}";
}

/// What the layout must not change: tokens and comments, each in their own order. Comments may
/// change places with punctuation.
struct Contents {
    std::vector<std::string_view> tokens;
    std::vector<std::string_view> comments;

    friend bool operator==(const Contents&, const Contents&) = default;
};

Contents contents_of(std::string_view text) {
    const std::vector<formatting::SourceToken> tokens = formatting::read_tokens(text);
    Contents contents;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        for (const formatting::Comment& comment : tokens[i].leading) {
            contents.comments.push_back(comment.text);
        }
        if (!tokens[i].trailing.empty()) {
            contents.comments.push_back(tokens[i].trailing);
        }
        const bool optional =
            tokens[i].text == ";" || (tokens[i].text == "," && closes(tokens[i + 1]));
        if (!optional) {
            contents.tokens.push_back(tokens[i].text);
        }
    }
    return contents;
}

} // namespace

std::optional<std::string> format(std::string_view text, Diagnostics& diagnostics) {
    const auto before = parse(text, diagnostics);
    if (!before) {
        return std::nullopt;
    }
    std::vector<formatting::SourceToken> tokens = formatting::read_tokens(text);
    std::string formatted = formatting::FileLayout(tokens).run();
    Diagnostics unexpected;
    const auto after = parse(formatted, unexpected);
    MUSTER_ASSERT(after && dump(*before) == dump(*after), "the layout changes the meaning");
    MUSTER_ASSERT(contents_of(text) == contents_of(formatted), "the layout loses something");
    return formatted;
}

} // namespace muster::spec
