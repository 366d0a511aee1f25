#pragma once

#include "checker/product/flat_map.hpp"
#include "checker/product/parts.hpp"

#include <array>

namespace muster::checker::product {

/// What a step does beyond the parts of the processes: which messages it sends, and which elements
/// it uses for the first time.
struct Effect {
    /// One change of the part in a place: by `add` of a list of numbers.
    struct Change {
        std::uint32_t place = 0;
        Part added = 0;
    };

    std::vector<Change> changes;
};

/// How the network and the used elements change. Every change of a part is computed once.
class NetworkParts {
public:
    /// Both outlive it.
    NetworkParts(const spec::TypedSpec& spec, Parts& parts)
        : spec_(spec)
        , parts_(parts) {}

    /// The effect of sending these messages, in this order, and of using these elements, by sort.
    std::uint32_t effect_of(const std::vector<SentMessage>& sends,
                            const std::vector<std::vector<std::int64_t>>& newly_used);

    [[nodiscard]] const Effect& effect(std::uint32_t number) const { return effects_[number]; }

    /// What a part in this place becomes.
    Part after(Part part, const Effect::Change& change);
    /// What is in flight without a message that was delivered or lost. The place is that of loose
    /// messages or of queues.
    Part without(std::uint32_t place, Part part, std::uint32_t message);
    /// The queues without those between two processes, in both directions.
    [[nodiscard]] Part cut(Part queued, const Connection& connection);

private:
    enum class Change { sent, loose, queued, used, taken_loose, taken_queued, kinds };

    struct EffectHash {
        std::size_t operator()(const std::vector<std::uint32_t>& numbers) const {
            return NumbersHash()(numbers);
        }
    };

    Part compute(Change kind, Part part, std::uint32_t operand);
    Part memoised(Change kind, Part part, std::uint32_t operand);

    const spec::TypedSpec& spec_;
    Parts& parts_;
    std::vector<Effect> effects_;
    Pool<std::vector<std::uint32_t>, EffectHash> effect_numbers_; // places and parts in turn
    std::array<FlatMap, static_cast<std::size_t>(Change::kinds)> memo_;
};

} // namespace muster::checker::product
