#include "codegen/model/least_value.hpp"

#include "codegen/model/cpp_type.hpp"
#include "codegen/model/names.hpp"

#include <vector>

namespace muster::codegen {

using spec::TypeKind;

Doc least_value(const spec::TypedSpec& spec,
                spec::TypeId id,
                const std::function<std::string(spec::SortId)>& first_element) {
    const auto& type = spec.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return "false";
    case TypeKind::integer:
        return "std::int64_t{0}";
    case TypeKind::sort:
        return first_element(spec::SortId{type.declaration});
    case TypeKind::enumeration: {
        const auto& info = spec.enums[type.declaration];
        return type_identifier(info.name) + "::" + identifier(info.enumerators.front());
    }
    case TypeKind::record: {
        const auto& info = spec.records[type.declaration];
        std::vector<Doc> fields;
        for (const auto& field : info.fields) {
            fields.push_back(Doc('.' + field_identifier(spec, field.name) + " = ") +
                             least_value(spec, field.type, first_element));
        }
        return call(type_identifier(info.name) + '{', fields, "}");
    }
    case TypeKind::option:
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
    case TypeKind::request:
    case TypeKind::error:
        break;
    }
    return cpp_type(spec, id, Where::in_class) + "{}";
}

} // namespace muster::codegen
