#pragma once

#include "checker/product/known_bounds.hpp"
#include "checker/product/known_steps.hpp"
#include "checker/product/known_truths.hpp"
#include "checker/product/successors.hpp"

namespace muster::checker::product {

/// Finds what states lead to where all of that is known, and tells of which states it is not.
class StateExpander {
public:
    using Word = RowLayout::Word;
    using Known = StepLists::Known;
    using Missing = StepLists::Missing;

    /// All outlive it.
    StateExpander(const SearchSetup& setup,
                  const StepLists::Context& context,
                  Successors& successors,
                  const FormulaTable& formulas,
                  const KnownBounds& bounds);

    struct Expanded {
        KnownSteps::Seen seen;
        bool is_outside = false; // of a bound
    };

    /// Tells what a packed row leads to: `emit(const Word*)` for each step that changes something.
    /// What was told counts only where all is known; then no step and no bound is of a kind that
    /// was not seen before, and no step breaks anything. Where missing lists are left, several
    /// threads may ask at once.
    template <Missing kMissing, class Emit>
    Known expand(const Word* row, Expanded& expanded, Emit&& emit);

    /// Computes what is missing for a state, if that can be done before its turn: nothing that a
    /// search tells may depend on when it happens. False if it cannot.
    bool compute(const Word* row);

    /// To be called before rows of another layout are looked at.
    void take_layout();

    /// Nothing is learnt between a change of the layout and the next call of `take_layout`.
    [[nodiscard]] bool has_layout() const { return layout().version() == version_; }

    KnownTruths& truths() { return truths_; }

    [[nodiscard]] const KnownTruths& truths() const { return truths_; }

private:
    [[nodiscard]] const RowLayout& layout() const { return context_.table.layout(); }

    template <Missing kMissing>
    KnownSteps* known_steps(const Word* row);
    KnownSteps* make_known_steps(Part interpretation);

    StepLists::Context context_;
    Successors& successors_;
    const FormulaTable& formulas_;
    const KnownBounds& bounds_;
    bool has_bounds_;
    bool may_compute_;
    KnownTruths truths_;
    std::vector<std::unique_ptr<KnownSteps>> known_; // by interpretation
    std::uint32_t version_ = 0;                      // of the layout
    Row row_;                                        // that something is computed for
};

template <StateExpander::Missing kMissing, class Emit>
StateExpander::Known StateExpander::expand(const Word* row, Expanded& expanded, Emit&& emit) {
    expanded = {};
    if (has_bounds_) {
        const auto standing = bounds_.of(layout(), row);
        if (standing == KnownBounds::Standing::unknown) {
            return Known::too_little;
        }
        if (standing == KnownBounds::Standing::outside) {
            expanded.is_outside = true;
            return Known::all;
        }
    }
    KnownSteps* steps = known_steps<kMissing>(row);
    if (steps == nullptr) {
        return Known::too_little;
    }
    if (!formulas_.has_steps()) {
        return steps->expand<kMissing>(row, expanded.seen, emit);
    }
    bool is_dull = truths_.is_dull_stutter(row);
    const Known known = steps->expand<kMissing>(row, expanded.seen, [&](const Word* after) {
        is_dull = is_dull && truths_.is_dull_step(row, after);
        emit(after);
    });
    return is_dull ? known : Known::too_little;
}

template <StateExpander::Missing kMissing>
KnownSteps* StateExpander::known_steps(const Word* row) {
    const Part interpretation = layout().part(Places::kInterpretation, row);
    if (interpretation < known_.size() && known_[interpretation]) {
        return known_[interpretation].get();
    }
    return kMissing == Missing::are_listed ? make_known_steps(interpretation) : nullptr;
}

} // namespace muster::checker::product
