#include "tests/tidy/source.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace muster::tidy {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Walks over a text once and blanks what is not code.
class Blanker {
public:
    explicit Blanker(std::string_view text)
        : text_(text)
        , result_(text) {}

    std::string run() {
        while (at_ < text_.size()) {
            if (starts("//")) {
                blank_until(text_.find('\n', at_));
            } else if (starts("/*")) {
                blank_through("*/", at_ + 2);
            } else if (starts("R\"") && !follows_word()) {
                raw_string();
            } else if (text_[at_] == '"') {
                literal('"');
            } else if (text_[at_] == '\'' && !separates_digits()) {
                literal('\'');
            } else {
                ++at_;
            }
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] bool starts(std::string_view what) const {
        return text_.substr(at_).starts_with(what);
    }

    [[nodiscard]] bool follows_word() const { return at_ > 0 && is_word(text_[at_ - 1]); }

    // 1'000: the word that ends before the quote begins with a digit.
    [[nodiscard]] bool separates_digits() const {
        std::size_t first = at_;
        while (first > 0 && (is_word(text_[first - 1]) || text_[first - 1] == '\'')) {
            --first;
        }
        return first < at_ && std::isdigit(static_cast<unsigned char>(text_[first])) != 0;
    }

    void blank_until(std::size_t end) {
        end = std::min(end, text_.size());
        for (; at_ < end; ++at_) {
            if (text_[at_] != '\n') {
                result_[at_] = ' ';
            }
        }
    }

    void blank_through(std::string_view mark, std::size_t from) {
        const std::size_t found = text_.find(mark, from);
        blank_until(found == std::string_view::npos ? found : found + mark.size());
    }

    void raw_string() {
        const std::size_t open = text_.find('(', at_);
        if (open == std::string_view::npos) {
            blank_until(open);
            return;
        }
        const std::string end = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
        blank_through(end, open);
    }

    // Keeps the quotes. A literal that its line does not end is taken to end there.
    void literal(char quote) {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
            end += text_[end] == '\\' ? 2 : 1;
        }
        ++at_;
        blank_until(end);
        ++at_;
    }

    std::string_view text_;
    std::string result_;
    std::size_t at_ = 0;
};

} // namespace

Source make_source(std::string path, std::string text) {
    Source source{.path = std::move(path), .text = std::move(text), .lines = {}, .code = {}};
    source.lines = split_lines(source.text);
    source.code = split_lines(code_view(source.text));
    return source;
}

std::string code_view(std::string_view text) {
    return Blanker(text).run();
}

std::string without_preprocessor(const Source& source) {
    std::string result;
    bool continued = false;
    for (const std::string& line : source.code) {
        const std::size_t first = line.find_first_not_of(' ');
        const bool directive = continued || (first != std::string::npos && line[first] == '#');
        continued = directive && line.ends_with('\\');
        result += directive ? std::string(line.size(), ' ') : line;
        result += '\n';
    }
    return result;
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string_view top_folder(std::string_view path) {
    const std::size_t slash = path.find('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

bool is_cpp(std::string_view path) {
    return path.ends_with(".cpp");
}

bool is_header(std::string_view path) {
    return path.ends_with(".hpp");
}

bool is_program(std::string_view path) {
    constexpr std::array<std::string_view, 5> kFolders{
        "spec", "checker", "codegen", "runtime", "cli"};
    return std::find(kFolders.begin(), kFolders.end(), top_folder(path)) != kFolders.end();
}

bool is_generated(std::string_view path) {
    return path.starts_with("runtime/generated/") || path.starts_with("tests/golden/") ||
           path.ends_with(".gen.hpp");
}

} // namespace muster::tidy
