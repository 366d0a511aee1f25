#include "codegen/model/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace muster::codegen {

namespace {

constexpr std::array kReserved = std::to_array<std::string_view>({
    // The keywords of C++20.
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    // Macros that standard headers may define.
    "EOF",
    "NULL",
    "assert",
    "errno",
    "linux",
    "major",
    "minor",
    "offsetof",
    "setjmp",
    "stderr",
    "stdin",
    "stdout",
    "unix",
    "va_arg",
    // Types that standard headers declare for all; see also `identifier`.
    "FILE",
    "fd_mask",
    "obstack",
    "tm",
    "u_char",
    "u_int",
    "u_long",
    "u_short",
    "uint",
    "ulong",
    "ushort",
    "va_list",
    // What generated code itself relies on everywhere.
    "Defs",
    "Ghosts",
    "Given",
    "Hooks",
    "List",
    "Map",
    "Out",
    "Outcome",
    "Request",
    "Set",
    "Types",
    "machine",
    "muster",
    "std",
});

/// What is visible where types are named: parameters, members, and the driver of explored machines.
constexpr std::array kBesideTypes = std::to_array<std::string_view>({
    "ChangeFunction",
    "Constants",
    "DefaultTypes",
    "GhostState",
    "Protocol",
    "ReadFunction",
    "Self",
    "Visit",
    "VisitFunction",
    "action",
    "all_processes",
    "before",
    "change",
    "constants",
    "constants_",
    "crash",
    "cut",
    "durable_entry",
    "element",
    "entry",
    "exploration",
    "explore",
    "field",
    "fire",
    "for_each_durable",
    "for_role",
    "from",
    "ghosts",
    "ghosts_",
    "handle",
    "hooks",
    "hooks_",
    "host",
    "is_enumerator",
    "is_initial",
    "kDurable",
    "kDurableFields",
    "kName",
    "kNetwork",
    "kRoles",
    "kSorts",
    "key",
    "kind",
    "left",
    "lost",
    "make",
    "me",
    "me_",
    "message",
    "name_of",
    "out",
    "peer",
    "process",
    "question",
    "read",
    "reader",
    "request",
    "restore_entry",
    "restore_state",
    "right",
    "role",
    "run",
    "self",
    "start",
    "take_ghosts",
    "timer",
    "value",
    "visit",
    "visit_fields",
    "visit_state",
});

/// What is visible where fields are named.
constexpr std::array kBesideFields = std::to_array<std::string_view>({
    "Self",
    "Visit",
    "kName",
    "kNetwork",
    "self",
    "visit",
    "visit_fields",
});

template <class All>
bool is_one_of(const All& all, const std::string& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
}

/// As the driver calls the roles.
bool is_numbered_role(std::string_view name) {
    constexpr std::string_view kRole = "Role";
    return name.starts_with(kRole) && name.size() > kRole.size() &&
           std::all_of(name.begin() + kRole.size(), name.end(), [](char letter) {
               return letter >= '0' && letter <= '9';
           });
}

} // namespace

std::string identifier(std::string_view name) {
    std::string result;
    for (const char character : name) {
        // Two underscores in a row are the implementation's.
        if (character == '_' && !result.empty() && result.back() == '_') {
            result += "u_";
        } else {
            result += character;
        }
    }
    // The operating system has all names that end like this one, for its types.
    if (is_one_of(kReserved, result) || result.ends_with("_t")) {
        result += '_';
    }
    return result;
}

std::string type_identifier(std::string_view name) {
    std::string result = identifier(name);
    if (is_one_of(kBesideTypes, result) || is_numbered_role(result)) {
        result += '_';
    }
    return is_one_of(kBesideTypes, result) ? result + "type" : result; // `ghosts_` is a member
}

std::string field_identifier(const spec::TypedSpec& spec, std::string_view name) {
    const std::string result = identifier(name);
    const auto names_one = [&](const auto& declared) {
        return std::any_of(declared.begin(), declared.end(), [&](const auto& info) {
            return type_identifier(info.name) == result;
        });
    };
    const bool is_taken = is_one_of(kBesideFields, result) || names_one(spec.enums) ||
                          names_one(spec.records) || names_one(spec.messages);
    return result + (is_taken ? "_" : "");
}

std::string camel_case(std::string_view text) {
    std::string name;
    bool begins_word = true;
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte >= 0x80 || std::isalnum(byte) == 0) {
            begins_word = true;
            continue;
        }
        name += begins_word ? static_cast<char>(std::toupper(byte)) : character;
        begins_word = false;
    }
    return name;
}

bool NameScope::taken(const std::string& name) const {
    return reserved_.count(name) > 0 ||
           std::find(claimed_.begin(), claimed_.end(), name) != claimed_.end();
}

std::string NameScope::claim(std::string_view name) {
    const std::string wanted = identifier(name);
    std::string unique = wanted;
    for (int number = 2; taken(unique); ++number) {
        unique = wanted + (wanted.back() == '_' ? "" : "_") + std::to_string(number);
    }
    claimed_.push_back(unique);
    return unique;
}

void NameScope::pop() {
    claimed_.resize(marks_.back());
    marks_.pop_back();
}

} // namespace muster::codegen
