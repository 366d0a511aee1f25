#include "runtime/log/segment.hpp"

#include "runtime/base/assert.hpp"
#include "runtime/base/event_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::runtime::log {

Segment::Segment(File file, std::int64_t base_offset)
    : file_(std::move(file))
    , base_offset_(base_offset) {}

std::string Segment::file_name(std::int64_t base_offset) {
    return fmt::format("{:020}.log", base_offset);
}

std::int64_t Segment::end_offset() const {
    return entries_.empty() ? base_offset_
                            : entries_.back().base_offset + entries_.back().offset_count;
}

Result<Segment> Segment::open(const std::filesystem::path& folder,
                              std::int64_t base_offset,
                              DamagedTail tail,
                              const OnBatch& on_batch) {
    const auto path = folder / file_name(base_offset);
    auto file = File::open(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    Segment segment(*std::move(file), base_offset);
    const auto damaged = segment.scan(on_batch);
    if (!damaged) {
        return tl::make_unexpected(damaged.error());
    }
    if (*damaged == 0) {
        return segment;
    }
    if (tail == DamagedTail::refuse) {
        return failure(
            fmt::format("{} is damaged: no sound batch at byte {}", path.string(), segment.size_));
    }
    log_event(spdlog::level::warn, "log_tail_cut", {{"file", path.string()}, {"bytes", *damaged}});
    if (auto cut = segment.file_.truncate(segment.size_); !cut) {
        return tl::make_unexpected(cut.error());
    }
    return segment;
}

Result<std::uint64_t> Segment::scan(const OnBatch& on_batch) {
    const auto file_size = file_.size();
    if (!file_size) {
        return tl::make_unexpected(file_size.error());
    }
    while (size_ < *file_size) {
        const auto prefix = file_.read(size_, kBatchLengthPrefix);
        if (!prefix) {
            return tl::make_unexpected(prefix.error());
        }
        const auto claimed = claimed_batch_size(*prefix);
        if (!claimed || *claimed > *file_size - size_) {
            break;
        }
        const auto bytes = file_.read(size_, *claimed);
        if (!bytes) {
            return tl::make_unexpected(bytes.error());
        }
        const auto batch = inspect_batch(*bytes);
        if (!batch || batch->base_offset != end_offset()) {
            break;
        }
        entries_.push_back({.base_offset = batch->base_offset,
                            .max_timestamp_ms = batch->max_timestamp_ms,
                            .position = size_,
                            .size = static_cast<std::uint32_t>(batch->size),
                            .offset_count = batch->offset_count});
        size_ += batch->size;
        on_batch(*batch);
    }
    return *file_size - size_;
}

Result<void> Segment::append(BytesView batches, const std::vector<Entry>& added) {
    if (auto written = file_.write(size_, batches); !written) {
        if (auto undone = file_.truncate(size_); !undone) {
            log_event(spdlog::level::err, "log_error", {{"reason", undone.error().message}});
        }
        return written;
    }
    for (auto entry : added) {
        MUSTER_RUNTIME_ASSERT(entry.base_offset == end_offset());
        entry.position += size_;
        entries_.push_back(entry);
    }
    size_ += batches.size();
    return {};
}

Result<Bytes> Segment::read(std::int64_t offset, std::size_t max_bytes) const {
    MUSTER_RUNTIME_ASSERT(offset >= base_offset_ && offset < end_offset());
    const auto after = std::upper_bound(
        entries_.begin(), entries_.end(), offset, [](std::int64_t wanted, const Entry& entry) {
            return wanted < entry.base_offset;
        });
    const auto first = std::prev(after);
    std::size_t count = first->size;
    for (auto next = after; next != entries_.end() && count + next->size <= max_bytes; ++next) {
        count += next->size;
    }
    return file_.read(first->position, count);
}

} // namespace muster::runtime::log
