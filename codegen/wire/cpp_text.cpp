#include "codegen/wire/cpp_text.hpp"

#include "codegen/wire/least_size.hpp"

#include <fmt/format.h>

#include <cctype>

namespace muster::codegen::wire {

namespace {

std::string type_text(Primitive primitive) {
    switch (primitive) {
    case Primitive::boolean:
        return "bool";
    case Primitive::int8:
        return "std::int8_t";
    case Primitive::int16:
        return "std::int16_t";
    case Primitive::int32:
        return "std::int32_t";
    case Primitive::int64:
        return "std::int64_t";
    case Primitive::uuid:
        return "Uuid";
    case Primitive::error_code:
        return "ErrorCode";
    case Primitive::string:
        return "std::string";
    case Primitive::bytes:
        return "Bytes";
    }
    return "";
}

bool is_integer(const FieldType& type) {
    return type.is(Primitive::int8) || type.is(Primitive::int16) || type.is(Primitive::int32) ||
           type.is(Primitive::int64);
}

} // namespace

std::string snake_case(const std::string& name) {
    std::string result;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isupper(byte) != 0 && !result.empty()) {
            result += '_';
        }
        result += static_cast<char>(std::tolower(byte));
    }
    return result;
}

std::string member_type(const Field& field) {
    const auto* primitive = std::get_if<Primitive>(&field.type.element);
    std::string type =
        primitive != nullptr ? type_text(*primitive) : std::get<std::string>(field.type.element);
    if (field.type.is_array) {
        type = "std::vector<" + type + '>';
    }
    return field.nullable ? "std::optional<" + type + '>' : type;
}

std::string initialiser(const Field& field) {
    const auto& value = field.default_value;
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return fmt::format(" = {}", *number);
    }
    if (const auto* truth = std::get_if<bool>(&value)) {
        return fmt::format(" = {}", *truth);
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return fmt::format(" = \"{}\"", *text);
    }
    if (field.type.is(Primitive::boolean)) {
        return " = false";
    }
    if (field.type.is(Primitive::error_code)) {
        return " = ErrorCode::none";
    }
    return is_integer(field.type) ? " = 0" : "{}";
}

std::string is_default(const Message& message, const Field& field, const std::string& member) {
    const auto& value = field.default_value;
    if (std::holds_alternative<Null>(value)) {
        return '!' + member;
    }
    if (field.type.is(Primitive::boolean)) {
        const auto* truth = std::get_if<bool>(&value);
        return truth != nullptr && *truth ? member : '!' + member;
    }
    if (const auto* text = std::get_if<std::string>(&value); text != nullptr && field.nullable) {
        return fmt::format("{} == \"{}\"", member, *text);
    }
    if (field.type.is_array || field.type.is(Primitive::bytes) ||
        (field.type.is(Primitive::string) && initialiser(field) == "{}")) {
        return member + ".empty()";
    }
    if (const auto* name = std::get_if<std::string>(&field.type.element)) {
        return fmt::format("{} == {}::{}{{}}", member, message.name, *name);
    }
    if (field.type.is(Primitive::uuid)) {
        return member + " == Uuid{}";
    }
    return fmt::format("{} == {}", member, initialiser(field).substr(3));
}

std::string condition(VersionRange range, VersionRange all) {
    const bool from_first = range.first <= all.first;
    const bool to_last = range.last >= all.last;
    if (from_first && to_last) {
        return "";
    }
    if (to_last) {
        return fmt::format("version >= {}", range.first);
    }
    if (range.first == range.last) {
        return fmt::format("version == {}", range.first);
    }
    if (from_first) {
        return fmt::format("version <= {}", range.last);
    }
    return fmt::format("version >= {} && version <= {}", range.first, range.last);
}

std::string least_size_text(const Message& message, const Field& field) {
    // From the last version down: `version >= 9 ? 3 : version >= 5 ? 22 : 14`.
    std::string text;
    int first = field.versions.last;
    while (true) {
        const std::size_t size = least_element_size(message, field.type, first);
        while (first > field.versions.first &&
               least_element_size(message, field.type, first - 1) == size) {
            --first;
        }
        if (first == field.versions.first) {
            return text + std::to_string(size);
        }
        text += fmt::format("version >= {} ? {} : ", first, size);
        --first;
    }
}

} // namespace muster::codegen::wire
