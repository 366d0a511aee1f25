#pragma once

#include "checker/product/element_signs.hpp"
#include "checker/product/permutation.hpp"

#include <cstdint>
#include <vector>

namespace muster::checker::product {

/// Sorts have no structure, so a state and what a permutation of their elements makes of it have
/// the same future. Of all these states one is looked at: the least row.
///
/// The elements of a sort are put in the order of signs that permutations leave as they are; only
/// where signs are equal are orders tried. Elements that can be exchanged without any change of the
/// state are not told apart. So the least row is found exactly, and how many states it stands for.
///
/// Sorts that constants or functions speak of keep their elements where they are.
class Symmetry {
public:
    /// All outlive it.
    Symmetry(const spec::TypedSpec& spec, const Universe& universe, Parts& parts);

    /// Whether there is anything to permute.
    [[nodiscard]] bool is_there() const { return !sorts_.empty(); }

    /// Makes the row the least one that a permutation makes of it. Returns how many different rows
    /// permutations make of it.
    std::uint64_t make_least(Row& row);

private:
    /// Elements that can be exchanged with each other.
    using Class = std::vector<std::uint8_t>;

    /// Classes of elements with equal signs, in no order that would mean anything.
    using Cell = std::vector<Class>;

    void divide(const Row& row, std::uint32_t sort, std::vector<Cell>& cells);
    [[nodiscard]] bool
    can_exchange(const Row& row, std::uint32_t sort, std::uint8_t one, std::uint8_t other);
    void try_orders(const Row& row, std::size_t sort, std::size_t cell);
    void try_order_in_cell(const Row& row,
                           std::size_t sort,
                           std::size_t cell,
                           std::vector<std::size_t>& taken,
                           std::size_t position);
    void compare(const Row& row);

    const Universe& universe_;
    std::vector<std::uint32_t> sorts_; // that are permuted
    PermutedTypes types_;
    Permuter permuter_;
    ElementSigns signs_;
    std::uint64_t group_size_ = 1;
    std::vector<std::vector<std::vector<std::uint32_t>>> exchanges_; // by sort and two elements

    // Of the row that is looked at:
    std::vector<std::vector<Cell>> cells_; // by place in sorts_
    Permutation order_;                    // as far as it is built
    Row candidate_;
    Row least_;
    bool has_least_ = false;
    std::uint64_t count_of_least_ = 0;
};

} // namespace muster::checker::product
