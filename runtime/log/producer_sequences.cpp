#include "runtime/log/producer_sequences.hpp"

#include <algorithm>
#include <limits>

namespace muster::runtime::log {

namespace {

constexpr std::size_t kRemembered = 5;

/// Numbers go round: 0 follows the greatest.
std::int32_t advanced(std::int32_t sequence, std::int64_t by) {
    constexpr std::int64_t kNumbers = std::int64_t{std::numeric_limits<std::int32_t>::max()} + 1;
    return static_cast<std::int32_t>((sequence + by) % kNumbers);
}

std::int32_t last_sequence(const BatchInfo& batch) {
    return advanced(batch.base_sequence, batch.offset_count - 1);
}

} // namespace

ProducerSequences::ProducerSequences(std::size_t max_producers)
    : max_producers_(max_producers) {}

ProducerSequences::Verdict ProducerSequences::check(const BatchInfo& batch) const {
    using Kind = Verdict::Kind;
    const auto found = producers_.find(batch.producer_id);
    if (batch.producer_id < 0 || found == producers_.end()) {
        return {.kind = Kind::append};
    }
    const auto& producer = found->second;
    if (batch.producer_epoch < producer.epoch) {
        return {.kind = Kind::old_epoch};
    }
    if (batch.producer_epoch > producer.epoch) {
        return {.kind = batch.base_sequence == 0 ? Kind::append : Kind::out_of_order};
    }
    const auto same = std::find_if(
        producer.batches.begin(), producer.batches.end(), [&batch](const Written& written) {
            return written.first_sequence == batch.base_sequence &&
                   written.last_sequence == last_sequence(batch);
        });
    if (same != producer.batches.end()) {
        return {.kind = Kind::repeated, .base_offset = same->base_offset};
    }
    const bool follows = batch.base_sequence == advanced(producer.batches.back().last_sequence, 1);
    return {.kind = follows ? Kind::append : Kind::out_of_order};
}

void ProducerSequences::note(const BatchInfo& batch) {
    if (batch.producer_id < 0) {
        return;
    }
    auto& producer = producers_[batch.producer_id];
    if (!producer.batches.empty()) {
        by_offset_.erase(producer.batches.back().base_offset);
    }
    if (producer.epoch != batch.producer_epoch) {
        producer.batches.clear();
        producer.epoch = batch.producer_epoch;
    }
    producer.batches.push_back({.first_sequence = batch.base_sequence,
                                .last_sequence = last_sequence(batch),
                                .base_offset = batch.base_offset});
    if (producer.batches.size() > kRemembered) {
        producer.batches.pop_front();
    }
    by_offset_[batch.base_offset] = batch.producer_id;
    if (producers_.size() > max_producers_) {
        producers_.erase(by_offset_.begin()->second);
        by_offset_.erase(by_offset_.begin());
    }
}

} // namespace muster::runtime::log
