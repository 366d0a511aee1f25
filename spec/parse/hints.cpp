#include "spec/parse/hints.hpp"

#include "spec/diagnostics/suggest.hpp"
#include "spec/parse/boundaries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace muster::spec::syntax {
namespace {

constexpr std::string_view kWantedAssignment = "`=`, `+=`, `-=` or `(` behind the name";
constexpr std::string_view kWantedMember = "a declaration or `}`";
constexpr std::string_view kElseIf = "write `else if`";

/// The tokens around the place of a mistake.
class Place {
public:
    Place(const Token& found, const Token* first)
        : found_(&found)
        , first_(first) {}

    [[nodiscard]] const Token& found() const { return *found_; }

    /// The token behind the one that was found; the end again at the end.
    [[nodiscard]] const Token& next() const {
        return found_->kind == TokenKind::end ? *found_ : *(found_ + 1);
    }

    /// The text of the token so many places before; empty before the beginning of the file.
    [[nodiscard]] std::string_view before(std::ptrdiff_t distance) const {
        return found_ - first_ < distance ? std::string_view() : (found_ - distance)->text;
    }

    /// The word that opens the statement or declaration that wants a block here.
    [[nodiscard]] std::string_view opener() const {
        static constexpr auto kOpeners = std::to_array<std::string_view>(
            {"if", "else", "for", "pick", "procedure", "on", "action", "role", "{", "}", ";"});
        for (const Token* at = found_; at != first_;) {
            --at;
            if (std::find(kOpeners.begin(), kOpeners.end(), at->text) != kOpeners.end()) {
                return at->text;
            }
        }
        return {};
    }

    /// The name in front of the parentheses that end right before this place, as in `elif (x) {`.
    [[nodiscard]] std::string_view called() const { return called_at(found_).called; }

    /// `reply M(…) r[k]`: the message and what stands behind it on its line, up to this place.
    struct Answer {
        std::string_view message;
        std::string_view behind; // empty if this place is not behind an answer
    };

    [[nodiscard]] Answer answer() const {
        const Token* at = found_;
        while (at != first_ && is_part_of_path(*(at - 1))) {
            --at;
        }
        const Call call = called_at(at);
        if (at == found_ || at->first_on_line || call.word != "reply") {
            return {};
        }
        const std::string_view last = (found_ - 1)->text;
        const char* begin = at->text.data();
        return {call.called, {begin, static_cast<std::size_t>(last.data() + last.size() - begin)}};
    }

private:
    /// The name in front of parentheses, and the word before it.
    struct Call {
        std::string_view called;
        std::string_view word;
    };

    /// The call that ends right before this token.
    [[nodiscard]] Call called_at(const Token* at) const {
        std::size_t depth = 0;
        while (at != first_) {
            --at;
            depth += at->text == ")" ? 1 : 0;
            if (depth == 0) {
                return {};
            }
            depth -= at->text == "(" ? 1 : 0;
            if (depth == 0) {
                const Place open(*at, first_);
                return {open.before(1), open.before(2)};
            }
        }
        return {};
    }

    static bool is_part_of_path(const Token& token) {
        return token.kind == TokenKind::name || token.text == "." || token.text == "[" ||
               token.text == "]";
    }

    const Token* found_;
    const Token* first_;
};

/// `s` or `keys(s)` as it stands there; dots for what is longer.
std::string operand_at(const Token* at) {
    if (at->kind != TokenKind::name) {
        return "…";
    }
    if ((at + 1)->text != "(") {
        return std::string(at->text);
    }
    const bool one_name = (at + 2)->kind == TokenKind::name && (at + 3)->text == ")";
    return fmt::format("{}({})", at->text, one_name ? (at + 2)->text : "…");
}

bool is_else_if(std::string_view word) {
    return word == "elif" || word == "elsif" || word == "elseif";
}

/// A word that stands where a declaration or a member must begin.
std::string hint_of_beginning(std::string_view wanted, const Place& place) {
    const bool in_role = wanted == kWantedMember;
    if (place.found().text == "(" && place.before(2) == ".") {
        return fmt::format("a def of a role is reached from outside if it has no parameters only; "
                           "write a `def {0}(…)` outside of the roles, which may read `role.x`",
                           place.before(1));
    }
    if ((wanted != "a declaration" && !in_role) || place.found().kind != TokenKind::name) {
        return {};
    }
    const std::string word(place.found().text);
    if (in_role && place.next().text == "(") {
        return "behaviour stands in `on`, `action` or `procedure`";
    }
    return did_you_mean(word, in_role ? member_words() : declaration_words());
}

std::string hint_of_statement(std::string_view wanted, const Place& place) {
    const std::string_view found = place.found().text;
    const std::string_view opener = place.opener();
    if (wanted == "`{`" && opener == "if") {
        return found == "then" ? "as a statement, `if` has no `then`; the branch of a statement "
                                 "stands in braces: `if c { … } else { … }`"
                               : "the branch of a statement stands in braces: `if c { … }`";
    }
    if (wanted == "`{` or `if`") {
        return "the branch of a statement stands in braces: `else { … }`";
    }
    if (wanted == "`then`" && found == "{") {
        return "a choice between values is written `if c then a else b`";
    }
    if (wanted == kWantedAssignment && is_else_if(place.before(1))) {
        return std::string(kElseIf);
    }
    if (wanted == "a statement or `}`" && found == "{") {
        const std::string_view called = place.called();
        if (is_else_if(called)) {
            return std::string(kElseIf);
        }
        if (called == "while") {
            return "a loop goes through a set or a list: `for x in S { … }`";
        }
    }
    if (wanted == kWantedAssignment && place.before(1) == "while") {
        return "a loop goes through a set or a list: `for x in S { … }`";
    }
    if (wanted == kWantedAssignment && (place.found().kind == TokenKind::name || found == "}")) {
        return did_you_mean(place.before(1),
                            {"let",
                             "if",
                             "send",
                             "reply",
                             "start",
                             "stop",
                             "ignore",
                             "return",
                             "assert",
                             "for",
                             "pick"});
    }
    return {};
}

std::string hint_of_name_and_type(std::string_view wanted, const Place& place) {
    const std::string_view found = place.found().text;
    const std::string_view word = place.before(2);
    const std::string_view name = place.before(1);
    if (wanted == "`=`" && found == ":" && word == "let") {
        return fmt::format("a `let` has no type: write `let {} = e`", name);
    }
    if (wanted != "`:`" || found != "=") {
        return {};
    }
    if (word == "const") {
        return fmt::format("a constant has a type and no value: write `const {}: int`, and give "
                           "the value in an `instance`; or write `def {} = e`",
                           name,
                           name);
    }
    if (word == "var" || word == "durable" || word == "ghost") {
        return fmt::format("a variable has a type: write `{} {}: int = e`", word, name);
    }
    return {};
}

/// Who sends and who receives it.
std::string hint_of_roles(std::string_view wanted, const Place& place) {
    if (wanted == "`from`" && place.before(2) == "message") {
        return fmt::format("a message has a sender and a receiver: write `message {} from R to Q "
                           "{{ … }}`, with two roles",
                           place.before(1));
    }
    if (wanted == "`to`" && place.before(2) == "from" && place.before(4) == "message") {
        return fmt::format("a message has a receiver: write `message {} from {} to Q {{ … }}`, "
                           "with another role",
                           place.before(3),
                           place.before(1));
    }
    if (wanted == "`to`" && place.before(1) == ")") {
        return fmt::format("a message goes to a role, or to one of its processes: write `send "
                           "{}(…) to q`",
                           place.called());
    }
    return {};
}

/// What stands behind an answer without `to` has been taken for the next statement.
std::string hint_of_reply(std::string_view wanted, const Place& place) {
    const Place::Answer answer = place.answer();
    if (wanted != kWantedAssignment || answer.behind.empty()) {
        return {};
    }
    return fmt::format("an answer to a request that was kept is written `reply {}(…) to {}`",
                       answer.message,
                       answer.behind);
}

std::string hint_of_message(std::string_view wanted, const Place& place) {
    if (wanted != "`(`") {
        return {};
    }
    const std::string_view name = place.before(1);
    const std::string_view word = place.before(2);
    if (word == "(" && (place.before(3) == "sent" || place.before(3) == "in_flight")) {
        return fmt::format("the fields of a message stand in parentheses, even if there are none: "
                           "write `{}({}())`",
                           place.before(3),
                           name);
    }
    if (word == "send" || word == "reply") {
        return fmt::format("the fields of a message stand in parentheses, even if there are none: "
                           "write `{} {}()`",
                           word,
                           name);
    }
    return {};
}

std::string hint_of_scenario(std::string_view wanted, const Place& place) {
    const std::string_view found = place.found().text;
    if (wanted == "`=`, `<=`, `>=` or `in`" &&
        (found == "<" || found == ">" || found == "==" || found == "!=")) {
        return "an instance bounds with `<=`, `>=`, `=` and `in a .. b` only";
    }
    if (wanted == "an event, `expect` or `}`" && found == "=") {
        return "`==` compares: write `expect x == e`";
    }
    return {};
}

} // namespace

std::string hint_from_context(std::string_view wanted, const Token& found, const Token* first) {
    const Place place(found, first);
    if (found.text == "not" && place.next().text == "in") {
        const bool behind_name = &found != first && (&found - 1)->kind == TokenKind::name;
        return fmt::format(
            "write `not {} in {}`", behind_name ? place.before(1) : "x", operand_at(&found + 2));
    }
    for (const auto hint : {&hint_of_beginning,
                            &hint_of_statement,
                            &hint_of_name_and_type,
                            &hint_of_roles,
                            &hint_of_message,
                            &hint_of_reply,
                            &hint_of_scenario}) {
        if (std::string text = hint(wanted, place); !text.empty()) {
            return text;
        }
    }
    return {};
}

} // namespace muster::spec::syntax
