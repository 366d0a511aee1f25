#include "runtime/log/record_batch.hpp"

#include "runtime/base/big_endian.hpp"
#include "runtime/base/crc32c.hpp"

namespace muster::runtime::log {

namespace {

constexpr std::size_t kLengthAt = 8;
constexpr std::size_t kLeaderEpochAt = 12;
constexpr std::size_t kMagicAt = 16;
constexpr std::size_t kChecksumAt = 17;
constexpr std::size_t kAttributesAt = 21;
constexpr std::size_t kLastOffsetDeltaAt = 23;
constexpr std::size_t kMaxTimestampAt = 35;
constexpr std::size_t kProducerIdAt = 43;
constexpr std::size_t kProducerEpochAt = 51;
constexpr std::size_t kBaseSequenceAt = 53;
constexpr std::size_t kRecordCountAt = 57;
constexpr std::uint16_t kTransactionalBit = 0x10;
constexpr std::uint16_t kControlBit = 0x20;
constexpr char kMagic = 2;

} // namespace

std::optional<std::size_t> claimed_batch_size(BytesView prefix) {
    if (prefix.size() < kBatchLengthPrefix) {
        return std::nullopt;
    }
    const auto length = load_big_endian<std::int32_t>(prefix, kLengthAt);
    if (length < static_cast<std::int32_t>(kBatchHeaderSize - kBatchLengthPrefix)) {
        return std::nullopt;
    }
    return kBatchLengthPrefix + static_cast<std::size_t>(length);
}

std::optional<BatchInfo> inspect_batch(BytesView bytes) {
    const auto size = claimed_batch_size(bytes);
    if (!size || *size > bytes.size() || bytes[kMagicAt] != kMagic) {
        return std::nullopt;
    }
    const auto covered = bytes.substr(kAttributesAt, *size - kAttributesAt);
    if (load_big_endian<std::uint32_t>(bytes, kChecksumAt) != crc32c(covered)) {
        return std::nullopt;
    }
    const auto last_delta = load_big_endian<std::int32_t>(bytes, kLastOffsetDeltaAt);
    const auto count = load_big_endian<std::int32_t>(bytes, kRecordCountAt);
    if (last_delta < 0 || count <= 0 || count - 1 != last_delta) {
        return std::nullopt;
    }
    const auto attributes = load_big_endian<std::uint16_t>(bytes, kAttributesAt);
    return BatchInfo{.size = *size,
                     .base_offset = load_big_endian<std::int64_t>(bytes),
                     .offset_count = count,
                     .max_timestamp_ms = load_big_endian<std::int64_t>(bytes, kMaxTimestampAt),
                     .producer_id = load_big_endian<std::int64_t>(bytes, kProducerIdAt),
                     .producer_epoch = load_big_endian<std::int16_t>(bytes, kProducerEpochAt),
                     .base_sequence = load_big_endian<std::int32_t>(bytes, kBaseSequenceAt),
                     .is_transactional = (attributes & kTransactionalBit) != 0,
                     .is_control = (attributes & kControlBit) != 0};
}

void assign_offset(Bytes& batches, std::size_t position, std::int64_t base_offset) {
    store_big_endian(batches, position, base_offset);
    store_big_endian(batches, position + kLeaderEpochAt, std::int32_t{0});
}

} // namespace muster::runtime::log
