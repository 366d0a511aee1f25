#pragma once

#include "checker/product/block.hpp"
#include "checker/product/workers.hpp"

#include <atomic>

namespace muster::checker::product {

/// States that several threads look up together. First each thread finds what some of the states
/// lead to, while nothing is changed. What was not listed yet is found by one thread then. At last
/// each thread claims those rows whose hashes are its own, in the order of the steps that lead to
/// them, so that it is known which step is the first to reach a state.
class SharedBlock : public Block {
public:
    /// All outlive it.
    SharedBlock(Workers& workers, RowTable& table, StateExpander& expander);

    std::size_t fill(std::uint32_t first, std::size_t states) override;

    [[nodiscard]] const StateExpander::Expanded& expanded(std::size_t state) const override {
        return chunks_[state / kChunk].states[state % kChunk];
    }

    const std::vector<Fresh>& fresh_of(std::size_t state) override;

private:
    static constexpr std::size_t kChunk = 256;

    /// Rows for one thread to claim, and which of a state's steps led to each.
    struct Share {
        std::vector<Word> rows;
        std::vector<std::uint32_t> numbers;

        void clear() {
            rows.clear();
            numbers.clear();
        }
    };

    /// Where what a state leads to stands in one share.
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };

    struct Chunk {
        std::vector<StateExpander::Expanded> states;
        std::vector<StepLists::Known> known;    // by state
        std::vector<Share> shares;              // by thread
        std::vector<std::vector<Range>> ranges; // by thread and state
    };

    std::size_t look_up_missing(std::size_t states);
    void look_up(Chunk& chunk, std::uint32_t first, std::size_t states);
    template <StepLists::Missing kMissing>
    StepLists::Known look_up(Chunk& chunk, std::size_t state, const Word* row);
    bool look_up_later(Chunk& chunk, std::size_t state, const Word* row);
    void claim(std::size_t thread, std::size_t states);
    void claim(std::size_t thread, std::size_t chunk, std::size_t state);

    Workers& workers_;
    RowTable& table_;
    StateExpander& expander_;
    std::uint32_t first_ = 0;
    std::size_t rows_of_state_ = 8; // about
    std::vector<Chunk> chunks_;
    std::atomic<std::size_t> next_chunk_ = 0;
    std::vector<std::vector<Fresh>> fresh_; // by thread
    std::vector<std::size_t> told_;         // by thread, of them
    std::vector<Fresh> of_state_;
};

} // namespace muster::checker::product
