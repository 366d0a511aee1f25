#pragma once

#include "checker/product/parts.hpp"

#include <cstdint>
#include <vector>

namespace muster::checker::product {

/// Where the parts of a row stand when it is packed into words. Each place takes as few bits as its
/// greatest part needs.
class RowLayout {
public:
    using Word = std::uint64_t;

    explicit RowLayout(std::uint32_t places)
        : fields_(places) {}

    /// How many words a packed row has.
    [[nodiscard]] std::size_t words() const { return words_; }

    /// Grows whenever the layout becomes another one.
    [[nodiscard]] std::uint32_t version() const { return version_; }

    [[nodiscard]] bool has_room(std::uint32_t place, Part part) const {
        return part <= fields_[place].mask;
    }

    /// Makes the places wider that this row needs to be wider. Whether that made another layout.
    bool widen(const Row& row);

    /// Into so many words.
    void pack(const Row& row, Word* to) const;
    void unpack(const Word* packed, Row& row) const;

    [[nodiscard]] Part part(std::uint32_t place, const Word* packed) const {
        const Field& field = fields_[place];
        return static_cast<Part>((packed[field.word] >> field.shift) & field.mask);
    }

    [[nodiscard]] std::uint32_t word_of(std::uint32_t place) const { return fields_[place].word; }

    /// The bits that the parts of a place take in its word.
    [[nodiscard]] Word bits_of(std::uint32_t place) const {
        return fields_[place].mask << fields_[place].shift;
    }

    [[nodiscard]] std::uint32_t width(std::uint32_t place) const { return fields_[place].bits; }

    [[nodiscard]] std::uint32_t shift(std::uint32_t place) const { return fields_[place].shift; }

    /// What turns one part of a place into another one, by exclusive or with its word. Both have
    /// room.
    [[nodiscard]] Word flip(std::uint32_t place, Part before, Part after) const {
        return Word{before ^ after} << fields_[place].shift;
    }

private:
    friend class Repacking;

    /// Nowhere while the part was always 0.
    struct Field {
        std::uint32_t bits = 0;
        std::uint32_t word = 0;
        std::uint32_t shift = 0;
        Word mask = 0;
    };

    /// Returns how many words that takes.
    static std::size_t lay_out(std::vector<Field>& fields);

    std::vector<Field> fields_; // by place
    std::size_t words_ = 1;
    std::uint32_t version_ = 0;
};

/// Packs rows of one layout again in a wider one.
class Repacking {
public:
    using Word = RowLayout::Word;

    /// Of the same places; each is at least as wide after it.
    Repacking(const RowLayout& before, const RowLayout& after);

    void operator()(const Word* from, Word* to) const;

private:
    /// Places next to each other that stay so.
    struct Move {
        std::uint32_t from = 0; // word
        std::uint32_t from_shift = 0;
        std::uint32_t to = 0;
        std::uint32_t to_shift = 0;
        Word mask = 0;
    };

    std::size_t words_; // after it
    std::vector<Move> moves_;
};

} // namespace muster::checker::product
