#include "spec/ast/overloaded.hpp"
#include "spec/diagnostics/foreign_words.hpp"
#include "spec/diagnostics/suggest.hpp"
#include "spec/resolve/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

/// Turns type syntax into types. Where containers may stand is a question of its own, because the
/// fields of records must be known to answer it.
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
                    return of(TypeKind::option, resolve(type.element));
                },
                [&](const ast::SetType& type) { return of(TypeKind::set, resolve(type.element)); },
                [&](const ast::MapType& type) {
                    const TypeId key = resolve(type.key);
                    const TypeId value = resolve(type.value);
                    const bool known = key != types_.error() && value != types_.error();
                    return known ? types_.map(key, value) : types_.error();
                },
                [&](const ast::ListType& type) {
                    return of(type.distinct ? TypeKind::distinct_list : TypeKind::list,
                              resolve(type.element));
                },
                [&](const ast::RequestType& type) { return request(type.message); },
            },
            syntax.node);
    }

private:
    /// A container of what is not known is not known either, so that nothing is said of its type.
    TypeId of(TypeKind kind, TypeId element) {
        return element == types_.error() ? element : types_.intern({kind, 0, element, {}});
    }

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
        std::string help = help_for_foreign_type(name.text);
        diagnostics_.report(
            {.code = Code::unknown_name,
             .message = fmt::format("there is no type `{}`", name.text),
             .primary = {name.span, "not declared"},
             .help = help.empty() ? did_you_mean(name.text, known) : std::move(help),
             .cause = name.text});
        return types_.error();
    }

    TypeId request(const ast::Name& name) {
        const auto message =
            find_message(spec_, name, "a message is needed after `request`", diagnostics_);
        if (!message) {
            return types_.error();
        }
        spec_.declared.messages[message->value].is_request = true;
        return types_.request(*message);
    }

    ResolvedSpec& spec_;
    TypeTable& types_;
    Diagnostics& diagnostics_;
};

/// Elements of sets and lists, keys of maps and contents of options are scalars or records of
/// scalars; containers nest as values of maps and as fields.
class NestingChecker {
public:
    NestingChecker(const ResolvedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , diagnostics_(diagnostics) {}

    /// Whether every container in the type stands where it may; a report if not.
    bool check(ast::TypeId id, TypeId resolved) {
        const Type& type = spec_.declared.types[resolved];
        if (type.kind == TypeKind::error) {
            return true;
        }
        return std::visit(
            overloaded{
                [](const ast::NamedType&) { return true; },
                [](const ast::RequestType&) { return true; },
                [&](const ast::OptionType& syntax) {
                    return element(syntax.element, type.first, "an option holds");
                },
                [&](const ast::SetType& syntax) {
                    return element(syntax.element, type.first, "the elements of a set are");
                },
                [&](const ast::MapType& syntax) {
                    const bool key = element(syntax.key, type.first, "the keys of a map are");
                    return check(syntax.value, type.second) && key;
                },
                [&](const ast::ListType& syntax) {
                    return element(syntax.element, type.first, "the elements of a list are");
                },
            },
            spec_.file.type(id).node);
    }

private:
    bool element(ast::TypeId id, TypeId type, std::string_view rule) {
        if (!check(id, type)) {
            return false;
        }
        if (is_flat(spec_, type)) {
            return true;
        }
        diagnostics_.report(
            {.code = Code::container_nesting,
             .message = fmt::format("{} scalars or records of scalars, not `{}`",
                                    rule,
                                    spec_.declared.type_name(type)),
             .primary = {spec_.file.type(id).span, "this nests a container or an option"},
             .notes = {"containers nest as values of maps and as fields of records and "
                       "messages, and nowhere else"},
             .help = "use a map whose value is the inner container"});
        return false;
    }

    const ResolvedSpec& spec_;
    Diagnostics& diagnostics_;
};

} // namespace

bool is_flat(const ResolvedSpec& spec, TypeId id) {
    const Type& type = spec.declared.types[id];
    switch (type.kind) {
    case TypeKind::record:
        return spec.flat_records[type.declaration];
    case TypeKind::option:
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
        return false;
    case TypeKind::error:
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::sort:
    case TypeKind::enumeration:
    case TypeKind::request:
        return true;
    }
    return true;
}

TypeId resolve_type_names(ResolvedSpec& spec, ast::TypeId type, Diagnostics& diagnostics) {
    return TypeResolver(spec, diagnostics).resolve(type);
}

TypeId
check_nesting(const ResolvedSpec& spec, ast::TypeId syntax, TypeId type, Diagnostics& diagnostics) {
    return NestingChecker(spec, diagnostics).check(syntax, type) ? type
                                                                 : spec.declared.types.error();
}

TypeId resolve_type(ResolvedSpec& spec, ast::TypeId type, Diagnostics& diagnostics) {
    return check_nesting(spec, type, resolve_type_names(spec, type, diagnostics), diagnostics);
}

} // namespace muster::spec
