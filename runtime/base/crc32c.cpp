#include "runtime/base/crc32c.hpp"

#include <array>

namespace muster::runtime {

namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit) {
            remainder = (remainder & 1U) != 0 ? (remainder >> 1U) ^ 0x82F63B78U : remainder >> 1U;
        }
        table[byte] = remainder;
    }
    return table;
}

constexpr auto kTable = make_table();

} // namespace

std::uint32_t crc32c(BytesView bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes) {
        crc = (crc >> 8U) ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFFU];
    }
    return crc ^ 0xFFFFFFFFU;
}

} // namespace muster::runtime
