#pragma once

#include "runtime/base/big_endian.hpp"
#include "runtime/base/bytes.hpp"
#include "runtime/kafka/wire/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace muster::runtime::kafka {

/// Writes Kafka's primitive types. It has the members of Reader. The first value that the form or
/// the version cannot carry clears ok(); what was written until then is of no use.
class Writer {
public:
    explicit Writer(Form form = Form::older)
        : form_(form) {}

    [[nodiscard]] bool ok() const { return failure_.empty(); }

    /// Why ok() is false.
    [[nodiscard]] const std::string& failure() const { return failure_; }

    [[nodiscard]] const Bytes& written() const { return out_; }

    [[nodiscard]] Bytes take() { return std::move(out_); }

    void boolean(bool value) { int8(value ? 1 : 0); }

    void int8(std::int8_t value) { append_big_endian(out_, value); }

    void int16(std::int16_t value) { append_big_endian(out_, value); }

    void int32(std::int32_t value) { append_big_endian(out_, value); }

    void int64(std::int64_t value) { append_big_endian(out_, value); }

    void uuid(const Uuid& value) { out_.append(value.begin(), value.end()); }

    void error(ErrorCode value) { int16(static_cast<std::int16_t>(value)); }

    void string(const std::string& value) { string(value, form_); }

    void bytes(const Bytes& value);
    void nullable_string(const std::optional<std::string>& value, Null null = Null::allowed);
    void plain_nullable_string(const std::optional<std::string>& value, Null null = Null::allowed);
    void nullable_bytes(const std::optional<Bytes>& value, Null null = Null::allowed);

    template <class Element>
    void array(const std::vector<Element>& elements, std::size_t least_bytes, int version = 0) {
        long_length(elements.size());
        for (const auto& element : elements) {
            any(element, least_bytes, version);
        }
    }

    template <class Element>
    void nullable_array(const std::optional<std::vector<Element>>& elements,
                        Null null,
                        std::size_t least_bytes,
                        int version = 0) {
        if (elements) {
            array(*elements, least_bytes, version);
        } else {
            long_null(null);
        }
    }

    /// States that this version does not have the field, which must not get lost.
    void absent(const char* field, bool has_default);

    /// The end of a struct: in the flexible form the tagged fields that do not have their default.
    /// The tags rise.
    template <class... Values>
    void tagged_fields([[maybe_unused]] int version, const Tag<Values>&... tags) {
        if (form_ == Form::older) {
            return;
        }
        unsigned_varint((std::uint32_t{0} + ... + std::uint32_t{is_written(tags)}));
        (write_tag(tags, version), ...);
    }

    void tagged_fields() { tagged_fields(0); }

private:
    template <class Value>
    static bool is_written(const Tag<Value>& tag) {
        return tag.is_in_version && !tag.has_default;
    }

    template <class Value>
    void write_tag(const Tag<Value>& tag, int version) {
        if (!is_written(tag)) {
            return;
        }
        Writer field(form_);
        field.any(tag.value, tag.least_bytes, version);
        if (!field.ok()) {
            fail(field.failure());
        }
        unsigned_varint(tag.number);
        unsigned_varint(checked_length(field.out_.size()));
        out_ += field.out_;
    }

    void any(bool value, std::size_t /*least_bytes*/, int /*version*/) { boolean(value); }

    void any(const std::string& value, std::size_t /*least_bytes*/, int /*version*/) {
        string(value);
    }

    void
    any(const std::optional<std::string>& value, std::size_t /*least_bytes*/, int /*version*/) {
        nullable_string(value);
    }

    void any(ErrorCode value, std::size_t /*least_bytes*/, int /*version*/) { error(value); }

    void any(const Uuid& value, std::size_t /*least_bytes*/, int /*version*/) { uuid(value); }

    template <class Element>
    void any(const std::vector<Element>& value, std::size_t least_bytes, int version) {
        array(value, least_bytes, version);
    }

    template <class Value>
    void any(const Value& value, std::size_t /*least_bytes*/, int version) {
        if constexpr (std::is_integral_v<Value>) {
            append_big_endian(out_, value);
        } else {
            layout(*this, value, version);
        }
    }

    void string(const std::string& value, Form form);
    /// The length in front of bytes and arrays.
    void long_length(std::size_t length);
    /// The same for null.
    void long_null(Null null);
    void string_null(Form form, Null null);
    /// The length as a number that every form can carry.
    std::uint32_t checked_length(std::size_t length);
    void unsigned_varint(std::uint32_t value);
    void fail(std::string why);

    Form form_;
    Bytes out_;
    std::string failure_;
};

} // namespace muster::runtime::kafka
