#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The messages of a wire protocol of Kafka's kind, as text files describe them
/// (docs/internals/messages.md), and the C++ that encodes and decodes them.
namespace muster::codegen::wire {

/// The versions from `first` to `last`, both included.
struct VersionRange {
    int first = 0;
    int last = 0;

    [[nodiscard]] bool contains(int version) const { return first <= version && version <= last; }

    [[nodiscard]] bool contains(VersionRange other) const {
        return first <= other.first && other.last <= last;
    }

    friend bool operator==(VersionRange, VersionRange) = default;
};

enum class Primitive { boolean, int8, int16, int32, int64, uuid, error_code, string, bytes };

/// A primitive, or a struct of the message by name; one of them, or an array.
struct FieldType {
    std::variant<Primitive, std::string> element = Primitive::boolean;
    bool is_array = false;

    /// Whether it is one value of that primitive, not an array.
    [[nodiscard]] bool is(Primitive primitive) const {
        const auto* own = std::get_if<Primitive>(&element);
        return !is_array && own != nullptr && *own == primitive;
    }
};

/// The default of a field that may be null, unless it says otherwise.
struct Null {
    friend bool operator==(Null, Null) = default;
};

/// What a field has as long as nothing else is put there; without one, the zero of its type.
using DefaultValue = std::variant<std::monostate, Null, bool, std::int64_t, std::string>;

struct Field {
    std::string name;
    std::string doc; // lines without the comment marks; may be empty
    FieldType type;
    VersionRange versions;
    std::optional<VersionRange> nullable;
    DefaultValue default_value;
    /// Its number among the tagged fields, if it is one of them.
    std::optional<std::uint32_t> tag;
    /// May be left out without a word where a version does not have it.
    bool is_ignorable = false;
    /// Has its length in the older form even in flexible versions.
    bool is_plain = false;
    /// Where in the file it is described.
    std::uint32_t offset = 0;
};

struct Struct {
    std::string name;
    std::vector<Field> fields;
    std::uint32_t offset = 0;
};

struct Message {
    std::string name; // JoinGroupRequest
    std::string doc;
    VersionRange versions;
    /// From this version on lengths are compact and structs end with tagged fields.
    std::optional<int> first_flexible;
    /// The structs that its fields are made of; each before those that hold it.
    std::vector<Struct> structs;
    std::vector<Field> fields;
    std::uint32_t offset = 0;

    [[nodiscard]] bool is_flexible(int version) const {
        return first_flexible && version >= *first_flexible;
    }

    /// The struct of that name, or null.
    [[nodiscard]] const Struct* find(const std::string& struct_name) const {
        for (const Struct& each : structs) {
            if (each.name == struct_name) {
                return &each;
            }
        }
        return nullptr;
    }
};

struct Api {
    std::string name;
    int key = 0;
};

/// One file: the request and the response of an API, or messages that belong to none.
struct Description {
    std::string name; // of the file, without folder and ending
    std::optional<Api> api;
    std::vector<Message> messages;
};

} // namespace muster::codegen::wire
