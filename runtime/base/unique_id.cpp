#include "runtime/base/unique_id.hpp"

#include "runtime/base/assert.hpp"

#include <fmt/format.h>

#include <sys/random.h>

namespace muster::runtime {

std::array<std::uint8_t, 16> unique_bytes() {
    std::array<std::uint8_t, 16> bytes{};
    MUSTER_RUNTIME_ASSERT(::getrandom(bytes.data(), bytes.size(), 0) ==
                          static_cast<ssize_t>(bytes.size()));
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | 0x40U);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
    return bytes;
}

std::string unique_id() {
    const auto bytes = unique_bytes();
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            text += '-';
        }
        text += fmt::format("{:02x}", bytes[i]);
    }
    return text;
}

} // namespace muster::runtime
