#include "tests/fuzz/front_end_input.hpp"

#include "spec/diagnostics/render.hpp"
#include "spec/pipeline/front_end.hpp"
#include "spec/types/dump.hpp"
#include "tests/spec_generator/generate_spec.hpp"

#include <cctype>
#include <vector>

namespace muster::test {
namespace {

Decisions decisions_of(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint32_t> numbers(bytes.begin(), bytes.end());
    return Decisions(std::move(numbers));
}

// Words, and single characters between them; blanks belong to what stands before them.
std::vector<std::string> rough_tokens(const std::string& text) {
    std::vector<std::string> tokens;
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    for (const char c : text) {
        const bool goes_on = !tokens.empty() && ((is_word(c) && is_word(tokens.back().back())) ||
                                                 c == ' ' || c == '\n');
        if (goes_on) {
            tokens.back() += c;
        } else {
            tokens.emplace_back(1, c);
        }
    }
    return tokens;
}

std::string changed(const std::string& text, Decisions& decisions) {
    std::vector<std::string> tokens = rough_tokens(text);
    const std::size_t changes = 1 + decisions.below(4);
    for (std::size_t i = 0; i < changes && tokens.size() > 1; ++i) {
        const std::size_t at = decisions.below(tokens.size());
        const std::size_t other = decisions.below(tokens.size());
        const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
        switch (decisions.below(4)) {
        case 0:
            tokens.erase(place);
            break;
        case 1:
            tokens.insert(place, tokens[other]);
            break;
        case 2:
            std::swap(tokens[at], tokens[other]);
            break;
        default:
            tokens[at] = tokens[other];
        }
    }
    std::string result;
    for (const std::string& token : tokens) {
        result += token;
    }
    return result;
}

} // namespace

std::string text_of_input(std::span<const std::uint8_t> input) {
    if (input.empty()) {
        return {};
    }
    const std::span<const std::uint8_t> rest = input.subspan(1);
    if (input[0] % 3 == 0) {
        return {rest.begin(), rest.end()};
    }
    const std::size_t half = input[0] % 3 == 1 ? rest.size() : rest.size() - rest.size() / 4;
    Decisions decisions = decisions_of(rest.first(half));
    std::string text = generate_spec(decisions);
    if (input[0] % 3 == 2) {
        Decisions changes = decisions_of(rest.subspan(half));
        text = changed(text, changes);
    }
    return text;
}

std::size_t run_front_end(const std::string& text) {
    spec::Diagnostics diagnostics;
    spec::SourceMap sources{spec::SourceFile("input", text)};
    // An import finds the same text again, which is a cycle, or nothing.
    const auto load =
        [&](const std::string&,
            const std::string& path) -> tl::expected<spec::SourceFile, spec::LoadError> {
        if (path.size() % 2 == 0) {
            return spec::SourceFile(path, text);
        }
        return tl::unexpected(spec::LoadError{.file = path, .message = "there is no such file"});
    };
    const auto typed = spec::analyse(sources, load, diagnostics);
    std::size_t length = spec::render_text(sources, diagnostics, spec::Colour::on).size();
    length += spec::render_json(sources, diagnostics).size();
    if (typed) {
        length += spec::dump(*typed).size();
    }
    return length;
}

} // namespace muster::test
