#include "checker/product/lone_block.hpp"

#include <algorithm>

namespace muster::checker::product {

namespace {

constexpr std::size_t kMostRows = 2048; // in a block that is closed
constexpr std::size_t kAhead = 8;       // rows from asking for memory to looking at it

} // namespace

std::size_t LoneBlock::fill(std::uint32_t first, std::size_t states) {
    first_ = first;
    states_.clear();
    rows_.clear();
    is_cut_short_ = false;
    const std::size_t words = table_.layout().words();
    const std::size_t most = std::min(kMostRows, table_.claimable()) * words;
    while (states_.size() < states && rows_.size() < most) {
        if (!look_up(table_.packed(first + static_cast<std::uint32_t>(states_.size())))) {
            is_cut_short_ = true;
            break;
        }
    }
    table_.make_claimable(rows_.size() / words);
    return states_.size();
}

/// Whether all is known of this state, or can be computed before its turn.
bool LoneBlock::look_up(const Word* row) {
    const std::size_t begin = rows_.size();
    StateExpander::Expanded expanded;
    if (!look_up_known(row, expanded)) {
        rows_.resize(begin);
        if (!expander_.compute(row) || !look_up_known(row, expanded)) {
            rows_.resize(begin);
            return false;
        }
    }
    states_.push_back({expanded, rows_.size()});
    return true;
}

bool LoneBlock::look_up_known(const Word* row, StateExpander::Expanded& expanded) {
    const std::size_t words = table_.layout().words();
    const auto known =
        expander_.expand<StepLists::Missing::are_listed>(row, expanded, [&](const Word* after) {
            table_.prefetch(table_.hash(after));
            for (std::size_t word = 0; word < words; ++word) {
                rows_.push_back(after[word]);
            }
        });
    return known == StepLists::Known::all;
}

const std::vector<Block::Fresh>& LoneBlock::fresh_of(std::size_t state) {
    fresh_.clear();
    const std::size_t words = table_.layout().words();
    const std::size_t begin = state == 0 ? 0 : states_[state - 1].end;
    const Word* before = table_.packed(first_ + static_cast<std::uint32_t>(state));
    for (std::size_t at = begin; at < states_[state].end; at += words) {
        const Word* row = rows_.data() + at;
        if (words > 1 && at + kAhead * words < rows_.size()) {
            table_.prefetch_row(table_.hash(row + kAhead * words));
        }
        const auto claimed = table_.claim(row,
                                          table_.hash(row),
                                          static_cast<std::uint32_t>(fresh_.size()),
                                          [&](std::size_t n) { return fresh_[n].row; });
        if (claimed.is_new) {
            fresh_.push_back({static_cast<std::uint32_t>(state),
                              static_cast<std::uint32_t>((at - begin) / words),
                              claimed.slot,
                              row,
                              expander_.truths().is_dull_state(before, row)});
        }
    }
    return fresh_;
}

} // namespace muster::checker::product
