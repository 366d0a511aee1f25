#pragma once

#include "checker/product/parts.hpp"

#include <cstdint>
#include <vector>

namespace muster::checker::product {

/// The states found so far, without repeats and exact: no state is ever taken for another. Each
/// place takes as few bytes as its greatest part needs.
class RowTable {
public:
    explicit RowTable(std::uint32_t places);

    /// A hash of rows that follows from that of another row and the places where they differ.
    [[nodiscard]] static std::uint64_t hash(const Row& row);

    [[nodiscard]] static std::uint64_t hash_of(std::uint32_t place, Part part) {
        return mix_hash(place + 1, part);
    }

    struct Added {
        std::uint32_t index = 0;
        bool is_new = false;
    };

    Added add(const Row& row, std::uint64_t hash);

    [[nodiscard]] std::size_t size() const { return size_; }

    void read(std::uint32_t index, Row& row) const;

private:
    /// How a place stands in a stored row: in no bytes while its part was always 0.
    struct Field {
        std::uint32_t bytes = 0;
    };

    void make_room(const Row& row);
    void write(const Row& row, std::uint8_t* to) const;
    [[nodiscard]] bool equals(std::uint32_t index, const std::uint8_t* packed) const;
    void grow();

    std::vector<Field> fields_; // by place
    std::size_t stride_ = 0;
    std::vector<std::uint8_t> bytes_; // the rows, one after the other
    std::vector<std::uint8_t> packed_;
    std::size_t size_ = 0;
    /// Open addressing: 0 or a part of the hash over an index and one.
    std::vector<std::uint64_t> slots_;
};

} // namespace muster::checker::product
