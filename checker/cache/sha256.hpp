#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace muster::checker {

/// SHA-256 as FIPS 180-4 defines it. Here it names formulas, so that collisions must not happen by
/// chance; nobody's secrets depend on it.
class Sha256 {
public:
    using Digest = std::array<std::uint8_t, 32>;

    Sha256& bytes(std::string_view bytes);
    /// Eight bytes, the lowest first.
    Sha256& number(std::uint64_t number);

    /// Preceded by its length, so that two texts in a row are never taken for two others.
    Sha256& text(std::string_view text) { return number(text.size()).bytes(text); }

    /// Of everything so far; nothing may be added afterwards.
    Digest finish();

private:
    void take_block(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667,
                                        0xbb67ae85,
                                        0x3c6ef372,
                                        0xa54ff53a,
                                        0x510e527f,
                                        0x9b05688c,
                                        0x1f83d9ab,
                                        0x5be0cd19};
    std::array<std::uint8_t, 64> open_{};
    std::size_t in_open_ = 0;
    std::uint64_t length_ = 0; // in bytes
};

} // namespace muster::checker
