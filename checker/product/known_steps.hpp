#pragma once

#include "checker/product/step_lists.hpp"

#include <algorithm>
#include <array>

namespace muster::checker::product {

/// Steps from states, as far as every step of a process was computed before. They are those of
/// `Successors`, in the same order, applied to packed rows. For one interpretation of constants and
/// functions.
class KnownSteps {
public:
    using Word = RowLayout::Word;
    using Known = StepLists::Known;
    using Missing = StepLists::Missing;

    KnownSteps(const StepLists::Context& context, LocalSteps& steps);

    /// Whether it can find all the steps of a system; where connections are cut it cannot.
    [[nodiscard]] static bool covers(const TransitionSystem& system, const Slice& slice);

    struct Seen {
        std::uint64_t steps = 0; // those that change nothing too
        /// Whether anything but faults and losses changed something.
        bool goes_on = false;
    };

    /// Tells the states after the steps from a packed row, `emit(const Word*)` for each that is
    /// another one. What was told counts only where all is known.
    template <Missing kMissing, class Emit>
    Known expand(const Word* before, Seen& seen, Emit&& emit) {
        const std::size_t words = context_.table.layout().words();
        if (words == 1) {
            return expand_fused<kMissing>(before[0], seen, emit);
        }
        if (words > kMostWords) {
            return Known::too_little;
        }
        for (const StepLists::Source& source : lists_.sources()) {
            const Known known = visit<kMissing, 0>(source, before, seen, emit);
            if (known != Known::all) {
                return known;
            }
        }
        return Known::all;
    }

    /// To be called when the layout has become another one.
    void lay_out();

private:
    static constexpr std::size_t kMostWords = 64;

    /// Sources in a row of their order. Where they look at little together, in rows of one word,
    /// what they change is looked up at once.
    struct Stage {
        struct Field {
            std::uint32_t shift = 0;
            Word mask = 0;
            std::uint32_t to = 0; // in the key
        };

        std::uint32_t first = 0; // of the sources
        std::uint32_t last = 0;
        std::vector<Field> fields;
        std::uint32_t bits = 0;           // of a key
        std::vector<std::uint32_t> lists; // by key, once there is one

        [[nodiscard]] std::size_t key(Word row) const {
            Word key = 0;
            for (const Field& field : fields) {
                key |= ((row >> field.shift) & field.mask) << field.to;
            }
            return key;
        }
    };

    template <Missing kMissing, std::size_t kWords, class Emit>
    Known visit(const StepLists::Source& source, const Word* before, Seen& seen, Emit& emit);
    template <Missing kMissing, class Emit>
    Known expand_fused(Word before, Seen& seen, Emit& emit);
    template <Missing kMissing, class Emit>
    Known expand_stage(const Stage& stage, Word before, Seen& seen, Emit& emit);
    template <Missing kMissing, class Emit>
    Known run(const StepLists::List& list, Word before, Seen& seen, Emit& emit);

    [[nodiscard]] std::vector<std::uint32_t> looked_at(const StepLists::Source& source) const;
    void add_stage(std::uint32_t first, std::uint32_t last, const std::vector<bool>& places);

    static constexpr std::uint32_t kMostBits = 18; // of a key

    static constexpr std::size_t kMostChanges = 1U << 22U; // in fused lists

    /// Lists are fused as long as there are more states than what they change together.
    [[nodiscard]] bool may_fuse(const Stage& stage) const {
        return stage.bits <= kMostBits && context_.table.size() >= context_.fuse &&
               changes_.size() < std::min(context_.table.size(), kMostChanges);
    }

    Known fuse(Stage& stage, const Word* row, std::uint32_t& number);

    StepLists::Context context_;
    StepLists lists_;
    std::vector<Stage> stages_;
    std::vector<StepLists::List> fused_;
    std::vector<StepLists::Change> changes_; // of fused lists
};

template <KnownSteps::Missing kMissing, std::size_t kWords, class Emit>
KnownSteps::Known
KnownSteps::visit(const StepLists::Source& source, const Word* before, Seen& seen, Emit& emit) {
    const std::size_t words = kWords != 0 ? kWords : context_.table.layout().words();
    constexpr std::size_t kRoom = kWords != 0 ? kWords : kMostWords;
    std::array<Word, kRoom> after;
    return lists_.walk<kMissing>(
        source, before, [&](const StepLists::List& list, const StepLists::Run* run) {
            seen.steps += list.steps;
            for (std::uint32_t i = list.begin; i != list.end; ++i) {
                const StepLists::Change& change = lists_.change(i);
                std::copy(before, before + words, after.data());
                if (run != nullptr) {
                    after[kWords == 1 ? 0 : run->word] ^= run->flip;
                }
                after[kWords == 1 ? 0 : change.word] ^= change.flip;
                if (change.effect != kNone) {
                    const Known known = lists_.apply<kMissing>(change.effect, after.data());
                    if (known != Known::all) {
                        return known;
                    }
                }
                if (!std::equal(before, before + words, after.data())) {
                    seen.goes_on = seen.goes_on || change.is_own;
                    emit(static_cast<const Word*>(after.data()));
                }
            }
            return Known::all;
        });
}

template <KnownSteps::Missing kMissing, class Emit>
KnownSteps::Known KnownSteps::expand_fused(Word before, Seen& seen, Emit& emit) {
    for (Stage& stage : stages_) {
        std::uint32_t number = stage.lists.empty() ? kNone : stage.lists[stage.key(before)];
        if (number == kNone && may_fuse(stage)) {
            if constexpr (kMissing == Missing::are_left) {
                return Known::not_listed;
            } else {
                const Known known = fuse(stage, &before, number);
                if (known != Known::all) {
                    return known;
                }
            }
        }
        const Known known = number == kNone ? expand_stage<kMissing>(stage, before, seen, emit)
                                            : run<kMissing>(fused_[number], before, seen, emit);
        if (known != Known::all) {
            return known;
        }
    }
    return Known::all;
}

template <KnownSteps::Missing kMissing, class Emit>
KnownSteps::Known
KnownSteps::expand_stage(const Stage& stage, Word before, Seen& seen, Emit& emit) {
    for (std::uint32_t i = stage.first; i <= stage.last; ++i) {
        const Known known = visit<kMissing, 1>(lists_.sources()[i], &before, seen, emit);
        if (known != Known::all) {
            return known;
        }
    }
    return Known::all;
}

template <KnownSteps::Missing kMissing, class Emit>
KnownSteps::Known
KnownSteps::run(const StepLists::List& list, Word before, Seen& seen, Emit& emit) {
    seen.steps += list.steps;
    for (std::uint32_t i = list.begin; i != list.end; ++i) {
        const StepLists::Change& change = changes_[i];
        Word after = before ^ change.flip;
        if (change.effect != kNone) {
            const Known known = lists_.apply<kMissing>(change.effect, &after);
            if (known != Known::all) {
                return known;
            }
        }
        if (after != before) {
            seen.goes_on = seen.goes_on || change.is_own;
            emit(static_cast<const Word*>(&after));
        }
    }
    return Known::all;
}

} // namespace muster::checker::product
