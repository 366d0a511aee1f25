#pragma once

#include "runtime/base/big_endian.hpp"
#include "runtime/base/bytes.hpp"
#include "runtime/kafka/wire/error_code.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace muster::runtime::kafka {

/// Writes Kafka's primitive types. It has the members of Reader; what it is given is our own, so a
/// value that cannot be written is a bug and not an error.
class Writer {
public:
    [[nodiscard]] bool ok() const { return true; }

    [[nodiscard]] const Bytes& written() const { return out_; }

    [[nodiscard]] Bytes take() { return std::move(out_); }

    void boolean(bool value) { int8(value ? 1 : 0); }

    void int8(std::int8_t value) { append_big_endian(out_, value); }

    void int16(std::int16_t value) { append_big_endian(out_, value); }

    void int32(std::int32_t value) { append_big_endian(out_, value); }

    void int64(std::int64_t value) { append_big_endian(out_, value); }

    void error(ErrorCode value) { int16(static_cast<std::int16_t>(value)); }

    void string(const std::string& value);
    void nullable_string(const std::optional<std::string>& value);
    void bytes(const Bytes& value);
    void nullable_bytes(const std::optional<Bytes>& value);
    void compact_string(const std::string& value);

    /// Writes a section without tagged fields.
    void tagged_fields() { unsigned_varint(0); }

    template <class Element, class Each>
    void array(const std::vector<Element>& elements, std::size_t /*min_element_bytes*/, Each each) {
        int32(checked_count(elements.size()));
        for (const auto& element : elements) {
            each(element);
        }
    }

    template <class Element, class Each>
    void nullable_array(const std::optional<std::vector<Element>>& elements,
                        std::size_t min_element_bytes,
                        Each each) {
        if (!elements) {
            int32(-1);
            return;
        }
        array(*elements, min_element_bytes, each);
    }

    template <class Element, class Each>
    void compact_array(const std::vector<Element>& elements,
                       std::size_t /*min_element_bytes*/,
                       Each each) {
        unsigned_varint(static_cast<std::uint32_t>(checked_count(elements.size())) + 1U);
        for (const auto& element : elements) {
            each(element);
        }
    }

private:
    static std::int32_t checked_count(std::size_t count) {
        MUSTER_RUNTIME_ASSERT(count < std::numeric_limits<std::int32_t>::max());
        return static_cast<std::int32_t>(count);
    }

    void unsigned_varint(std::uint32_t value);

    Bytes out_;
};

} // namespace muster::runtime::kafka
