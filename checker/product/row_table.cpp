#include "checker/product/row_table.hpp"

#include <algorithm>
#include <bit>

namespace muster::checker::product {

namespace {

constexpr std::uint32_t kFirstBits = 10; // of the number of slots
constexpr std::uint32_t kHashBits = 64;
constexpr std::uint64_t kIndexMask = 0xFFFFFFFFULL;
constexpr std::uint32_t kWordBits = 64;
constexpr std::uint32_t kPartBits = 32;

} // namespace

RowTable::RowTable(std::uint32_t places)
    : fields_(places)
    , slots_(std::size_t{1} << kFirstBits, 0)
    , shift_(kHashBits - kFirstBits) {}

std::uint64_t RowTable::hash(const Row& row) {
    std::uint64_t hash = 0;
    for (std::uint32_t place = 0; place < row.size(); ++place) {
        hash ^= hash_of(place, row[place]);
    }
    return hash;
}

void RowTable::pack(const Row& row, Word* to) const {
    std::fill(to, to + words_, Word{0});
    for (std::uint32_t place = 0; place < fields_.size(); ++place) {
        to[fields_[place].word] |= Word{row[place]} << fields_[place].shift;
    }
}

void RowTable::unpack(const std::vector<Field>& fields, const Word* packed, Row& row) {
    row.resize(fields.size());
    for (std::size_t place = 0; place < fields.size(); ++place) {
        const Field& field = fields[place];
        row[place] = static_cast<Part>((packed[field.word] >> field.shift) & field.mask);
    }
}

void RowTable::read(std::uint32_t index, Row& row) const {
    unpack(fields_, packed(index), row);
}

RowTable::Added RowTable::add(const Word* row, std::uint64_t hash) {
    const std::uint64_t tag = hash & ~kIndexMask;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = slot_of(hash);
    for (; slots_[at] != 0; at = (at + 1) & mask) {
        if ((slots_[at] & ~kIndexMask) == tag) {
            const auto index = static_cast<std::uint32_t>((slots_[at] & kIndexMask) - 1);
            if (std::equal(row, row + words_, packed(index))) {
                return {index, false};
            }
        }
    }
    const auto index = static_cast<std::uint32_t>(size_);
    slots_[at] = tag | (index + 1);
    std::copy(row, row + words_, new_row());
    if (4 * size_ > 3 * slots_.size()) {
        grow();
    }
    return {index, true};
}

RowTable::Word* RowTable::new_row() {
    const std::size_t index = size_++;
    if (index / kRowsInChunk == chunks_.size()) {
        chunks_.push_back(
            std::make_unique<Word[]>(kRowsInChunk * words_)); // NOLINT(modernize-avoid-c-arrays)
    }
    return chunks_[index / kRowsInChunk].get() + (index % kRowsInChunk) * words_;
}

/// A slot's place is the beginning of its hash, so the order of hashes stays, and no row is needed.
void RowTable::grow() {
    std::vector<std::uint64_t> before(2 * slots_.size(), 0);
    before.swap(slots_);
    --shift_;
    const std::size_t mask = slots_.size() - 1;
    for (const std::uint64_t slot : before) {
        if (slot == 0) {
            continue;
        }
        std::size_t at = slot_of(slot);
        while (slots_[at] != 0) {
            at = (at + 1) & mask;
        }
        slots_[at] = slot;
    }
}

/// Widens the places that this row needs to be wider, and packs all rows again. One bit more than
/// needed, so that it does not happen often.
void RowTable::make_room(const Row& row) {
    const std::vector<Field> before = fields_;
    const std::size_t words_before = words_;
    bool all_fit = true;
    for (std::uint32_t place = 0; place < fields_.size(); ++place) {
        if (!has_room(place, row[place])) {
            all_fit = false;
            const auto needed = static_cast<std::uint32_t>(std::bit_width(row[place]));
            fields_[place].bits = std::min(kPartBits, needed > 2 ? needed + 1 : needed);
        }
    }
    if (all_fit) {
        return;
    }
    lay_out();
    Row old;
    for (auto& chunk : chunks_) {
        const auto begin = static_cast<std::size_t>(&chunk - chunks_.data()) * kRowsInChunk;
        auto wider = std::make_unique<Word[]>( // NOLINT(modernize-avoid-c-arrays)
            kRowsInChunk * words_);
        for (std::size_t i = 0; i < std::min(kRowsInChunk, size_ - begin); ++i) {
            unpack(before, chunk.get() + i * words_before, old);
            pack(old, wider.get() + i * words_);
        }
        chunk = std::move(wider);
    }
}

/// No field is spread over two words.
void RowTable::lay_out() {
    std::uint32_t word = 0;
    std::uint32_t used = 0;
    for (Field& field : fields_) {
        if (used + field.bits > kWordBits) {
            ++word;
            used = 0;
        }
        field.word = word;
        field.shift = field.bits == 0 ? 0 : used;
        field.mask = (Word{1} << field.bits) - 1;
        used += field.bits;
    }
    words_ = word + 1;
}

} // namespace muster::checker::product
