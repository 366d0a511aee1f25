#pragma once

#include "checker/product/parts.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace muster::checker::product {

/// The states found so far, without repeats and exact: no state is ever taken for another. Each
/// place takes as few bits as its greatest part needs.
class RowTable {
public:
    using Word = std::uint64_t;

    explicit RowTable(std::uint32_t places);

    /// A hash of rows that follows from that of another row and the places where they differ: it
    /// is the exclusive or of these.
    [[nodiscard]] static std::uint64_t hash_of(std::uint32_t place, Part part) {
        return mix_hash(place + 1, part);
    }

    [[nodiscard]] static std::uint64_t hash(const Row& row);

    /// How many words a packed row has. It changes when room is made.
    [[nodiscard]] std::size_t words() const { return words_; }

    /// Whether a part has room in its place, and rows that have to be packed again where it has
    /// not.
    [[nodiscard]] bool has_room(std::uint32_t place, Part part) const {
        const Field& field = fields_[place];
        return part <= field.mask;
    }

    void make_room(const Row& row);

    void pack(const Row& row, Word* to) const;

    /// Puts a part that has room into a packed row.
    void put(std::uint32_t place, Part part, Word* packed) const {
        const Field& field = fields_[place];
        Word& word = packed[field.word];
        word = (word & ~(field.mask << field.shift)) | (Word{part} << field.shift);
    }

    struct Added {
        std::uint32_t index = 0;
        bool is_new = false;
    };

    /// To be called some time before a row with this hash is added.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[slot_of(hash)]); }

    Added add(const Word* packed, std::uint64_t hash);

    [[nodiscard]] std::size_t size() const { return size_; }

    void read(std::uint32_t index, Row& row) const;

private:
    /// Where a place stands in a packed row; nowhere while its part was always 0.
    struct Field {
        std::uint32_t bits = 0;
        std::uint32_t word = 0;
        std::uint32_t shift = 0;
        Word mask = 0;
    };

    [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const { return hash >> shift_; }

    void lay_out();

    [[nodiscard]] const Word* packed(std::uint32_t index) const {
        return chunks_[index / kRowsInChunk].get() + (index % kRowsInChunk) * words_;
    }

    [[nodiscard]] Word* new_row();
    static void unpack(const std::vector<Field>& fields, const Word* packed, Row& row);
    void grow();

    static constexpr std::size_t kRowsInChunk = 1U << 14U;

    std::vector<Field> fields_; // by place
    std::size_t words_ = 1;
    std::vector<std::unique_ptr<Word[]>> chunks_; // NOLINT(modernize-avoid-c-arrays)
    std::size_t size_ = 0;
    /// Open addressing: 0, or the upper half of a hash and below it an index and one. A slot's
    /// place is the beginning of the hash.
    std::vector<std::uint64_t> slots_;
    std::uint32_t shift_ = 0;
};

} // namespace muster::checker::product
