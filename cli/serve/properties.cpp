#include "cli/serve/properties.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace muster::cli {

namespace {

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\f' || letter == '\r';
}

bool separates(char letter) {
    return letter == '=' || letter == ':' || is_blank(letter);
}

std::string_view without_blanks_before(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    return text;
}

/// Whether the line goes on in the next one: an odd number of backslashes ends it.
bool goes_on(std::string_view line) {
    std::size_t count = 0;
    while (count < line.size() && line[line.size() - 1 - count] == '\\') {
        ++count;
    }
    return count % 2 == 1;
}

/// Lines that belong together, put together.
class LineReader {
public:
    explicit LineReader(std::string_view text)
        : rest_(text) {}

    /// Nothing at the end of the text. Comments and empty lines are left out.
    std::optional<std::string> next() {
        while (!rest_.empty()) {
            std::string_view line = without_blanks_before(take());
            first_ = line_;
            if (line.empty() || line.front() == '#' || line.front() == '!') {
                continue;
            }
            std::string whole(line);
            while (goes_on(whole) && !rest_.empty()) {
                whole.pop_back();
                whole += without_blanks_before(take());
            }
            return whole;
        }
        return std::nullopt;
    }

    /// Where the last one began, from 1.
    [[nodiscard]] std::size_t line() const { return first_; }

private:
    std::string_view take() {
        const std::size_t end = rest_.find('\n');
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (!line.empty() && line.back() == '\r') {
            line.remove_suffix(1);
        }
        ++line_;
        return line;
    }

    std::string_view rest_;
    std::size_t line_ = 0;
    std::size_t first_ = 0;
};

/// Only letters of ASCII are ever needed in a setting.
std::optional<char> ascii_of(std::string_view digits) {
    unsigned code = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, code, 16);
    if (error != std::errc() || stop != end || digits.size() != 4 || code == 0 || code > 0x7F) {
        return std::nullopt;
    }
    return static_cast<char>(code);
}

/// Takes letters from the front of the text up to one that ends them, escapes resolved. The error
/// is the escape that means nothing.
template <class Ends>
tl::expected<std::string, std::string> unescaped(std::string_view& text, const Ends& ends) {
    std::string result;
    while (!text.empty() && !ends(text.front())) {
        char letter = text.front();
        text.remove_prefix(1);
        if (letter == '\\' && !text.empty()) {
            letter = text.front();
            text.remove_prefix(1);
            if (letter == 'u') {
                const auto coded = ascii_of(text.substr(0, 4));
                if (!coded) {
                    return tl::unexpected(fmt::format("\\u{}", text.substr(0, 4)));
                }
                letter = *coded;
                text.remove_prefix(4);
            } else if (letter == 'n' || letter == 't' || letter == 'r' || letter == 'f') {
                letter = letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == 'r' ? '\r' : '\f';
            }
        }
        result += letter;
    }
    return result;
}

} // namespace

tl::expected<std::vector<Property>, std::string> parse_properties(std::string_view text,
                                                                  const std::string& name) {
    std::vector<Property> result;
    LineReader lines(text);
    while (const auto line = lines.next()) {
        std::string_view rest = *line;
        const std::string place = fmt::format("{}:{}", name, lines.line());
        const auto refuse = [&](const std::string& escape) {
            return tl::unexpected(fmt::format(
                "{}: `{}` stands for no letter; a setting has letters of ASCII", place, escape));
        };
        auto key = unescaped(rest, separates);
        if (!key) {
            return refuse(key.error());
        }
        if (key->empty()) {
            return tl::unexpected(fmt::format("{}: there is no key before `{}`", place, rest));
        }
        rest = without_blanks_before(rest);
        if (!rest.empty() && (rest.front() == '=' || rest.front() == ':')) {
            rest = without_blanks_before(rest.substr(1));
        }
        auto value = unescaped(rest, [](char) { return false; });
        if (!value) {
            return refuse(value.error());
        }
        while (!value->empty() && is_blank(value->back())) {
            value->pop_back();
        }
        result.push_back({*std::move(key), *std::move(value), place});
    }
    return result;
}

tl::expected<Property, std::string> parse_assignment(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        return tl::unexpected(fmt::format("--set: `{}` is not of the form KEY=VALUE", text));
    }
    return Property{text.substr(0, equals), text.substr(equals + 1), "--set"};
}

} // namespace muster::cli
