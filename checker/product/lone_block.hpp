#pragma once

#include "checker/product/block.hpp"

namespace muster::checker::product {

/// States that one thread looks up. Between finding what they lead to and looking for it in the
/// table, the memory where it belongs has time to arrive.
class LoneBlock : public Block {
public:
    /// Both outlive it.
    LoneBlock(RowTable& table, StateExpander& expander)
        : table_(table)
        , expander_(expander) {}

    std::size_t fill(std::uint32_t first, std::size_t states) override;

    [[nodiscard]] const StateExpander::Expanded& expanded(std::size_t state) const override {
        return states_[state].expanded;
    }

    const std::vector<Fresh>& fresh_of(std::size_t state) override;

private:
    struct LookedUp {
        StateExpander::Expanded expanded;
        std::size_t end = 0; // of the rows that it leads to, in words
    };

    bool look_up(const Word* row);
    bool look_up_known(const Word* row, StateExpander::Expanded& expanded);

    RowTable& table_;
    StateExpander& expander_;
    std::uint32_t first_ = 0;
    std::vector<LookedUp> states_;
    std::vector<Word> rows_;
    std::vector<Fresh> fresh_; // of a state
};

} // namespace muster::checker::product
