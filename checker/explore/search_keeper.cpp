#include "checker/explore/search_keeper.hpp"

#include <fmt/format.h>

#include <limits>

namespace muster::checker {

namespace {

constexpr std::uint64_t kMostStates = std::numeric_limits<std::uint32_t>::max();

} // namespace

void write(ByteWriter& out, const Reached& reached) {
    out.number(reached.states);
    out.number(reached.states_before);
    out.number(reached.depth);
    out.truth(reached.is_level_untouched);
}

Reached read_reached(ByteReader& in) {
    Reached reached;
    reached.states = in.number_below(kMostStates, "state");
    reached.states_before = in.number_below(reached.states + 1, "state");
    reached.depth = static_cast<std::uint32_t>(in.number_below(kMostStates, "depth"));
    reached.is_level_untouched = in.truth();
    return reached;
}

std::string beyond(const Reached& reached,
                   std::optional<std::uint64_t> max_states,
                   std::optional<std::uint32_t> max_depth) {
    if (max_states && reached.states_before >= *max_states) {
        return fmt::format("has {} states, the limit is {}", reached.states, *max_states);
    }
    const std::uint32_t done = reached.depth + (reached.is_level_untouched ? 0 : 1);
    if (max_depth && done > *max_depth) {
        return fmt::format("is at depth {}, the limit is {}", done, *max_depth);
    }
    return "";
}

} // namespace muster::checker
