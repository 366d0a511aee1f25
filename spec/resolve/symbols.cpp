#include "spec/resolve/symbols.hpp"

namespace muster::spec {

std::string_view describe(SymbolKind kind) {
    switch (kind) {
    case SymbolKind::sort:
        return "a sort";
    case SymbolKind::enumeration:
        return "an enum";
    case SymbolKind::record:
        return "a record";
    case SymbolKind::message:
        return "a message";
    case SymbolKind::role:
        return "a role";
    case SymbolKind::constant:
        return "a constant";
    case SymbolKind::function:
        return "a function";
    case SymbolKind::def:
        return "a def";
    case SymbolKind::property:
    case SymbolKind::live:
        return "a property";
    case SymbolKind::timing:
        return "a timing assumption";
    case SymbolKind::instance:
        return "an instance";
    case SymbolKind::variable:
        return "a variable";
    case SymbolKind::timer:
        return "a timer";
    case SymbolKind::procedure:
        return "a procedure";
    case SymbolKind::action:
        return "an action";
    case SymbolKind::local:
        return "a local name";
    }
    return {};
}

const Symbol* Symbols::find(const Table& table, std::string_view name) {
    const auto found = table.find(name);
    return found == table.end() ? nullptr : &found->second;
}

} // namespace muster::spec
