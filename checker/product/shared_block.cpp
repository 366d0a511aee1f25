#include "checker/product/shared_block.hpp"

#include <algorithm>

namespace muster::checker::product {

namespace {

constexpr std::uint32_t kAhead = 16; // rows from asking for memory to looking at it

} // namespace

SharedBlock::SharedBlock(Workers& workers, RowTable& table, StateExpander& expander)
    : workers_(workers)
    , table_(table)
    , expander_(expander)
    , fresh_(workers.count())
    , told_(workers.count()) {}

std::size_t SharedBlock::fill(std::uint32_t first, std::size_t states) {
    first_ = first;
    states = std::clamp<std::size_t>(table_.claimable() / rows_of_state_, 1, states);
    const std::size_t count = (states + kChunk - 1) / kChunk;
    if (chunks_.size() < count) {
        chunks_.resize(count);
    }
    next_chunk_ = 0;
    workers_.run([&](std::size_t) {
        for (std::size_t chunk = next_chunk_++; chunk < count; chunk = next_chunk_++) {
            look_up(chunks_[chunk],
                    first + static_cast<std::uint32_t>(chunk * kChunk),
                    std::min(kChunk, states - chunk * kChunk));
        }
    });
    states = look_up_missing(states);
    workers_.run([&](std::size_t thread) { claim(thread, states); });
    std::fill(told_.begin(), told_.end(), 0);
    return states;
}

/// Returns of how many states all is known then.
std::size_t SharedBlock::look_up_missing(std::size_t states) {
    is_cut_short_ = false;
    std::size_t rows = 0;
    for (std::size_t state = 0; state < states; ++state) {
        Chunk& chunk = chunks_[state / kChunk];
        const Word* row = table_.packed(first_ + static_cast<std::uint32_t>(state));
        if (chunk.known[state % kChunk] != StepLists::Known::all &&
            !look_up_later(chunk, state % kChunk, row)) {
            is_cut_short_ = true;
            states = state;
            break;
        }
        for (const auto& ranges : chunk.ranges) {
            rows += ranges[state % kChunk].end - ranges[state % kChunk].begin;
        }
    }
    rows_of_state_ = states == 0 ? rows_of_state_ : rows / states + 1;
    table_.make_claimable(rows);
    return states;
}

void SharedBlock::look_up(Chunk& chunk, std::uint32_t first, std::size_t states) {
    chunk.states.assign(states, {});
    chunk.known.assign(states, StepLists::Known::all);
    chunk.shares.resize(workers_.count());
    chunk.ranges.resize(workers_.count());
    for (Share& share : chunk.shares) {
        share.clear();
    }
    for (auto& ranges : chunk.ranges) {
        ranges.assign(states, {});
    }
    for (std::size_t state = 0; state < states; ++state) {
        const Word* row = table_.packed(first + static_cast<std::uint32_t>(state));
        chunk.known[state] = look_up<StepLists::Missing::are_left>(chunk, state, row);
    }
}

template <StepLists::Missing kMissing>
StepLists::Known SharedBlock::look_up(Chunk& chunk, std::size_t state, const Word* row) {
    const std::size_t words = table_.layout().words();
    for (std::size_t thread = 0; thread < chunk.shares.size(); ++thread) {
        chunk.ranges[thread][state].begin =
            static_cast<std::uint32_t>(chunk.shares[thread].numbers.size());
    }
    std::uint32_t number = 0;
    const StepLists::Known known =
        expander_.expand<kMissing>(row, chunk.states[state], [&](const Word* after) {
            Share& share = chunk.shares[table_.owner(table_.hash(after), chunk.shares.size())];
            for (std::size_t word = 0; word < words; ++word) {
                share.rows.push_back(after[word]);
            }
            share.numbers.push_back(number++);
        });
    for (std::size_t thread = 0; thread < chunk.shares.size(); ++thread) {
        Share& share = chunk.shares[thread];
        Range& range = chunk.ranges[thread][state];
        if (known != StepLists::Known::all) {
            share.rows.resize(range.begin * words);
            share.numbers.resize(range.begin);
        }
        range.end = static_cast<std::uint32_t>(share.numbers.size());
    }
    return known;
}

/// Lists what is missing, and computes it if need be.
bool SharedBlock::look_up_later(Chunk& chunk, std::size_t state, const Word* row) {
    using Missing = StepLists::Missing;
    return look_up<Missing::are_listed>(chunk, state, row) == StepLists::Known::all ||
           (expander_.compute(row) &&
            look_up<Missing::are_listed>(chunk, state, row) == StepLists::Known::all);
}

void SharedBlock::claim(std::size_t thread, std::size_t states) {
    fresh_[thread].clear();
    for (std::size_t state = 0; state < states; ++state) {
        claim(thread, state / kChunk, state % kChunk);
    }
}

void SharedBlock::claim(std::size_t thread, std::size_t chunk_number, std::size_t state) {
    const Chunk& chunk = chunks_[chunk_number];
    const Share& share = chunk.shares[thread];
    const Range& range = chunk.ranges[thread][state];
    const std::size_t words = table_.layout().words();
    const auto in_block = static_cast<std::uint32_t>(chunk_number * kChunk + state);
    auto& fresh = fresh_[thread];
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
        if (i + kAhead < share.numbers.size()) {
            table_.prefetch(table_.hash(share.rows.data() + (i + kAhead) * words));
        }
        if (words > 1 && i + kAhead / 2 < share.numbers.size()) {
            table_.prefetch_row(table_.hash(share.rows.data() + (i + kAhead / 2) * words));
        }
        const Word* row = share.rows.data() + i * words;
        const auto claimed = table_.claim(row,
                                          table_.hash(row),
                                          static_cast<std::uint32_t>(fresh.size()),
                                          [&](std::size_t n) { return fresh[n].row; });
        if (claimed.is_new) {
            const Word* before = table_.packed(first_ + in_block);
            fresh.push_back({in_block,
                             share.numbers[i],
                             claimed.slot,
                             row,
                             expander_.truths().is_dull_state(before, row)});
        }
    }
}

const std::vector<Block::Fresh>& SharedBlock::fresh_of(std::size_t state) {
    of_state_.clear();
    for (std::size_t thread = 0; thread < fresh_.size(); ++thread) {
        const auto& fresh = fresh_[thread];
        for (; told_[thread] < fresh.size() && fresh[told_[thread]].state == state;
             ++told_[thread]) {
            of_state_.push_back(fresh[told_[thread]]);
        }
    }
    std::sort(of_state_.begin(), of_state_.end(), [](const Fresh& one, const Fresh& other) {
        return one.number < other.number;
    });
    return of_state_;
}

} // namespace muster::checker::product
