#pragma once

#include "runtime/base/assert.hpp"
#include "runtime/base/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace muster::runtime {

/// The integer whose big-endian form starts at `offset`. The caller has checked that it is all
/// there.
template <class Integer>
[[nodiscard]] Integer load_big_endian(BytesView bytes, std::size_t offset = 0) {
    using Unsigned = std::make_unsigned_t<Integer>;
    MUSTER_RUNTIME_ASSERT(offset <= bytes.size() && bytes.size() - offset >= sizeof(Integer));
    std::uintmax_t value = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
        value = (value << 8U) | static_cast<unsigned char>(bytes[offset + i]);
    }
    return static_cast<Integer>(static_cast<Unsigned>(value));
}

/// Writes `value` in big-endian form over the bytes at `offset`, which exist.
template <class Integer>
void store_big_endian(Bytes& bytes, std::size_t offset, Integer value) {
    using Unsigned = std::make_unsigned_t<Integer>;
    MUSTER_RUNTIME_ASSERT(offset <= bytes.size() && bytes.size() - offset >= sizeof(Integer));
    const auto bits = static_cast<Unsigned>(value);
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
        const auto shift = 8U * (sizeof(Integer) - 1U - i);
        bytes[offset + i] = static_cast<char>(static_cast<unsigned char>(bits >> shift));
    }
}

/// Appends `value` in big-endian form.
template <class Integer>
void append_big_endian(Bytes& bytes, Integer value) {
    const auto offset = bytes.size();
    bytes.resize(offset + sizeof(Integer));
    store_big_endian(bytes, offset, value);
}

} // namespace muster::runtime
