#include "spec/parse/expectation.hpp"

#include "spec/diagnostics/suggest.hpp"
#include "spec/parse/boundaries.hpp"
#include "spec/parse/hints.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace muster::spec::syntax {
namespace {

struct Slip {
    std::string_view found;
    std::string_view help;
};

/// What people write who come from other languages.
constexpr auto kSlips = std::to_array<Slip>({
    {"=", "`==` compares"},
    {":=", "assignment is written `=`, comparison `==`"},
    {"===", "comparison is written `==`"},
    {"&&", "write `and`"},
    {"||", "write `or`"},
    {"!", "write `not`"},
    {"=>", "implication is written `implies`"},
    {"==>", "implication is written `implies`"},
    {"<->", "write `iff`"},
    {"<=>", "write `iff`"},
    {"++", "write `+= 1`"},
    {"/", "there is no division"},
    {"%", "there is no remainder"},
    {";", "only statements can be separated by `;`"},
    {"null", "write `none`"},
    {"nil", "write `none`"},
    {"elif", "write `else if`"},
    {"elsif", "write `else if`"},
    {"'", "texts stand in double quotes, and only behind `test`"},
});

bool is_name_wanted(std::string_view wanted) {
    return wanted.starts_with("a name") || wanted.starts_with("the name") ||
           wanted.starts_with("a field's name");
}

std::string found_text(const Token& found) {
    if (found.kind == TokenKind::end) {
        return "the end of the file";
    }
    constexpr std::size_t kLongest = 40;
    if (found.text.size() > kLongest) {
        return "a long word";
    }
    return fmt::format("`{}`", found.text);
}

/// The words that are named in backquotes.
std::vector<std::string> words_in(std::string_view wanted) {
    std::vector<std::string> words;
    for (std::size_t open = wanted.find('`'); open != std::string_view::npos;) {
        const std::size_t close = wanted.find('`', open + 1);
        if (close == std::string_view::npos) {
            break;
        }
        words.emplace_back(wanted.substr(open + 1, close - open - 1));
        open = wanted.find('`', close + 1);
    }
    return words;
}

std::string help_for(std::string_view wanted, const Token& found, const Token* previous) {
    if (found.kind == TokenKind::keyword && is_name_wanted(wanted)) {
        return fmt::format("`{}` is a word of the language; choose another name", found.text);
    }
    if (previous != nullptr && wanted.starts_with("`=`, `+=`") &&
        (previous->text == "var" || previous->text == "val" || previous->text == "auto")) {
        return "a local value is written `let x = e`";
    }
    if (wanted == "`<=`" && found.text == "=") {
        return "a bound is written `in flight <= k`";
    }
    if (wanted == "`=`" && found.text == "==") {
        return "write a single `=` here";
    }
    if (wanted == "`.` after the names") {
        return "a quantifier is written `forall x: T. e` or `forall x in S. e`, with a blank "
               "behind the dot";
    }
    if (wanted == "`leads to`") {
        return "a `live` property is written `live name: P leads to Q`";
    }
    if (wanted == "`fires only when`" || wanted == "`.` and the name of a timer") {
        return "write `assume timing name: role.timer fires only when e`";
    }
    if (wanted == "`quiet(…)`") {
        return "behind a `live` property, `when quiet(…)` lists what stops occurring";
    }
    if (wanted == "`of` or `{`" && found.text == "from") {
        return "`on lost c of R` names the role of the peer";
    }
    if (wanted == "`for`, `,` or `}`" && found.text == "|") {
        return "a map is made with `{ k -> v for x in S, P }`";
    }
    if (wanted.starts_with("a duration") && found.kind == TokenKind::number) {
        return fmt::format("give a unit: `{}ms`", found.text);
    }
    if (wanted == "`:`" && previous != nullptr && previous->kind == TokenKind::name &&
        (found.text == ")" || found.text == ",")) {
        return "fields are given by name: `f: e`";
    }
    if (wanted == "a field's name or `)`" && found.kind == TokenKind::number) {
        return "fields are given by name: `f: e`";
    }
    if (wanted == "a declaration" && begins_member(found)) {
        return fmt::format("`{}` belongs in a role", found.text);
    }
    if (wanted == "a declaration" && found.text == "}") {
        return "there is one closing brace too many";
    }
    if (wanted == "a statement or `}`" && found.text == "var") {
        return "a local value is written `let x = e`";
    }
    if (found.kind == TokenKind::unknown && static_cast<unsigned char>(found.text[0]) >= 0x80) {
        return "names are made of the letters a to z and A to Z, digits and `_`";
    }
    const bool behind_expression = wanted.starts_with('`') || wanted == "a declaration";
    if (found.text == "=" && (!behind_expression || wanted == "`:`")) {
        return {};
    }
    for (const Slip& slip : kSlips) {
        if (slip.found == found.text) {
            return std::string(slip.help);
        }
    }
    return found.kind == TokenKind::name ? did_you_mean(std::string(found.text), words_in(wanted))
                                         : std::string();
}

} // namespace

Diagnostic describe_expectation(std::string_view wanted, const Token& found, const Token* first) {
    const Token* previous = &found == first ? nullptr : &found - 1;
    std::string help = hint_from_context(wanted, found, first);
    Diagnostic diagnostic{
        .code = Code::syntax,
        .message = fmt::format("expected {}, found {}", wanted, found_text(found)),
        .primary = {found.span, ""},
        .help = help.empty() ? help_for(wanted, found, previous) : std::move(help)};
    const bool on_another_line = found.first_on_line || found.kind == TokenKind::end;
    const bool is_missing = wanted.starts_with('`') || found.kind == TokenKind::end ||
                            begins_declaration(found) || begins_member(found);
    const bool may_end_before = wanted == "a declaration" || wanted == "a statement or `}`";
    if (previous != nullptr && on_another_line && is_missing && !may_end_before) {
        diagnostic.primary = {{previous->span.end, previous->span.end}, "expected here"};
    }
    return diagnostic;
}

} // namespace muster::spec::syntax
