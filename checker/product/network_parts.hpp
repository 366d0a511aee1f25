#pragma once

#include "checker/product/dense_map.hpp"
#include "checker/product/flat_map.hpp"
#include "checker/product/parts.hpp"

#include <vector>

namespace muster::checker::product {

/// What a step does beyond the part of its process: lists of messages that it sends, and of
/// elements that it uses for the first time, each for the place where it is added.
struct Effect {
    struct Change {
        std::uint32_t place = 0;
        Part added = 0;
        std::uint32_t number = 0; // equal for equal ones
    };

    std::vector<Change> changes;
};

/// How the network and the used elements change. Every change of a part is computed once.
class NetworkParts {
public:
    /// Both outlive it.
    NetworkParts(const spec::TypedSpec& spec, Parts& parts)
        : spec_(spec)
        , parts_(parts)
        , taken_(parts.places().count()) {}

    /// The effect of sending these messages, in this order, and of using these elements, by sort.
    std::uint32_t effect_of(const std::vector<SentMessage>& sends,
                            const std::vector<std::vector<std::int64_t>>& newly_used);

    [[nodiscard]] const Effect& effect(std::uint32_t number) const { return effects_[number]; }

    /// What a part becomes by a change of its place.
    Part after(Part part, const Effect::Change& change) {
        const Part known = known_after(part, change);
        return known != kNone ? known : compute_after(part, change);
    }

    /// The same if it was asked for before, and else `kNone`.
    [[nodiscard]] Part known_after(Part part, const Effect::Change& change) const {
        return added_[change.number].find(part);
    }

    /// What is in flight without a message that was delivered or lost. The place is that of loose
    /// messages or of queues.
    Part without(std::uint32_t place, Part part, std::uint32_t message);
    /// The queues without those between two processes, in both directions.
    [[nodiscard]] Part cut(Part queued, const Connection& connection);

private:
    std::uint32_t number_of_change(std::uint32_t place, Part added);
    Part compute_after(Part part, const Effect::Change& change);
    Part add(Part part, const Effect::Change& change);
    Part without_loose(Part part, std::uint32_t message);
    Part without_queued(Part part, std::uint32_t message);
    void put_loose(Parts::Numbers& loose, std::uint32_t number) const;
    template <class Change>
    Part change_queues(Part part, Change change);

    const spec::TypedSpec& spec_;
    Parts& parts_;
    std::vector<Effect> effects_;
    Pool<std::vector<std::uint32_t>, NumbersHash> effect_numbers_; // places and parts in turn
    FlatMap change_numbers_;                                       // by place and what is added
    std::vector<DenseMap> added_; // by number of the change: from a part to the part after it
    std::vector<FlatMap> taken_;  // by place: from a part and a message to the part after it
};

} // namespace muster::checker::product
