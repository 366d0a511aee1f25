#include "spec/diagnostics/foreign_words.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace muster::spec {

namespace {

struct ForeignWord {
    std::string_view word;
    std::string_view help;
};

constexpr std::string_view kTrue = "write `true`";
constexpr std::string_view kFalse = "write `false`";
constexpr std::string_view kNone = "write `none`";
constexpr std::string_view kSize = "`size(x)` is the number of elements of a set, map or list";
constexpr std::string_view kMember = "whether `S` holds `x` is written `x in S`";
constexpr std::string_view kKeys = "`keys(m)` is the set of the keys of a map";
constexpr std::string_view kOwnIndex = "a process knows itself by the name in `role R[name: Sort]`";
constexpr std::string_view kCollections =
    "a set is written `{a, b}`, a list `[a, b]`, a map `{a -> b}`";

constexpr auto kValues = std::to_array<ForeignWord>({
    {"max", "write `if a > b then a else b`"},
    {"min", "write `if a < b then a else b`"},
    {"abs", "write `if a < 0 then -a else a`"},
    {"len", kSize},
    {"length", kSize},
    {"count", kSize},
    {"card", kSize},
    {"contains", kMember},
    {"has", kMember},
    {"domain", kKeys},
    {"values", "the values of a map are `{ m[k] | k in keys(m) }`"},
    {"set", kCollections},
    {"list", kCollections},
    {"map", kCollections},
    {"True", kTrue},
    {"TRUE", kTrue},
    {"False", kFalse},
    {"FALSE", kFalse},
    {"None", kNone},
    {"NULL", kNone},
    {"null", kNone},
    {"nil", kNone},
    {"self", kOwnIndex},
    {"this", kOwnIndex},
    {"bool", "`bool` is a type; its values are `true` and `false`"},
    {"int", "`int` is a type; its values are written as numbers"},
});

constexpr std::string_view kText =
    "there are no texts; declare a `sort` for values that are only compared";
constexpr std::string_view kBool = "write `bool`";
constexpr std::string_view kInt = "write `int`";
constexpr std::string_view kNoFractions =
    "there are no fractions; count in a smaller unit, as `int`";
constexpr std::string_view kList = "write `list T`";
constexpr std::string_view kMap = "write `map K -> V`";
constexpr std::string_view kOption = "write `option T`";

constexpr auto kTypes = std::to_array<ForeignWord>({
    {"string", kText},
    {"String", kText},
    {"str", kText},
    {"text", kText},
    {"char", kText},
    {"boolean", kBool},
    {"Boolean", kBool},
    {"Bool", kBool},
    {"integer", kInt},
    {"Integer", kInt},
    {"Int", kInt},
    {"nat", kInt},
    {"Nat", kInt},
    {"long", kInt},
    {"uint", kInt},
    {"float", kNoFractions},
    {"double", kNoFractions},
    {"real", kNoFractions},
    {"array", kList},
    {"vector", kList},
    {"seq", kList},
    {"List", kList},
    {"Set", "write `set T`"},
    {"dict", kMap},
    {"Map", kMap},
    {"Option", kOption},
    {"optional", kOption},
    {"maybe", kOption},
});

std::string find(std::span<const ForeignWord> words, std::string_view name) {
    const auto found = std::find_if(
        words.begin(), words.end(), [&](const ForeignWord& entry) { return entry.word == name; });
    return found == words.end() ? std::string() : std::string(found->help);
}

} // namespace

std::string help_for_foreign_value(std::string_view name) {
    return find(kValues, name);
}

std::string help_for_foreign_type(std::string_view name) {
    return find(kTypes, name);
}

} // namespace muster::spec
