#pragma once

#include "runtime/base/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace muster::runtime::log {

/// What a log needs to know of a record batch of format 2 (docs/internals/storage.md has the
/// layout). The records inside, compressed or not, are never looked at.
struct BatchInfo {
    /// All bytes of the batch, header included.
    std::size_t size = 0;
    std::int64_t base_offset = 0;
    /// How many offsets the batch takes.
    std::int32_t offset_count = 0;
    std::int64_t max_timestamp_ms = -1;
    /// -1 where the producer does not number its batches.
    std::int64_t producer_id = -1;
    std::int16_t producer_epoch = -1;
    /// The number of the first record.
    std::int32_t base_sequence = -1;
    bool is_transactional = false;
    /// Brokers write such batches, never producers.
    bool is_control = false;
};

/// Bytes that say how long a batch is.
inline constexpr std::size_t kBatchLengthPrefix = 12;
/// Bytes before the first record.
inline constexpr std::size_t kBatchHeaderSize = 61;

/// The size that a batch with this prefix claims to have, or nothing if it cannot be one.
[[nodiscard]] std::optional<std::size_t> claimed_batch_size(BytesView prefix);

/// The batch at the start of `bytes`, or nothing if it is incomplete, of another format, or
/// damaged.
[[nodiscard]] std::optional<BatchInfo> inspect_batch(BytesView bytes);

/// Gives the batch that starts at `position` its place in the log. The checksum does not cover
/// these fields.
void assign_offset(Bytes& batches, std::size_t position, std::int64_t base_offset);

} // namespace muster::runtime::log
