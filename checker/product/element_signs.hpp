#pragma once

#include "checker/product/permutation.hpp"

#include <cstdint>
#include <vector>

namespace muster::checker::product {

/// A sign of an element in a state: a number that follows from how the element occurs there, with
/// all other elements taken as alike. Where a permutation makes one element of another, and one
/// state of another, the signs are equal. Elements with equal signs need not be alike.
class ElementSigns {
public:
    /// All outlive it.
    ElementSigns(const spec::TypedSpec& spec,
                 const Universe& universe,
                 Parts& parts,
                 const PermutedTypes& types);

    std::uint64_t sign(const Row& row, spec::SortId sort, std::int64_t element);

private:
    /// Whose sign is asked for.
    struct Element {
        spec::SortId sort;
        std::int64_t number = 0;
    };

    std::uint64_t sign_in_part(std::uint32_t place, Part part, const Element& of);
    [[nodiscard]] std::uint64_t compute(std::uint32_t place, Part part, const Element& of) const;
    [[nodiscard]] std::uint64_t
    of_value(spec::TypeId type, const Value& value, const Element& of) const;
    [[nodiscard]] std::uint64_t
    of_message(const SentMessage& message, bool is_record, const Element& of) const;
    [[nodiscard]] std::uint64_t
    of_element(spec::SortId sort, std::int64_t number, const Element& of) const;

    const spec::TypedSpec& spec_;
    Parts& parts_;
    const PermutedTypes& types_;
    std::vector<std::uint32_t> first_column_; // by sort, among all elements
    std::uint32_t columns_ = 0;
    /// By role, then by place of the network; by part and element; 0: not known.
    std::vector<std::vector<std::uint64_t>> known_;
};

} // namespace muster::checker::product
