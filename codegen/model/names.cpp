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
    if (std::find(kReserved.begin(), kReserved.end(), result) != kReserved.end()) {
        result += '_';
    }
    return result;
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
