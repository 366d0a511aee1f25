#include "spec/types/typed_spec.hpp"

namespace muster::spec {

std::string TypedSpec::type_name(TypeId id) const {
    const Type& type = types[id];
    switch (type.kind) {
    case TypeKind::error:
        return "an unknown type";
    case TypeKind::boolean:
        return "bool";
    case TypeKind::integer:
        return "int";
    case TypeKind::sort:
        return sorts[type.declaration].name;
    case TypeKind::enumeration:
        return enums[type.declaration].name;
    case TypeKind::record:
        return records[type.declaration].name;
    case TypeKind::option:
        return "option" + part_name(type.first);
    case TypeKind::set:
        return "set" + part_name(type.first);
    case TypeKind::map:
        return "map " + type_name(type.first) + " -> " + type_name(type.second);
    case TypeKind::list:
        return "list" + part_name(type.first);
    case TypeKind::distinct_list:
        return "distinct list" + part_name(type.first);
    case TypeKind::request:
        return "request " + messages[type.declaration].name;
    }
    return {};
}

std::string TypedSpec::part_name(TypeId id) const {
    return types[id].kind == TypeKind::error ? "" : " " + type_name(id);
}

} // namespace muster::spec
