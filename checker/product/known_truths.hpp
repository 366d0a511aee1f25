#pragma once

#include "checker/product/formula_table.hpp"
#include "checker/product/row_layout.hpp"

namespace muster::checker::product {

/// What is known of formulas from other states: whether all that a step changes leaves them dull,
/// so that nothing is found there. It looks at packed rows and evaluates nothing. Where few parts
/// are looked at, all that a change of one place can touch is looked up at once.
class KnownTruths {
public:
    using Word = RowLayout::Word;

    /// Both outlive it.
    KnownTruths(const FormulaTable& formulas, const RowLayout& layout)
        : formulas_(formulas)
        , layout_(layout) {}

    /// To be called when the layout has become another one.
    void lay_out();

    /// Whether a new state is known to break and to cover nothing that the state before it does
    /// not.
    [[nodiscard]] bool is_dull_state(const Word* before, const Word* after) const {
        // Where something could not be evaluated, nothing is known of what did not change.
        return formulas_.not_evaluated().empty() && is_dull(of_states_, before, after);
    }

    /// Whether a step is known to break nothing.
    [[nodiscard]] bool is_dull_step(const Word* before, const Word* after) const {
        return formulas_.not_evaluated().empty() && is_dull(of_steps_, before, after);
    }

    /// The same of a step that changes nothing.
    [[nodiscard]] bool is_dull_stutter(const Word* row) const;

    /// To be called when nothing was found in a state.
    void learn_state(const Word* before, const Word* after) { learn(of_states_, before, after); }

    /// To be called when nothing was found in a step from a state.
    void learn_step(const Word* before, const Word* after) { learn(of_steps_, before, after); }

    /// To be called when nothing was found in a step that changes nothing.
    void learn_stutter(const Word* row);

private:
    using Piece = FormulaTable::PieceNumber;

    /// A part of a word, and where it goes in a key.
    struct Field {
        std::uint32_t word = 0;
        std::uint32_t shift = 0;
        Word mask = 0;
        std::uint32_t to = 0;
    };

    /// Pieces of formulas that are looked at together.
    struct Probe {
        std::vector<Field> fields;
        std::uint32_t bits = 0;
        std::vector<bool> dull; // by key; empty where there would be too many
        std::vector<Piece> pieces;
    };

    /// What to look at when a place changes.
    struct Touched {
        std::uint32_t word = 0;
        Word bits = 0;
        std::vector<std::uint32_t> probes;
    };

    struct Kind {
        bool is_of_steps = false;
        std::vector<Probe> probes;
        std::vector<Touched> touched;
    };

    void lay_out(Kind& kind);
    [[nodiscard]] Probe probe(const Kind& kind, const std::vector<std::uint32_t>& places) const;

    [[nodiscard]] bool is_dull(const Kind& kind, const Word* before, const Word* after) const {
        for (const Touched& touched : kind.touched) {
            if (((before[touched.word] ^ after[touched.word]) & touched.bits) != 0 &&
                !is_dull(kind, touched, before, after)) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool
    is_dull(const Kind& kind, const Touched& touched, const Word* before, const Word* after) const {
        for (const std::uint32_t number : touched.probes) {
            const Probe& probe = kind.probes[number];
            if (probe.dull.empty() ? !are_dull(probe, before, after)
                                   : !probe.dull[key(kind, probe, before, after)]) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool are_dull(const Probe& probe, const Word* before, const Word* after) const;
    void learn(Kind& kind, const Word* before, const Word* after);
    void learn(Kind& kind, Probe& probe, const Word* before, const Word* after);

    [[nodiscard]] static std::size_t key(const Probe& probe, const Word* row) {
        Word key = 0;
        for (const Field& field : probe.fields) {
            key |= ((row[field.word] >> field.shift) & field.mask) << field.to;
        }
        return key;
    }

    [[nodiscard]] static std::size_t
    key(const Kind& kind, const Probe& probe, const Word* before, const Word* after) {
        const std::size_t now = key(probe, after);
        return kind.is_of_steps ? now | (key(probe, before) << probe.bits) : now;
    }

    const FormulaTable& formulas_;
    const RowLayout& layout_;
    Kind of_states_;
    Kind of_steps_{true, {}, {}};
};

} // namespace muster::checker::product
