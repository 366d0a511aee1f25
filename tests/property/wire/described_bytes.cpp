#include "tests/property/wire/described_bytes.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace muster::test {
namespace {

using codegen::wire::Field;
using codegen::wire::FieldType;
using codegen::wire::Message;
using codegen::wire::Null;
using codegen::wire::Primitive;
using runtime::Bytes;

Bytes big_endian(std::int64_t value, unsigned size) {
    Bytes bytes;
    for (unsigned i = 0; i < size; ++i) {
        const auto shift = 8U * (size - 1U - i);
        bytes.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> shift));
    }
    return bytes;
}

Bytes varint(std::size_t value) {
    Bytes bytes;
    for (; value >= 128; value /= 128) {
        bytes.push_back(static_cast<char>(128 + value % 128));
    }
    bytes.push_back(static_cast<char>(value));
    return bytes;
}

/// The size of what has one size in every version, or 0.
unsigned fixed_size(Primitive primitive) {
    static const std::map<Primitive, unsigned> kSizes{{Primitive::boolean, 1},
                                                      {Primitive::int8, 1},
                                                      {Primitive::int16, 2},
                                                      {Primitive::error_code, 2},
                                                      {Primitive::int32, 4},
                                                      {Primitive::int64, 8},
                                                      {Primitive::uuid, 16}};
    const auto found = kSizes.find(primitive);
    return found == kSizes.end() ? 0 : found->second;
}

/// Reads one message's description and writes bytes for it.
class Describer {
public:
    Describer(const Message& message, int version, UnknownTags unknown_tags, const Draw& draw)
        : message_(message)
        , version_(version)
        , unknown_tags_(unknown_tags)
        , draw_(draw)
        , is_flexible_(message.first_flexible && version >= *message.first_flexible) {}

    Bytes fields(const std::vector<Field>& fields) {
        Bytes bytes;
        std::map<std::size_t, Bytes> tagged;
        for (const Field& field : fields) {
            if (version_ < field.versions.first || version_ > field.versions.last) {
                continue;
            }
            Bytes value = drawn(field);
            if (!field.tag) {
                bytes += value;
            } else if (value != standard(field)) {
                tagged[*field.tag] = std::move(value);
            }
        }
        if (!is_flexible_) {
            return bytes;
        }
        if (unknown_tags_ == UnknownTags::add && draw_(2) == 0) {
            tagged[1000 + draw_(1000)] = Bytes(draw_(4), '\xff');
        }
        bytes += varint(tagged.size());
        for (const auto& [number, value] : tagged) {
            bytes += varint(number) + varint(value.size()) + value;
        }
        return bytes;
    }

private:
    /// What is in front of strings, bytes and arrays: their length, or -1 for null.
    [[nodiscard]] Bytes length(std::int64_t value, unsigned older_size, bool is_plain) const {
        return is_flexible_ && !is_plain ? varint(static_cast<std::size_t>(value + 1))
                                         : big_endian(value, older_size);
    }

    [[nodiscard]] bool may_be_null(const Field& field) const {
        return field.nullable && version_ >= field.nullable->first &&
               version_ <= field.nullable->last;
    }

    static unsigned length_size(const FieldType& type) {
        return type.is(Primitive::string) ? 2 : 4;
    }

    Bytes drawn(const Field& field) {
        if (may_be_null(field) && draw_(4) == 0) {
            return length(-1, length_size(field.type), field.is_plain);
        }
        if (!field.type.is_array) {
            return element(field.type.element, field.is_plain);
        }
        const std::uint32_t count = draw_(3);
        Bytes bytes = length(count, 4, field.is_plain);
        for (std::uint32_t i = 0; i < count; ++i) {
            bytes += element(field.type.element, false);
        }
        return bytes;
    }

    Bytes element(const std::variant<Primitive, std::string>& element, bool is_plain) {
        if (const auto* name = std::get_if<std::string>(&element)) {
            return fields(message_.find(*name)->fields);
        }
        const auto primitive = std::get<Primitive>(element);
        if (primitive == Primitive::boolean) {
            return big_endian(draw_(2), 1);
        }
        if (const unsigned size = fixed_size(primitive); size > 0) {
            return integer(size);
        }
        // Now and then one whose compact length takes two bytes.
        const Bytes text(draw_(8) == 0 ? 120 + draw_(20) : draw_(4), 'x');
        return length(static_cast<std::int64_t>(text.size()),
                      primitive == Primitive::string ? 2 : 4,
                      is_plain) +
               text;
    }

    Bytes integer(unsigned size) {
        Bytes bytes(size, '\0');
        const std::uint32_t kind = draw_(4);
        for (char& byte : bytes) {
            byte = kind == 0 ? '\0' : kind == 1 ? '\xff' : static_cast<char>(draw_(256));
        }
        return bytes;
    }

    /// The bytes of the field's default.
    Bytes standard(const Field& field) {
        if (std::holds_alternative<Null>(field.default_value)) {
            return length(-1, length_size(field.type), field.is_plain);
        }
        if (field.type.is_array) {
            return length(0, 4, field.is_plain);
        }
        if (const auto* name = std::get_if<std::string>(&field.type.element)) {
            Bytes bytes;
            for (const Field& part : message_.find(*name)->fields) {
                const bool is_there =
                    version_ >= part.versions.first && version_ <= part.versions.last;
                bytes += is_there && !part.tag ? standard(part) : "";
            }
            return bytes + varint(0);
        }
        const auto primitive = std::get<Primitive>(field.type.element);
        if (const unsigned size = fixed_size(primitive); size > 0) {
            const auto* number = std::get_if<std::int64_t>(&field.default_value);
            const auto* truth = std::get_if<bool>(&field.default_value);
            const bool is_true = truth != nullptr && *truth;
            return big_endian(number != nullptr ? *number : is_true ? 1 : 0, size);
        }
        const auto* text = std::get_if<std::string>(&field.default_value);
        const Bytes own = text == nullptr ? "" : *text;
        return length(static_cast<std::int64_t>(own.size()),
                      primitive == Primitive::string ? 2 : 4,
                      field.is_plain) +
               own;
    }

    const Message& message_;
    int version_;
    UnknownTags unknown_tags_;
    const Draw& draw_;
    bool is_flexible_;
};

} // namespace

Bytes described_bytes(const Message& message,
                      int version,
                      UnknownTags unknown_tags,
                      const Draw& draw) {
    return Describer(message, version, unknown_tags, draw).fields(message.fields);
}

} // namespace muster::test
