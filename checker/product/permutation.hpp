#pragma once

#include "checker/product/flat_map.hpp"
#include "checker/product/parts.hpp"

#include <memory>
#include <vector>

namespace muster::checker::product {

/// By sort and element, what it becomes; empty for a sort whose elements stay what they are.
using Permutation = std::vector<std::vector<std::uint8_t>>;

/// Which types hold elements of sorts that may be permuted.
class PermutedTypes {
public:
    PermutedTypes(const spec::TypedSpec& spec, const std::vector<bool>& sorts);

    [[nodiscard]] bool holds_elements(spec::TypeId type) const { return holds_[type.value]; }

    [[nodiscard]] bool is_permuted(spec::SortId sort) const {
        return sort.valid() && sorts_[sort.value];
    }

private:
    [[nodiscard]] bool find(const spec::TypedSpec& spec, spec::TypeId type) const;

    std::vector<bool> sorts_;
    std::vector<bool> holds_; // by type
};

/// Applies permutations of the elements of sorts to states. What one makes of a part is computed
/// once.
class Permuter {
public:
    /// All outlive it.
    Permuter(const spec::TypedSpec& spec, Parts& parts, const PermutedTypes& types);

    /// Numbers a permutation, for the following.
    std::uint32_t number_of(const Permutation& permutation);

    /// The place where the part of a place goes, and what it becomes.
    [[nodiscard]] std::uint32_t place(std::uint32_t permutation, std::uint32_t place) const {
        return known_[permutation]->places[place];
    }

    Part part(std::uint32_t permutation, std::uint32_t place, Part part);

private:
    struct PermutationHash {
        std::size_t operator()(const Permutation& permutation) const;
    };

    struct Known {
        const Permutation* permutation = nullptr;
        std::vector<std::uint32_t> places;
        std::vector<FlatMap> roles;   // by role: local states
        std::vector<FlatMap> network; // by place of the network: lists
    };

    Part permuted_local(const Permutation& by, spec::RoleId role, Part part);
    Part permuted_list(const Permutation& by, std::uint32_t place, Part part);
    [[nodiscard]] Value
    permuted(const Permutation& by, spec::TypeId type, const Value& value) const;
    [[nodiscard]] SentMessage
    permuted(const Permutation& by, const SentMessage& message, bool is_record) const;
    [[nodiscard]] std::int64_t
    element(const Permutation& by, spec::SortId sort, std::int64_t number) const;

    const spec::TypedSpec& spec_;
    Parts& parts_;
    const PermutedTypes& types_;
    Pool<Permutation, PermutationHash> numbers_;
    std::vector<std::unique_ptr<Known>> known_; // by number
};

} // namespace muster::checker::product
