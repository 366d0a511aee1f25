#pragma once

#include "checker/product/row_table.hpp"
#include "checker/product/state_expander.hpp"

namespace muster::checker::product {

/// States of one level in a row that are looked up before the first of them is done with. What is
/// told of a state does not depend on the block that it is in.
class Block {
public:
    using Word = RowLayout::Word;

    Block() = default;
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    virtual ~Block() = default;

    /// Looks up as many of so many states from this one on as all is known of. Returns how many
    /// these were; they may be fewer.
    virtual std::size_t fill(std::uint32_t first, std::size_t states) = 0;

    /// Whether not all is known of the state that follows.
    [[nodiscard]] bool is_cut_short() const { return is_cut_short_; }

    [[nodiscard]] virtual const StateExpander::Expanded& expanded(std::size_t state) const = 0;

    /// A state that was reached for the first time, and claimed in the table.
    struct Fresh {
        std::uint32_t state = 0;  // of the block, that led to it
        std::uint32_t number = 0; // of the step, among those from there that change something
        std::size_t slot = 0;
        const Word* row = nullptr;
        bool is_dull = false; // nothing is found there
    };

    /// What a state reached for the first time, in the order of its steps. States are asked in
    /// their order, each once, and after those that others reached were added.
    virtual const std::vector<Fresh>& fresh_of(std::size_t state) = 0;

protected:
    bool is_cut_short_ = false;
};

} // namespace muster::checker::product
