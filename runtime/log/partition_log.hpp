#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/base/error.hpp"
#include "runtime/log/producer_sequences.hpp"
#include "runtime/log/segment.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace muster::runtime::log {

struct LogOptions {
    /// A segment that has reached this size is followed by a new one.
    std::uint64_t segment_bytes = std::uint64_t{64} << 20U;
};

enum class AppendError {
    /// The bytes are not one or more sound batches of format 2.
    corrupt,
    /// The disk refused them.
    storage,
    /// A producer that numbers its records sends one batch at a time, with an epoch and a number,
    /// and nobody sends what only brokers write.
    invalid,
    /// There are no transactions.
    transactional,
    /// A batch before this one is missing, or this one is too old to be known again.
    out_of_order,
    /// A later epoch of the producer has written.
    old_epoch,
};

enum class ReadError { out_of_range, storage };

/// The messages of one partition, in segment files of one folder. There is one replica, so what was
/// appended is at once readable: the high watermark is the end of the log. An append is handed to
/// the operating system and not flushed, as brokers do: it survives the death of the process, not
/// that of the machine.
class PartitionLog {
public:
    /// Opens the log in `folder`, which is created if needed. A torn tail of the last segment is
    /// cut off; damage anywhere else is an error.
    [[nodiscard]] static Result<PartitionLog> open(const std::filesystem::path& folder,
                                                   LogOptions options);

    /// The earliest offset that can be read.
    [[nodiscard]] std::int64_t start_offset() const { return segments_.front().base_offset(); }

    /// The offset that the next record will get, which is also the high watermark.
    [[nodiscard]] std::int64_t end_offset() const { return segments_.back().end_offset(); }

    /// Appends one or more batches and returns the offset of the first record. All or nothing. A
    /// batch of a producer that numbers its records is appended once, however often it is sent.
    [[nodiscard]] tl::expected<std::int64_t, AppendError> append(BytesView batches);

    /// Whole batches from the one that holds `offset` on. At the end of the log there are none;
    /// before it there is at least one, whatever its size.
    [[nodiscard]] tl::expected<Bytes, ReadError> read(std::int64_t offset,
                                                      std::size_t max_bytes) const;

    struct TimedOffset {
        std::int64_t offset = -1;
        std::int64_t timestamp_ms = -1;
    };

    /// The first batch with a record at or after that time, by batch and not by record.
    [[nodiscard]] std::optional<TimedOffset> find_time(std::int64_t timestamp_ms) const;

    /// The first batch with the greatest time of all, by batch and not by record.
    [[nodiscard]] std::optional<TimedOffset> find_greatest_time() const;

private:
    PartitionLog(std::filesystem::path folder, LogOptions options);

    [[nodiscard]] Result<void> roll();
    [[nodiscard]] Result<void> write(BytesView batches, const std::vector<Segment::Entry>& entries);

    std::filesystem::path folder_;
    LogOptions options_;
    /// Never empty; each segment starts where the one before ends.
    std::vector<Segment> segments_;
    ProducerSequences producers_;
};

} // namespace muster::runtime::log
