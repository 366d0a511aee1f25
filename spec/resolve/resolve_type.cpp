#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/resolve/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

/// Turns type syntax into types and enforces where containers may stand: elements of sets and
/// lists, keys of maps and contents of options are scalars or records of scalars; containers nest
/// as values of maps and as fields.
class TypeResolver {
public:
    TypeResolver(ResolvedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , types_(spec.declared.types)
        , diagnostics_(diagnostics) {}

    TypeId resolve(ast::TypeId id) {
        const ast::Type& syntax = spec_.file.type(id);
        return std::visit(
            overloaded{
                [&](const ast::NamedType& type) { return named(type.name); },
                [&](const ast::OptionType& type) {
                    return types_.option(element(type.element, "an option holds"));
                },
                [&](const ast::SetType& type) {
                    return types_.set(element(type.element, "the elements of a set are"));
                },
                [&](const ast::MapType& type) {
                    const TypeId key = element(type.key, "the keys of a map are");
                    return types_.map(key, resolve(type.value));
                },
                [&](const ast::ListType& type) {
                    const TypeId item = element(type.element, "the elements of a list are");
                    const auto kind = type.distinct ? TypeKind::distinct_list : TypeKind::list;
                    return types_.intern({kind, 0, item, {}});
                },
                [&](const ast::RequestType& type) { return request(type.message); },
            },
            syntax.node);
    }

private:
    TypeId named(const ast::Name& name) {
        if (name.text == "bool") {
            return types_.boolean();
        }
        if (name.text == "int") {
            return types_.integer();
        }
        const Symbol* symbol = Symbols::find(spec_.symbols.global, name.text);
        if (symbol == nullptr) {
            return unknown(name);
        }
        switch (symbol->kind) {
        case SymbolKind::sort:
            return types_.intern({TypeKind::sort, symbol->index, {}, {}});
        case SymbolKind::enumeration:
            return types_.intern({TypeKind::enumeration, symbol->index, {}, {}});
        case SymbolKind::record:
            return types_.intern({TypeKind::record, symbol->index, {}, {}});
        default:
            diagnostics_.report({.code = Code::wrong_kind_of_name,
                                 .message = fmt::format(
                                     "`{}` is {}, not a type", name.text, describe(symbol->kind)),
                                 .primary = {name.span, "a type is needed here"},
                                 .secondary = {{symbol->span, "declared here"}}});
            return types_.error();
        }
    }

    TypeId unknown(const ast::Name& name) {
        std::vector<std::string> known = {"bool", "int"};
        for (const auto& [text, symbol] : spec_.symbols.global) {
            if (symbol.kind == SymbolKind::sort || symbol.kind == SymbolKind::enumeration ||
                symbol.kind == SymbolKind::record) {
                known.push_back(text);
            }
        }
        diagnostics_.report({.code = Code::unknown_name,
                             .message = fmt::format("there is no type `{}`", name.text),
                             .primary = {name.span, "not declared"},
                             .help = did_you_mean(name.text, known)});
        return types_.error();
    }

    TypeId request(const ast::Name& name) {
        const Symbol* symbol = Symbols::find(spec_.symbols.global, name.text);
        if (symbol == nullptr || symbol->kind != SymbolKind::message) {
            diagnostics_.report({.code = Code::unknown_name,
                                 .message = fmt::format("there is no message `{}`", name.text),
                                 .primary = {name.span, "a message is needed after `request`"}});
            return types_.error();
        }
        spec_.declared.messages[symbol->index].is_request = true;
        return types_.request(MessageId{symbol->index});
    }

    TypeId element(ast::TypeId id, std::string_view rule) {
        const TypeId type = resolve(id);
        if (!is_flat(type)) {
            diagnostics_.report(
                {.code = Code::container_nesting,
                 .message = fmt::format("{} scalars or records of scalars, not `{}`",
                                        rule,
                                        spec_.declared.type_name(type)),
                 .primary = {spec_.file.type(id).span, "this nests a container or an option"},
                 .notes = {"containers nest as values of maps and as fields of records and "
                           "messages, and nowhere else"},
                 .help = "use a map whose value is the inner container"});
            return types_.error();
        }
        return type;
    }

    bool is_flat(TypeId id) {
        const Type type = types_[id];
        switch (type.kind) {
        case TypeKind::record: {
            const auto& fields = spec_.declared.records[type.declaration].fields;
            return std::all_of(fields.begin(), fields.end(), [&](const FieldInfo& field) {
                return !field.type.valid() || is_flat(field.type);
            });
        }
        case TypeKind::option:
        case TypeKind::set:
        case TypeKind::map:
        case TypeKind::list:
        case TypeKind::distinct_list:
            return false;
        default:
            return true;
        }
    }

    ResolvedSpec& spec_;
    TypeTable& types_;
    Diagnostics& diagnostics_;
};

} // namespace

TypeId resolve_type(ResolvedSpec& spec, ast::TypeId type, Diagnostics& diagnostics) {
    return TypeResolver(spec, diagnostics).resolve(type);
}

} // namespace muster::spec
