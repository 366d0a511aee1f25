#pragma once

#include "runtime/base/file.hpp"
#include "runtime/log/record_batch.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace muster::runtime::log {

/// What to do with bytes at the end of a segment that are not a whole, sound batch.
enum class DamagedTail {
    /// A crash may leave such a tail in the last segment: cut it off.
    cut,
    /// Anywhere else it is damage that an operator must see.
    refuse,
};

/// One file of a log: batches one after another, named after the offset of the first. Where each
/// batch is stays in memory (32 bytes a batch) and is found again by a scan when the file is
/// opened.
class Segment {
public:
    struct Entry {
        std::int64_t base_offset = 0;
        std::int64_t max_timestamp_ms = -1;
        std::uint64_t position = 0;
        std::uint32_t size = 0;
        std::int32_t offset_count = 0;
    };

    using OnBatch = std::function<void(const BatchInfo&)>;

    /// `on_batch` gets every batch that is found, in order.
    [[nodiscard]] static Result<Segment> open(const std::filesystem::path& folder,
                                              std::int64_t base_offset,
                                              DamagedTail tail,
                                              const OnBatch& on_batch);

    /// The file name of the segment that starts at that offset.
    [[nodiscard]] static std::string file_name(std::int64_t base_offset);

    [[nodiscard]] std::int64_t base_offset() const { return base_offset_; }

    [[nodiscard]] std::int64_t end_offset() const;

    [[nodiscard]] std::uint64_t size() const { return size_; }

    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

    /// Appends batches that were checked and have their offsets; `added` says where each is, from
    /// position 0. After a failure the segment is as it was.
    [[nodiscard]] Result<void> append(BytesView batches, const std::vector<Entry>& added);

    /// Whole batches from the one that holds `offset` (which is in the segment) on: the first one
    /// whatever its size, more as long as all fit into `max_bytes`.
    [[nodiscard]] Result<Bytes> read(std::int64_t offset, std::size_t max_bytes) const;

private:
    Segment(File file, std::int64_t base_offset);

    /// Fills in the entries and the size; returns the number of bytes after the last sound batch.
    [[nodiscard]] Result<std::uint64_t> scan(const OnBatch& on_batch);

    File file_;
    std::int64_t base_offset_;
    std::uint64_t size_ = 0;
    std::vector<Entry> entries_;
};

} // namespace muster::runtime::log
