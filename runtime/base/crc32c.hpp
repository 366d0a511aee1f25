#pragma once

#include "runtime/base/bytes.hpp"

#include <cstdint>

namespace muster::runtime {

/// CRC-32C (Castagnoli), the checksum of Kafka's record batches: reflected polynomial 0x82F63B78,
/// initial value and final exclusive-or all ones. One table look-up per byte.
[[nodiscard]] std::uint32_t crc32c(BytesView bytes);

} // namespace muster::runtime
