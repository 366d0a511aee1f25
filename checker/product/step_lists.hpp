#pragma once

#include "checker/product/deliveries.hpp"
#include "checker/product/local_steps.hpp"
#include "checker/product/row_table.hpp"

#include <map>
#include <optional>
#include <vector>

namespace muster::checker::product {

/// What the steps of processes change in packed rows, as far as they were computed before: listed
/// once for each part, without those that change nothing. For one interpretation of constants and
/// functions.
class StepLists {
public:
    using Word = RowLayout::Word;

    /// What a search has. All outlive the lists.
    struct Context {
        const TransitionSystem& system;
        Parts& parts;
        NetworkParts& network;
        Deliveries& deliveries;
        const RowTable& table;
        const std::vector<bool>& happened; // by step: whether it was ever looked at closely
        std::size_t fuse;                  // from how many states on lists are fused
    };

    StepLists(const Context& context, LocalSteps& steps);

    /// How much is known.
    enum class Known {
        all,
        not_listed, // all, but that is not listed yet
        too_little, // something has to be computed, goes wrong, happens for the first time, or has
                    // no room in the layout: a closer look is needed
    };

    /// Whether lists that are missing are made; where they are not, nothing is changed.
    enum class Missing { are_listed, are_left };

    /// What an outcome of a step changes.
    struct Change {
        Word flip = 0; // of the word where the part of the process stands
        std::uint32_t effect = kNone;
        std::uint16_t word = 0;
        bool is_own = false; // neither a fault nor a loss
    };

    struct List {
        std::uint32_t begin = 0; // of its changes
        std::uint32_t end = 0;
        std::uint32_t steps = 0;         // those that change nothing too
        std::uint32_t happening = kNone; // into lists of steps, until all of them have happened
        bool needs_a_look = false;
    };

    /// A list that depends on the part of one place, or what is delivered out of a place.
    struct Source {
        bool delivers = false;
        std::uint32_t place = 0;
        std::uint32_t unit = 0;
    };

    /// Deliveries to one process, and what they take out of the network.
    struct Run {
        std::uint32_t unit = 0;
        std::uint32_t receiver = 0;
        std::uint32_t word = 0;
        Word flip = 0;
    };

    /// In the order in which a search tries steps.
    [[nodiscard]] const std::vector<Source>& sources() const { return sources_; }

    /// Whether lists depend on the used elements too.
    [[nodiscard]] bool draws_fresh() const { return draws_fresh_; }

    [[nodiscard]] const Change& change(std::uint32_t number) const { return changes_[number]; }

    /// Tells the lists of a source, `tell(const List&, const Run*)`, which says how much is known.
    template <Missing kMissing, class Tell>
    Known walk(const Source& source, const Word* row, Tell&& tell);

    /// Applies an effect to a packed row.
    template <Missing kMissing>
    Known apply(std::uint32_t effect, Word* row);

    /// To be called when the layout has become another one.
    void forget();

private:
    /// Some steps that depend on one part alone, next to each other in the order of steps.
    struct Unit {
        enum class Kind { own, messages, losses };
        Kind kind;
        std::uint32_t place; // of the part
        std::vector<Move> OwnMoves::*section = nullptr;
        std::uint32_t first = 0; // the keys of the own moves in the section; of losses, the step
        std::uint32_t last = 0;
        std::vector<std::uint32_t> messages = {};
        bool is_taken = false;
    };

    void add_arbitrary();
    void add_timers();
    void add_steps(std::vector<Move> OwnMoves::*section, const std::vector<StepKind>& kinds);
    void add_unit(Unit unit);

    [[nodiscard]] const RowLayout& layout() const { return context_.table.layout(); }

    /// What stands for a part in lists; with `fresh`, for a part and the used elements.
    template <Missing kMissing>
    std::uint32_t number_at(std::uint32_t place, const Word* row) {
        const Part part = layout().part(place, row);
        return draws_fresh_ ? number_with_used(place, part, row, kMissing) : part;
    }

    std::uint32_t
    number_with_used(std::uint32_t place, Part part, const Word* row, Missing missing);

    template <Missing kMissing, class Tell>
    Known
    tell_list(std::uint32_t unit, std::uint32_t place, const Run* run, const Word* row, Tell& tell);
    std::uint32_t make_list(std::uint32_t unit, std::uint32_t number, const Word* row);
    std::optional<List> list(const Unit& unit, const Word* row);
    std::optional<List> list_own(const Unit& unit, const Word* row);
    std::optional<List> list_messages(const Unit& unit, const Word* row);
    std::optional<List> list_losses(const Unit& unit, const Word* row);
    LocalSteps::Situation& situation(std::uint32_t place, const Word* row);
    bool add_move(List& list,
                  std::vector<std::uint32_t>& steps,
                  const Unit& unit,
                  Part before,
                  const Move& move);
    void finish(List& list, std::vector<std::uint32_t> steps);
    [[nodiscard]] bool have_happened(const List& list) const;
    std::uint32_t make_runs(std::uint32_t place, const Word* row);
    std::uint32_t unit_of(const Delivery& delivery, const std::vector<std::uint32_t>& messages);

    Context context_;
    LocalSteps& steps_;
    bool draws_fresh_;
    std::vector<bool> is_timed_; // by timer: whether an assumption is made of it
    std::vector<Unit> units_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> message_units_;
    std::vector<Source> sources_;

    std::vector<List> lists_;
    std::vector<Change> changes_;
    std::vector<std::vector<std::uint32_t>> happening_;
    std::vector<DenseMap> list_of_; // by unit, from the number of a part
    std::vector<std::vector<Run>> runs_;
    std::vector<DenseMap> runs_of_;          // by place, from the part
    std::vector<FlatMap> numbers_with_used_; // by place, from part and used elements
    std::vector<std::uint32_t> counts_with_used_;
};

template <StepLists::Missing kMissing, class Tell>
StepLists::Known StepLists::walk(const Source& source, const Word* row, Tell&& tell) {
    if (!source.delivers) {
        return tell_list<kMissing>(source.unit, source.place, nullptr, row, tell);
    }
    const Part part = layout().part(source.place, row);
    if (part == 0) {
        return Known::all; // no message
    }
    std::uint32_t number = runs_of_[source.place].find(part);
    if (number == kNone) {
        if constexpr (kMissing == Missing::are_left) {
            return Known::not_listed;
        } else {
            number = make_runs(source.place, row);
            if (number == kNone) {
                return Known::too_little;
            }
        }
    }
    for (const Run& run : runs_[number]) {
        const Known known = tell_list<kMissing>(run.unit, run.receiver, &run, row, tell);
        if (known != Known::all) {
            return known;
        }
    }
    return Known::all;
}

template <StepLists::Missing kMissing, class Tell>
StepLists::Known StepLists::tell_list(
    std::uint32_t unit, std::uint32_t place, const Run* run, const Word* row, Tell& tell) {
    const std::uint32_t number = number_at<kMissing>(place, row);
    std::uint32_t at = number == kNone ? kNone : list_of_[unit].find(number);
    if (at == kNone) {
        if constexpr (kMissing == Missing::are_left) {
            return Known::not_listed;
        } else {
            at = make_list(unit, number, row);
            if (at == kNone) {
                return Known::too_little;
            }
        }
    }
    List& list = lists_[at];
    if (list.needs_a_look || (list.happening != kNone && !have_happened(list))) {
        return Known::too_little;
    }
    if constexpr (kMissing == Missing::are_listed) {
        list.happening = kNone;
    }
    return tell(static_cast<const List&>(list), run);
}

template <StepLists::Missing kMissing>
StepLists::Known StepLists::apply(std::uint32_t effect, Word* row) {
    const RowLayout& layout = this->layout();
    for (const Effect::Change& change : context_.network.effect(effect).changes) {
        const Part before = layout.part(change.place, row);
        Part after = context_.network.known_after(before, change);
        if (after == kNone) {
            if constexpr (kMissing == Missing::are_left) {
                return Known::not_listed;
            } else {
                after = context_.network.after(before, change);
            }
        }
        if (!layout.has_room(change.place, after)) {
            return Known::too_little;
        }
        row[layout.word_of(change.place)] ^= layout.flip(change.place, before, after);
    }
    return Known::all;
}

} // namespace muster::checker::product
