#include "checker/product/row_table.hpp"

#include <algorithm>
#include <bit>

namespace muster::checker::product {

namespace {

constexpr std::size_t kFirstSlots = 1U << 13U;
constexpr std::uint32_t kHashBits = 64;
constexpr std::uint32_t kAhead = 16; // rows from asking for memory to looking at it

std::uint32_t shift_for(std::size_t slots) {
    return kHashBits - static_cast<std::uint32_t>(std::countr_zero(slots));
}

} // namespace

RowTable::RowTable(std::uint32_t places)
    : layout_(places)
    , slots_(kFirstSlots)
    , shift_(shift_for(kFirstSlots))
    , first_mask_(first_mask())
    , region_mask_(kFirstSlots / kRegions - 1) {}

RowTable::Place RowTable::find(const Word* row, std::uint64_t hash) const {
    const Word tag = hash & ~kIndexMask;
    std::size_t at = slot_of(hash);
    for (; slots_[at] != 0; at = next(at)) {
        if ((slots_[at] & ~kIndexMask) == tag &&
            std::equal(row, row + words_, packed(index_in(slots_[at])))) {
            return {at, true};
        }
    }
    return {at, false};
}

RowTable::Added RowTable::put_new(std::size_t at, const Word* row, std::uint64_t hash) {
    const auto index = static_cast<std::uint32_t>(size_);
    slots_[at] = slot_for(row, hash, index);
    append(row);
    grow_if_full(at);
    return {index, true};
}

void RowTable::add_claimed(const Word* row, std::uint64_t hash, std::size_t slot) {
    if (words_ > 1) {
        slots_[slot] = slot_for(row, hash, static_cast<std::uint32_t>(size_));
    }
    append(row);
}

void RowTable::append(const Word* row) {
    const std::size_t index = size_++;
    if (index / kRowsInChunk == chunks_.size()) {
        chunks_.push_back(new_chunk());
    }
    std::copy(
        row, row + words_, chunks_[index / kRowsInChunk].get() + (index % kRowsInChunk) * words_);
}

RowTable::Chunk RowTable::new_chunk() const {
    return std::make_unique_for_overwrite<Word[]>( // NOLINT(modernize-avoid-c-arrays)
        kRowsInChunk * words_);
}

void RowTable::grow_if_full(std::size_t slot) {
    if (4 * ++in_region_[slot / (region_mask_ + 1)] > 3 * (region_mask_ + 1)) {
        grow();
    }
}

void RowTable::make_claimable(std::size_t rows) {
    while (slots_.size() < kSlotsOfClaimed * rows ||
           4 * *std::max_element(in_region_.begin(), in_region_.end()) > 3 * (region_mask_ + 1)) {
        grow();
    }
}

/// A slot's place is the beginning of its hash, so that slots are filled in order.
void RowTable::grow() {
    const HugeArray before = std::move(slots_);
    resize(2 * before.size());
    for (std::size_t at = 0; at < before.size(); ++at) {
        if (before[at] != 0) {
            put(words_ == 1 ? hash_of_word(before[at] - 1) : before[at], before[at]);
        }
    }
}

void RowTable::resize(std::size_t slots) {
    slots_ = HugeArray(slots);
    shift_ = shift_for(slots);
    first_mask_ = first_mask();
    region_mask_ = slots / kRegions - 1;
    in_region_ = {};
}

void RowTable::put(std::uint64_t hash, Word slot) {
    std::size_t at = slot_of(hash);
    while (slots_[at] != 0) {
        at = next(at);
    }
    slots_[at] = slot;
    ++in_region_[at / (region_mask_ + 1)];
}

/// All rows are packed again, so their hashes are others.
void RowTable::make_room(const Row& row) {
    const RowLayout before = layout_;
    if (!layout_.widen(row)) {
        return;
    }
    words_ = layout_.words();
    const Repacking repack(before, layout_);
    std::vector<Word> repacked(words_);
    for (auto& chunk : chunks_) {
        const auto begin = static_cast<std::size_t>(&chunk - chunks_.data()) * kRowsInChunk;
        const std::size_t rows = std::min(kRowsInChunk, size_ - begin);
        auto wider = words_ == before.words() ? std::move(chunk) : new_chunk();
        const Word* from = words_ == before.words() ? wider.get() : chunk.get();
        for (std::size_t i = 0; i < rows; ++i) {
            repack(from + i * before.words(), repacked.data());
            std::copy(repacked.begin(), repacked.end(), wider.get() + i * words_);
        }
        chunk = std::move(wider);
    }
    // Memory that is at hand is cleared sooner than got anew.
    std::fill_n(&slots_[0], slots_.size(), Word{0});
    in_region_ = {};
    first_mask_ = first_mask();
    for (std::uint32_t index = 0; index < size_; ++index) {
        if (index + kAhead < size_) {
            prefetch(hash(packed(index + kAhead)));
        }
        const std::uint64_t hash = this->hash(packed(index));
        put(hash, slot_for(packed(index), hash, index));
    }
}

} // namespace muster::checker::product
