#pragma once

#include "checker/product/huge_array.hpp"
#include "checker/product/row_layout.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace muster::checker::product {

/// The states found so far, packed, without repeats and exact: no state is ever taken for another.
class RowTable {
    static constexpr std::uint32_t kRegionBits = 6;

public:
    using Word = RowLayout::Word;

    explicit RowTable(std::uint32_t places);

    [[nodiscard]] const RowLayout& layout() const { return layout_; }

    /// Makes room for this row in the layout. Rows that were packed before have to be packed again
    /// if it was another one.
    void make_room(const Row& row);

    [[nodiscard]] std::uint64_t hash(const Word* packed) const {
        std::uint64_t hash = hash_of_word(packed[0]);
        for (std::size_t word = 1; word < words_; ++word) {
            hash = mix_hash(hash, packed[word]);
        }
        return hash;
    }

    struct Added {
        std::uint32_t index = 0; // of a row that was there already: unknown
        bool is_new = false;
    };

    /// To be called some time before a row with this hash is added.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[slot_of(hash)]); }

    /// To be called later than that, and some time before the row is added.
    void prefetch_row(std::uint64_t hash) const {
        const Word slot = slots_[slot_of(hash)];
        if (words_ > 1 && slot != 0 && index_in(slot) < size_) {
            __builtin_prefetch(packed(index_in(slot)));
        }
    }

    Added add(const Word* packed, std::uint64_t hash) {
        const Place place = words_ == 1 ? find_word(packed[0] + 1, hash) : find(packed, hash);
        return place.is_taken ? Added() : put_new(place.slot, packed, hash);
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    /// How many rows may well be claimed before others are added.
    [[nodiscard]] std::size_t claimable() const {
        return std::min(slots_.size() / (2 * kSlotsOfClaimed), kMostClaimed);
    }

    /// To be called before so many rows are claimed.
    void make_claimable(std::size_t rows);

    /// Which of so many threads, at most 64, is the one that claims rows with this hash.
    [[nodiscard]] static std::size_t owner(std::uint64_t hash, std::size_t threads) {
        return (hash >> (64 - kRegionBits)) * threads >> kRegionBits;
    }

    static constexpr std::size_t kMostOwners = 1U << kRegionBits;

    struct Claimed {
        std::size_t slot = 0; // unless the row was there already
        bool is_new = false;
    };

    /// Takes the slot of a row that is to be added later, with this number among those that its
    /// owner claimed and that were not added yet; `row_of` has the others by number.
    template <class RowOf>
    Claimed claim(const Word* row, std::uint64_t hash, std::uint32_t number, RowOf row_of);

    /// Adds a row that was claimed. Rows that are not added before others are claimed never are.
    void add_claimed(const Word* row, std::uint64_t hash, std::size_t slot);

    [[nodiscard]] const Word* packed(std::uint32_t index) const {
        return chunks_[index / kRowsInChunk].get() + (index % kRowsInChunk) * words_;
    }

    void read(std::uint32_t index, Row& row) const { layout_.unpack(packed(index), row); }

private:
    /// In slots, the rows that are claimed are numbered from here on; there are fewer others.
    static constexpr std::uint32_t kFirstClaimed = 0xC0000000U;
    /// For one row that is claimed there are so many slots, so that no region is ever full; twice
    /// as many where it is known how many there will be.
    static constexpr std::size_t kSlotsOfClaimed = 16;
    static constexpr std::size_t kMostClaimed = 1U << 16U;

    using Chunk = std::unique_ptr<Word[]>; // NOLINT(modernize-avoid-c-arrays)

    /// Slots are in regions, each of which takes the rows whose hashes begin alike.
    static constexpr std::size_t kLine = 8; // slots in a line of memory
    static constexpr std::size_t kRegions = 1U << kRegionBits;
    static constexpr std::size_t kRowsInChunk = 1U << 14U;
    static constexpr std::uint64_t kIndexMask = 0xFFFFFFFFULL;

    /// Where to look for a row: at the first slot of a line of memory where it is of one word.
    [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const {
        return (hash >> shift_) & first_mask_;
    }

    [[nodiscard]] std::size_t first_mask() const {
        return words_ == 1 ? ~(kLine - 1) : ~std::size_t{0};
    }

    /// The next slot, or line of slots, of the same region.
    [[nodiscard]] std::size_t next(std::size_t slot, std::size_t step = 1) const {
        return (slot & ~region_mask_) | ((slot + step) & region_mask_);
    }

    [[nodiscard]] static std::uint32_t index_in(Word slot) {
        return static_cast<std::uint32_t>((slot & kIndexMask) - 1);
    }

    [[nodiscard]] static std::uint64_t hash_of_word(Word word) { return mix_hash(0, word); }

    [[nodiscard]] Word slot_for(const Word* row, std::uint64_t hash, std::uint32_t index) const {
        return words_ == 1 ? row[0] + 1 : (hash & ~kIndexMask) | (Word{index} + 1);
    }

    /// Where a row belongs, and whether it is there already; the slot is unknown then.
    struct Place {
        std::size_t slot = 0;
        bool is_taken = false;
    };

    /// A line is filled from its beginning, and looked at as a whole.
    [[nodiscard]] Place find_word(Word wanted, std::uint64_t hash) const {
        std::size_t at = slot_of(hash);
        while (true) {
            const Word* line = &slots_[at];
            // Without a branch for each, as it is not known which of them it will be.
            const bool in_first_half = (line[0] == wanted) | (line[1] == wanted) |
                                       (line[2] == wanted) | (line[3] == wanted);
            const bool in_second_half = (line[4] == wanted) | (line[5] == wanted) |
                                        (line[6] == wanted) | (line[7] == wanted);
            if (in_first_half | in_second_half) {
                return {at, true};
            }
            if (line[kLine - 1] == 0) {
                while (slots_[at] != 0) {
                    ++at;
                }
                return {at, false};
            }
            at = next(at, kLine);
        }
    }

    [[nodiscard]] Place find(const Word* row, std::uint64_t hash) const;
    Added put_new(std::size_t slot, const Word* row, std::uint64_t hash);
    void append(const Word* row);
    [[nodiscard]] Chunk new_chunk() const;
    void grow_if_full(std::size_t slot);
    void grow();
    void resize(std::size_t slots);
    void put(std::uint64_t hash, Word slot);

    RowLayout layout_;
    std::size_t words_ = 1;
    std::vector<Chunk> chunks_;
    std::size_t size_ = 0;
    /// Open addressing; a slot's place is the beginning of the hash. 0 for none. Where rows are of
    /// one word, that word and one; else the upper half of the hash, and below it an index and one.
    HugeArray slots_;
    std::uint32_t shift_;
    std::size_t first_mask_; // of the slots where looking begins
    std::size_t region_mask_;
    std::array<std::size_t, kRegions> in_region_{}; // how many rows
};

template <class RowOf>
RowTable::Claimed
RowTable::claim(const Word* row, std::uint64_t hash, std::uint32_t number, RowOf row_of) {
    std::size_t at = 0;
    if (words_ == 1) {
        const Place place = find_word(row[0] + 1, hash);
        if (place.is_taken) {
            return {};
        }
        at = place.slot;
    } else {
        const Word tag = hash & ~kIndexMask;
        for (at = slot_of(hash); slots_[at] != 0; at = next(at)) {
            const std::uint32_t index = index_in(slots_[at]);
            if ((slots_[at] & ~kIndexMask) == tag &&
                std::equal(row,
                           row + words_,
                           index >= kFirstClaimed ? row_of(index - kFirstClaimed)
                                                  : packed(index))) {
                return {};
            }
        }
    }
    slots_[at] = slot_for(row, hash, kFirstClaimed + number);
    const std::size_t region_size = region_mask_ + 1;
    const std::size_t rows = ++in_region_[at / region_size];
    MUSTER_ASSERT(rows < region_size, "hashes of states are not spread");
    return {at, true};
}

} // namespace muster::checker::product
