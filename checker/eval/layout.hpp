#pragma once

#include "checker/eval/network.hpp"

#include <cstdint>
#include <vector>

namespace muster::checker {

/// How one spec is laid out on one universe: how many processes a role has, where a variable's
/// values are, which sorts `fresh` draws from, and which types can hold elements of those.
class Layout {
public:
    Layout(const spec::TypedSpec& spec, const Universe& universe);

    [[nodiscard]] std::size_t processes(spec::RoleId role) const { return processes_[role.value]; }

    [[nodiscard]] Carrier carrier(spec::MessageId message) const {
        return carriers_[message.value];
    }

    /// Slots number every variable of every process.
    [[nodiscard]] std::size_t slot(spec::VariableId variable, std::size_t process) const {
        return first_slot_[variable.value] + process;
    }

    [[nodiscard]] std::size_t slot_count() const { return slot_count_; }

    [[nodiscard]] bool draws_fresh(spec::SortId sort) const { return drawn_[sort.value]; }

    /// Whether a value of this type can contain an element of a sort that `fresh` draws from.
    [[nodiscard]] bool holds_drawn(spec::TypeId type) const { return holds_drawn_[type.value]; }

private:
    [[nodiscard]] bool find_drawn(const spec::TypedSpec& spec, spec::TypeId type) const;

    std::vector<std::size_t> processes_;
    std::vector<Carrier> carriers_;
    std::vector<std::size_t> first_slot_;
    std::size_t slot_count_ = 0;
    std::vector<bool> drawn_;
    std::vector<bool> holds_drawn_;
};

} // namespace muster::checker
