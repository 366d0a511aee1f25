#pragma once

#include "runtime/base/big_endian.hpp"
#include "runtime/base/bytes.hpp"
#include "runtime/kafka/wire/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace muster::runtime::kafka {

/// No array of a request may have more elements, however many bytes are there: an element can take
/// far more memory than its bytes on the wire.
inline constexpr std::size_t kMaxArrayElements = 65'536;

/// The same for all arrays of a message together.
inline constexpr std::size_t kMaxElements = 262'144;

/// Reads Kafka's primitive types from bytes that a peer sent. The first read that does not fit
/// clears ok(); from then on every read leaves its target alone. Nothing is allocated before the
/// bytes for it have been seen. Reader and Writer have the same members, so that one layout
/// function serves both directions.
class Reader {
public:
    explicit Reader(BytesView bytes, Form form = Form::older)
        : bytes_(bytes)
        , form_(form) {}

    [[nodiscard]] bool ok() const { return ok_; }

    [[nodiscard]] BytesView rest() const { return bytes_; }

    /// All bytes were understood and none is left.
    [[nodiscard]] bool finished() const { return ok_ && bytes_.empty(); }

    void boolean(bool& value);

    void int8(std::int8_t& value) { integer(value); }

    void int16(std::int16_t& value) { integer(value); }

    void int32(std::int32_t& value) { integer(value); }

    void int64(std::int64_t& value) { integer(value); }

    void uuid(Uuid& value);
    void error(ErrorCode& value);
    void string(std::string& value);

    void bytes(Bytes& value);

    void nullable_string(std::optional<std::string>& value, Null null = Null::allowed) {
        nullable_text(value, string_length(form_), null);
    }

    /// The older form, in flexible versions too.
    void plain_nullable_string(std::optional<std::string>& value, Null null = Null::allowed) {
        nullable_text(value, string_length(Form::older), null);
    }

    void nullable_bytes(std::optional<Bytes>& value, Null null = Null::allowed) {
        nullable_text(value, long_length(), null);
    }

    /// An array whose elements take at least `least_bytes` each. Structs are in that version.
    template <class Element>
    void array(std::vector<Element>& elements, std::size_t least_bytes, int version = 0) {
        fill(elements, long_length(), least_bytes, version);
    }

    template <class Element>
    void nullable_array(std::optional<std::vector<Element>>& elements,
                        Null null,
                        std::size_t least_bytes,
                        int version = 0) {
        const auto count = long_length();
        if (!ok_) {
            return;
        }
        if (count == kNull && null == Null::allowed) {
            elements.reset();
            return;
        }
        fill(elements.emplace(), count, least_bytes, version);
    }

    /// A field that this version does not have stays as it is.
    void absent(const char* /*field*/, bool /*has_default*/) {}

    /// The end of a struct: in the flexible form a section of tagged fields, of which unknown ones
    /// are skipped. Their numbers have to rise.
    template <class... Values>
    void tagged_fields([[maybe_unused]] int version, const Tag<Values>&... tags) {
        if (form_ == Form::older) {
            return;
        }
        std::int64_t last_number = -1;
        for (auto left = unsigned_varint(); left > 0 && ok_; --left) {
            const auto number = unsigned_varint();
            const auto size = unsigned_varint();
            ok_ = ok_ && number > last_number;
            last_number = number;
            if (!has(size)) {
                return;
            }
            Reader field(bytes_.substr(0, size), form_);
            field.elements_left_ = elements_left_;
            const bool is_known = (field.read_tag(tags, number, version) || ...);
            ok_ = !is_known || field.finished();
            elements_left_ = field.elements_left_;
            bytes_.remove_prefix(size);
        }
    }

    void tagged_fields() { tagged_fields(0); }

private:
    /// The length of what is null.
    static constexpr std::int64_t kNull = -1;

    template <class Integer>
    void integer(Integer& value) {
        if (!has(sizeof(Integer))) {
            return;
        }
        value = load_big_endian<Integer>(bytes_);
        bytes_.remove_prefix(sizeof(Integer));
    }

    template <class Element>
    void
    fill(std::vector<Element>& elements, std::int64_t count, std::size_t least_bytes, int version) {
        elements.clear();
        if (!may_hold(count, least_bytes)) {
            return;
        }
        elements.resize(static_cast<std::size_t>(count));
        for (auto& element : elements) {
            if (!ok_) {
                return;
            }
            any(element, 0, version);
        }
    }

    /// Whether the tag is the one with the number; then its field is read.
    template <class Value>
    bool read_tag(const Tag<Value>& tag, std::uint32_t number, int version) {
        if (!tag.is_in_version || tag.number != number) {
            return false;
        }
        any(tag.value, tag.least_bytes, version);
        return true;
    }

    void any(bool& value, std::size_t /*least_bytes*/, int /*version*/) { boolean(value); }

    void any(std::string& value, std::size_t /*least_bytes*/, int /*version*/) { string(value); }

    void any(std::optional<std::string>& value, std::size_t /*least_bytes*/, int /*version*/) {
        nullable_string(value);
    }

    void any(ErrorCode& value, std::size_t /*least_bytes*/, int /*version*/) { error(value); }

    void any(Uuid& value, std::size_t /*least_bytes*/, int /*version*/) { uuid(value); }

    template <class Element>
    void any(std::vector<Element>& value, std::size_t least_bytes, int version) {
        array(value, least_bytes, version);
    }

    template <class Value>
    void any(Value& value, std::size_t /*least_bytes*/, int version) {
        if constexpr (std::is_integral_v<Value>) {
            integer(value);
        } else {
            layout(*this, value, version);
        }
    }

    void nullable_text(std::optional<std::string>& value, std::int64_t length, Null null);
    /// The text of that length, if it is there.
    void text(std::string& value, std::int64_t length);
    /// The length in front of a string; kNull for null. Clears ok() for any other negative one.
    std::int64_t string_length(Form form);
    /// The same in front of bytes and arrays.
    std::int64_t long_length();
    /// Whether that many bytes are left; clears ok() if not.
    bool has(std::uint64_t count);
    /// Whether an array of that many elements can be in the rest; clears ok() if not.
    bool may_hold(std::int64_t count, std::size_t least_bytes);
    std::uint32_t unsigned_varint();

    BytesView bytes_;
    Form form_;
    bool ok_ = true;
    std::size_t elements_left_ = kMaxElements;
};

} // namespace muster::runtime::kafka
