#include "tests/tidy/functions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace muster::tidy {
namespace {

enum class Brace {
    scope,       // of a namespace or a type: functions may follow
    function,    // of a body
    initializer, // of a value inside a declaration that goes on
    other,
};

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_blank(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

std::string_view trim_front(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    return text;
}

std::string_view trim(std::string_view text) {
    text = trim_front(text);
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::string_view first_word(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && is_word(text[end])) {
        ++end;
    }
    return text.substr(0, end);
}

// The declaration without `template <…>` in front.
std::string_view strip_template(std::string_view text) {
    text = trim_front(text);
    while (first_word(text) == "template") {
        std::size_t at = text.find('<');
        int depth = 0;
        for (; at < text.size(); ++at) {
            depth += text[at] == '<' ? 1 : 0;
            depth -= text[at] == '>' ? 1 : 0;
            if (depth == 0) {
                break;
            }
        }
        text = trim_front(text.substr(std::min(at, text.size() - 1) + 1));
    }
    return text;
}

// An equals sign outside parentheses that is not part of an operator's name.
bool has_assignment(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.substr(at).starts_with("operator")) {
            at += std::string_view("operator").size();
            while (at < text.size() && text[at] != '(') {
                ++at;
            }
        }
        depth += at < text.size() && text[at] == '(' ? 1 : 0;
        depth -= at < text.size() && text[at] == ')' ? 1 : 0;
        if (at < text.size() && text[at] == '=' && depth == 0) {
            return true;
        }
    }
    return false;
}

Brace classify(std::string_view declaration) {
    constexpr std::array<std::string_view, 6> kScopes{
        "namespace", "inline namespace", "class", "struct", "union", "enum"};
    const std::string_view text = strip_template(declaration);
    for (const std::string_view scope : kScopes) {
        if (text.starts_with(scope) &&
            (text.size() == scope.size() || !is_word(text[scope.size()]))) {
            return Brace::scope;
        }
    }
    const bool parameters = text.find('(') != std::string_view::npos;
    if (first_word(text) == "extern" && !parameters) {
        return Brace::scope;
    }
    return parameters && !has_assignment(text) ? Brace::function : Brace::other;
}

// The qualified name in front of the first parameter list.
std::string name_of(std::string_view declaration) {
    std::string_view text = strip_template(declaration);
    const std::size_t is_operator = text.find("operator");
    const std::size_t end =
        text.find('(', is_operator == std::string_view::npos ? 0 : is_operator + 9);
    text = trim(text.substr(0, end));
    std::size_t first = text.size();
    while (first > 0 && !is_blank(text[first - 1]) && text[first - 1] != '*' &&
           text[first - 1] != '&') {
        --first;
    }
    return std::string(text.substr(first));
}

class Finder {
public:
    explicit Finder(std::string code)
        : code_(std::move(code)) {}

    std::vector<Function> run() {
        for (std::size_t at = 0; at < code_.size(); ++at) {
            switch (code_[at]) {
            case '\n':
                ++line_;
                break;
            case '(':
                ++parentheses_;
                break;
            case ')':
                --parentheses_;
                break;
            case '{':
                open(at);
                break;
            case '}':
                close(at);
                break;
            case ';':
                if (declaring() && parentheses_ == 0) {
                    begin_declaration(at + 1);
                }
                break;
            case ':':
                if (declaring() && is_access(trim(declaration(at)))) {
                    begin_declaration(at + 1);
                }
                break;
            default:
                break;
            }
        }
        return std::move(found_);
    }

private:
    struct Open {
        Brace brace;
        std::size_t first_line;
        std::string name;
    };

    static bool is_access(std::string_view text) {
        return text == "public" || text == "private" || text == "protected";
    }

    [[nodiscard]] bool declaring() const {
        return open_.empty() || open_.back().brace == Brace::scope;
    }

    [[nodiscard]] std::string_view declaration(std::size_t end) const {
        return std::string_view(code_).substr(declaration_, end - declaration_);
    }

    void begin_declaration(std::size_t at) { declaration_ = at; }

    void open(std::size_t at) {
        if (!declaring()) {
            open_.push_back({Brace::other, line_, {}});
            return;
        }
        if (parentheses_ > 0 || (at > declaration_ && !is_blank(code_[at - 1]))) {
            open_.push_back({Brace::initializer, line_, {}});
            return;
        }
        const std::string_view text = declaration(at);
        const Brace brace = classify(text);
        const std::string_view shown = trim_front(text);
        const auto later_lines = std::count(shown.begin(), shown.end(), '\n');
        open_.push_back({brace,
                         line_ - static_cast<std::size_t>(later_lines),
                         brace == Brace::function ? name_of(text) : std::string()});
        if (brace == Brace::scope) {
            begin_declaration(at + 1);
        }
    }

    void close(std::size_t at) {
        if (open_.empty()) {
            return;
        }
        const Open closed = open_.back();
        open_.pop_back();
        if (closed.brace == Brace::function) {
            found_.push_back({closed.name, closed.first_line, line_ - closed.first_line + 1});
        }
        if (declaring() && closed.brace != Brace::initializer) {
            begin_declaration(at + 1);
        }
    }

    std::string code_;
    std::vector<Function> found_;
    std::vector<Open> open_;
    std::size_t declaration_ = 0;
    std::size_t line_ = 1;
    int parentheses_ = 0;
};

} // namespace

std::vector<Function> find_functions(const Source& source) {
    return Finder(without_preprocessor(source)).run();
}

} // namespace muster::tidy
