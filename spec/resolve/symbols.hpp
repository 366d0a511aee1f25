#pragma once

#include "spec/source/span.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace muster::spec {

enum class SymbolKind {
    sort,
    enumeration,
    record,
    message,
    role,
    constant,
    function,
    def,
    property,
    live,
    timing,
    instance,
    variable,
    timer,
    procedure,
    action,
    local,
};

/// What a name stands for; `index` counts within its kind (an action within its role).
struct Symbol {
    SymbolKind kind;
    std::uint32_t index = 0;
    Span span;
    bool imported = false; // declared in another file
};

/// How a message names this kind of thing: "a sort", "an action".
std::string_view describe(SymbolKind kind);

/// An enumerator of some enum. Enums may share the names of enumerators; where one stands, the
/// type that is expected there settles which is meant.
struct EnumeratorSymbol {
    std::uint32_t enumeration = 0;
    std::uint32_t enumerator = 0;
};

/// The names that declarations introduce, for the whole spec and for each role.
struct Symbols {
    using Table = std::map<std::string, Symbol, std::less<>>;
    Table global;
    std::vector<Table> roles; // by role
    std::map<std::string, std::vector<EnumeratorSymbol>, std::less<>> enumerators;

    static const Symbol* find(const Table& table, std::string_view name);
};

} // namespace muster::spec
