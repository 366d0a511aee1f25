#include "codegen/wire/least_size.hpp"

namespace muster::codegen::wire {

namespace {

enum class Form { compact, older };

std::size_t primitive_size(Primitive primitive, Form form) {
    switch (primitive) {
    case Primitive::boolean:
    case Primitive::int8:
        return 1;
    case Primitive::int16:
    case Primitive::error_code:
        return 2;
    case Primitive::int32:
        return 4;
    case Primitive::int64:
        return 8;
    case Primitive::uuid:
        return 16;
    case Primitive::string:
        return form == Form::compact ? 1 : 2;
    case Primitive::bytes:
        return form == Form::compact ? 1 : 4;
    }
    return 0;
}

std::size_t element_size(const Message& message, const FieldType& type, int version, Form form) {
    if (const auto* primitive = std::get_if<Primitive>(&type.element)) {
        return primitive_size(*primitive, form);
    }
    constexpr std::size_t kNoTaggedFields = 1;
    std::size_t size = message.is_flexible(version) ? kNoTaggedFields : 0;
    for (const Field& field : message.find(std::get<std::string>(type.element))->fields) {
        if (!field.versions.contains(version) || field.tag) {
            continue;
        }
        const bool is_compact = message.is_flexible(version) && !field.is_plain;
        const Form own_form = is_compact ? Form::compact : Form::older;
        if (field.type.is_array) {
            size += is_compact ? 1 : 4;
        } else {
            size += element_size(message, field.type, version, own_form);
        }
    }
    return size;
}

} // namespace

std::size_t least_element_size(const Message& message, const FieldType& type, int version) {
    return element_size(
        message, type, version, message.is_flexible(version) ? Form::compact : Form::older);
}

} // namespace muster::codegen::wire
