#include "checker/infer/fill_slots.hpp"

namespace muster::checker::infer {

namespace {

constexpr std::size_t kMaxFilled = 1200;

class SlotFiller {
public:
    SlotFiller(std::vector<Predicate>& predicates, const Fillers& fillers)
        : predicates_(predicates)
        , fillers_(fillers) {}

    void run(std::size_t plain) {
        std::size_t first = 0;
        std::size_t last = plain;
        for (int round = 0; round < 2; ++round) {
            for (std::size_t p = first; p < last; ++p) {
                fill_slots_of(predicates_[p], round == 0 ? 0 : predicates_[p].filled);
            }
            first = predicates_.size() - added_by_filling_;
            last = predicates_.size();
        }
    }

private:
    void fill_slots_of(const Predicate& predicate, std::size_t from) {
        if (predicate.is_quantified || predicate.is_equality || predicate.is_comparison) {
            return;
        }
        const Predicate original = predicate; // it moves as others are added
        for (std::size_t slot = from; slot < original.slots.size(); ++slot) {
            const auto found = fillers_.find(original.slots[slot]);
            for (std::size_t f = 0; found != fillers_.end() && f < found->second.size(); ++f) {
                if (fits(original, slot, found->second[f])) {
                    fill_slot(original, slot, found->second[f]);
                }
            }
        }
    }

    static bool fits(const Predicate& original, std::size_t slot, const Term& filler) {
        const auto unit = slot < original.units.size() ? original.units[slot] : std::nullopt;
        return filler.unit ? filler.unit == unit : !original.guard;
    }

    void fill_slot(const Predicate& original, std::size_t slot, const Term& filler) {
        const std::size_t width = filler.slots.size();
        Predicate filled;
        filled.slots = original.slots;
        const auto place = filled.slots.begin() + static_cast<std::ptrdiff_t>(slot);
        filled.slots.insert(filled.slots.erase(place), filler.slots.begin(), filler.slots.end());
        if (filled.slots.size() > kMaxSlots || added_by_filling_ >= kMaxFilled) {
            return;
        }
        const auto with_filler = [&](const Build& outer) {
            return [outer, inner = filler.build, slot, width](const Exprs& all) {
                Exprs arguments = part_of(all, 0, slot);
                arguments.push_back(inner(part_of(all, slot, width)));
                const Exprs rest = part_of(all, slot + width, all.size() - slot - width);
                arguments.insert(arguments.end(), rest.begin(), rest.end());
                return outer(arguments);
            };
        };
        filled.build = with_filler(original.build);
        if (original.guard) {
            filled.guard = with_filler(original.guard);
        }
        filled.reads = original.reads;
        filled.reads.add(filler.reads);
        filled.says_something_is_there = original.says_something_is_there;
        filled.filled = slot + width;
        filled.counts = filler.unit;
        filled.cost = original.cost + 1;
        ++added_by_filling_;
        predicates_.push_back(std::move(filled));
    }

    std::vector<Predicate>& predicates_;
    const Fillers& fillers_;
    std::size_t added_by_filling_ = 0;
};

} // namespace

Exprs part_of(const Exprs& arguments, std::size_t from, std::size_t count) {
    const auto first = arguments.begin() + static_cast<std::ptrdiff_t>(from);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
}

void fill_slots(std::vector<Predicate>& predicates, std::size_t plain, const Fillers& fillers) {
    SlotFiller(predicates, fillers).run(plain);
}

} // namespace muster::checker::infer
