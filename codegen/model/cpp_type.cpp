#include "codegen/model/cpp_type.hpp"

#include "codegen/model/names.hpp"

namespace muster::codegen {

using spec::Type;
using spec::TypedSpec;
using spec::TypeId;
using spec::TypeKind;

namespace {

std::string container(Where where, std::string_view name, const std::string& arguments) {
    const std::string_view prefix = where == Where::in_class ? "" : "typename Types::template ";
    return std::string(prefix) + std::string(name) + '<' + arguments + '>';
}

std::string from_types(Where where, const std::string& name) {
    return where == Where::in_class ? name : "typename Types::" + name;
}

} // namespace

std::string sort_name(const TypedSpec& spec, spec::SortId sort) {
    return type_identifier(spec.sorts[sort.value].name);
}

std::string cpp_type(const TypedSpec& spec, TypeId id, Where where) {
    const Type& type = spec.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return "bool";
    case TypeKind::integer:
        return "std::int64_t";
    case TypeKind::sort:
        return from_types(where, sort_name(spec, spec::SortId{type.declaration}));
    case TypeKind::enumeration:
        return type_identifier(spec.enums[type.declaration].name);
    case TypeKind::record: {
        const std::string name = type_identifier(spec.records[type.declaration].name);
        return where == Where::in_class ? name : name + "<Types>";
    }
    case TypeKind::option:
        return "std::optional<" + cpp_type(spec, type.first, where) + '>';
    case TypeKind::set:
        return container(where, "Set", cpp_type(spec, type.first, where));
    case TypeKind::map:
        return container(where,
                         "Map",
                         cpp_type(spec, type.first, where) + ", " +
                             cpp_type(spec, type.second, where));
    case TypeKind::list:
    case TypeKind::distinct_list:
        return container(where, "List", cpp_type(spec, type.first, where));
    case TypeKind::request:
        return from_types(where, "Request");
    case TypeKind::error:
        break;
    }
    return "void";
}

std::string cpp_parameter(const TypedSpec& spec, TypeId id, Where where) {
    const TypeKind kind = spec.types[id].kind;
    const std::string type = cpp_type(spec, id, where);
    const bool small =
        kind == TypeKind::boolean || kind == TypeKind::integer || kind == TypeKind::enumeration;
    return small ? type : "const " + type + '&';
}

} // namespace muster::codegen
