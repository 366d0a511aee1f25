#include "runtime/log/partition_log.hpp"

#include "runtime/base/event_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace muster::runtime::log {

namespace {

/// The offset in a segment's file name, or nothing if the file is no segment.
std::optional<std::int64_t> segment_offset(const std::filesystem::path& path) {
    const auto stem = path.stem().string();
    std::int64_t offset = 0;
    const auto* end = stem.data() + stem.size();
    const auto parsed = std::from_chars(stem.data(), end, offset);
    const bool is_number = parsed.ec == std::errc{} && parsed.ptr == end && offset >= 0;
    if (!is_number || path.filename() != Segment::file_name(offset)) {
        return std::nullopt;
    }
    return offset;
}

Result<std::vector<std::int64_t>> list_segments(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::vector<std::int64_t> offsets;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (const auto offset = segment_offset(entry->path())) {
            offsets.push_back(*offset);
        }
    }
    if (error) {
        return failure(fmt::format("cannot use {}: {}", folder.string(), error.message()));
    }
    if (offsets.empty()) {
        offsets.push_back(0);
    }
    std::sort(offsets.begin(), offsets.end());
    return offsets;
}

/// The batches of a produce request with their new offsets.
struct Placed {
    Bytes bytes;
    std::vector<Segment::Entry> entries;
    std::vector<BatchInfo> batches;
};

/// Nothing if one of the batches is not sound.
std::optional<Placed> place(BytesView batches, std::int64_t next_offset) {
    Placed placed{.bytes = Bytes(batches), .entries = {}, .batches = {}};
    std::size_t position = 0;
    while (position < batches.size()) {
        auto batch = inspect_batch(batches.substr(position));
        if (!batch) {
            return std::nullopt;
        }
        assign_offset(placed.bytes, position, next_offset);
        batch->base_offset = next_offset;
        placed.entries.push_back({.base_offset = next_offset,
                                  .max_timestamp_ms = batch->max_timestamp_ms,
                                  .position = position,
                                  .size = static_cast<std::uint32_t>(batch->size),
                                  .offset_count = batch->offset_count});
        next_offset += batch->offset_count;
        position += batch->size;
        placed.batches.push_back(*batch);
    }
    return placed;
}

/// What a sound batch may be refused for by itself.
std::optional<AppendError> objection(const BatchInfo& batch, std::size_t batch_count) {
    if (batch.is_transactional) {
        return AppendError::transactional;
    }
    const bool is_numbered = batch.producer_id >= 0;
    const bool lacks_numbers = batch.producer_epoch < 0 || batch.base_sequence < 0;
    if (batch.is_control || (is_numbered && (lacks_numbers || batch_count > 1))) {
        return AppendError::invalid;
    }
    return std::nullopt;
}

} // namespace

PartitionLog::PartitionLog(std::filesystem::path folder, LogOptions options)
    : folder_(std::move(folder))
    , options_(options) {}

Result<PartitionLog> PartitionLog::open(const std::filesystem::path& folder, LogOptions options) {
    const auto offsets = list_segments(folder);
    if (!offsets) {
        return tl::make_unexpected(offsets.error());
    }
    PartitionLog log(folder, options);
    auto& segments = log.segments_;
    for (const auto offset : *offsets) {
        const auto tail = offset == offsets->back() ? DamagedTail::cut : DamagedTail::refuse;
        if (!segments.empty() && segments.back().end_offset() != offset) {
            return failure(fmt::format("{}: offsets {} to {} are missing",
                                       folder.string(),
                                       segments.back().end_offset(),
                                       offset - 1));
        }
        auto segment = Segment::open(
            folder, offset, tail, [&log](const BatchInfo& batch) { log.producers_.note(batch); });
        if (!segment) {
            return tl::make_unexpected(segment.error());
        }
        segments.push_back(*std::move(segment));
    }
    return log;
}

Result<void> PartitionLog::roll() {
    auto segment =
        Segment::open(folder_, end_offset(), DamagedTail::cut, [](const BatchInfo& /*batch*/) {});
    if (!segment) {
        return tl::make_unexpected(segment.error());
    }
    segments_.push_back(*std::move(segment));
    return {};
}

Result<void> PartitionLog::write(BytesView batches, const std::vector<Segment::Entry>& entries) {
    if (segments_.back().size() >= options_.segment_bytes) {
        if (auto rolled = roll(); !rolled) {
            return rolled;
        }
    }
    return segments_.back().append(batches, entries);
}

tl::expected<std::int64_t, AppendError> PartitionLog::append(BytesView batches) {
    const auto base_offset = end_offset();
    const auto placed = place(batches, base_offset);
    if (!placed || placed->entries.empty()) {
        return tl::make_unexpected(AppendError::corrupt);
    }
    for (const auto& batch : placed->batches) {
        if (const auto error = objection(batch, placed->batches.size())) {
            return tl::make_unexpected(*error);
        }
    }
    using Kind = ProducerSequences::Verdict::Kind;
    // A batch with numbers is alone, so the first one stands for all.
    const auto verdict = producers_.check(placed->batches.front());
    if (verdict.kind == Kind::repeated) {
        return verdict.base_offset;
    }
    if (verdict.kind != Kind::append) {
        return tl::make_unexpected(verdict.kind == Kind::old_epoch ? AppendError::old_epoch
                                                                   : AppendError::out_of_order);
    }
    if (auto written = write(placed->bytes, placed->entries); !written) {
        log_event(spdlog::level::err, "log_error", {{"reason", written.error().message}});
        return tl::make_unexpected(AppendError::storage);
    }
    for (const auto& batch : placed->batches) {
        producers_.note(batch);
    }
    return base_offset;
}

tl::expected<Bytes, ReadError> PartitionLog::read(std::int64_t offset,
                                                  std::size_t max_bytes) const {
    if (offset < start_offset() || offset > end_offset()) {
        return tl::make_unexpected(ReadError::out_of_range);
    }
    if (offset == end_offset()) {
        return Bytes();
    }
    const auto after = std::upper_bound(
        segments_.begin(),
        segments_.end(),
        offset,
        [](std::int64_t wanted, const Segment& segment) { return wanted < segment.base_offset(); });
    auto bytes = std::prev(after)->read(offset, max_bytes);
    if (!bytes) {
        log_event(spdlog::level::err, "log_error", {{"reason", bytes.error().message}});
        return tl::make_unexpected(ReadError::storage);
    }
    return *std::move(bytes);
}

std::optional<PartitionLog::TimedOffset> PartitionLog::find_time(std::int64_t timestamp_ms) const {
    for (const auto& segment : segments_) {
        for (const auto& entry : segment.entries()) {
            if (entry.max_timestamp_ms >= timestamp_ms) {
                return TimedOffset{.offset = entry.base_offset,
                                   .timestamp_ms = entry.max_timestamp_ms};
            }
        }
    }
    return std::nullopt;
}

std::optional<PartitionLog::TimedOffset> PartitionLog::find_greatest_time() const {
    std::optional<TimedOffset> greatest;
    for (const auto& segment : segments_) {
        for (const auto& entry : segment.entries()) {
            if (!greatest || entry.max_timestamp_ms > greatest->timestamp_ms) {
                greatest = TimedOffset{.offset = entry.base_offset,
                                       .timestamp_ms = entry.max_timestamp_ms};
            }
        }
    }
    return greatest;
}

} // namespace muster::runtime::log
