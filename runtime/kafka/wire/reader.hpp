#pragma once

#include "runtime/base/big_endian.hpp"
#include "runtime/base/bytes.hpp"
#include "runtime/kafka/wire/error_code.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

/// No array of a request may have more elements, however many bytes are there: an element can take
/// far more memory than its bytes on the wire.
inline constexpr std::size_t kMaxArrayElements = 65'536;

/// Reads Kafka's primitive types from bytes that a peer sent. The first read that does not fit
/// clears ok(); from then on every read leaves its target alone. Nothing is allocated before the
/// bytes for it have been seen. Reader and Writer have the same members, so that one layout
/// function serves both directions.
class Reader {
public:
    explicit Reader(BytesView bytes)
        : bytes_(bytes) {}

    [[nodiscard]] bool ok() const { return ok_; }

    [[nodiscard]] BytesView rest() const { return bytes_; }

    /// All bytes were understood and none is left.
    [[nodiscard]] bool finished() const { return ok_ && bytes_.empty(); }

    void boolean(bool& value);

    void int8(std::int8_t& value) { integer(value); }

    void int16(std::int16_t& value) { integer(value); }

    void int32(std::int32_t& value) { integer(value); }

    void int64(std::int64_t& value) { integer(value); }

    void error(ErrorCode& value);
    void string(std::string& value);
    void nullable_string(std::optional<std::string>& value);
    void bytes(Bytes& value);
    void nullable_bytes(std::optional<Bytes>& value);
    void compact_string(std::string& value);
    /// Skips a section of tagged fields.
    void tagged_fields();

    /// An array whose elements take at least `min_element_bytes` each. A null array is malformed.
    template <class Element, class Each>
    void array(std::vector<Element>& elements, std::size_t min_element_bytes, Each each) {
        std::int32_t count = 0;
        int32(count);
        fill(elements, count, min_element_bytes, each);
    }

    template <class Element, class Each>
    void nullable_array(std::optional<std::vector<Element>>& elements,
                        std::size_t min_element_bytes,
                        Each each) {
        std::int32_t count = 0;
        int32(count);
        if (count == -1) {
            elements.reset();
            return;
        }
        fill(elements.emplace(), count, min_element_bytes, each);
    }

    template <class Element, class Each>
    void compact_array(std::vector<Element>& elements, std::size_t min_element_bytes, Each each) {
        fill(elements, std::int64_t{unsigned_varint()} - 1, min_element_bytes, each);
    }

private:
    template <class Integer>
    void integer(Integer& value) {
        if (!has(sizeof(Integer))) {
            return;
        }
        value = load_big_endian<Integer>(bytes_);
        bytes_.remove_prefix(sizeof(Integer));
    }

    template <class Element, class Each>
    void fill(std::vector<Element>& elements,
              std::int64_t count,
              std::size_t min_element_bytes,
              Each each) {
        elements.clear();
        if (!may_hold(count, min_element_bytes)) {
            return;
        }
        elements.resize(static_cast<std::size_t>(count));
        for (auto& element : elements) {
            if (!ok_) {
                return;
            }
            each(element);
        }
    }

    /// Whether that many bytes are left; clears ok() if not.
    bool has(std::uint64_t count);
    /// Whether an array of that many elements can be in the rest; clears ok() if not.
    bool may_hold(std::int64_t count, std::size_t min_element_bytes);
    std::uint32_t unsigned_varint();
    Bytes take(std::size_t count);

    BytesView bytes_;
    bool ok_ = true;
};

} // namespace muster::runtime::kafka
