#include "tests/property/differential/mix_states.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace muster::test {
namespace {

using checker::State;

template <class Item>
std::vector<Item> united(const std::vector<Item>& one, const std::vector<Item>& other) {
    std::vector<Item> all;
    std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(all));
    return all;
}

} // namespace

State StateMixer::mix(const State& one, const State& other) {
    State state = one;
    const std::size_t share = 2 + below(4); // one in so many values is the other's
    for (std::size_t v = 0; v < state.variables.size(); ++v) {
        for (std::size_t i = 0; i < state.variables[v].size(); ++i) {
            if (below(share) == 0) {
                state.variables[v][i] = other.variables[v][i];
            }
        }
    }
    // What is in flight was sent.
    if (below(2) == 0) {
        state.sent = united(one.sent, other.sent);
        state.in_flight = below(2) == 0 ? one.in_flight : other.in_flight;
    }
    if (below(2) == 0) {
        state.armed = below(2) == 0 ? other.armed : united(one.armed, other.armed);
    }
    if (below(3) == 0) {
        state.stopped = other.stopped;
    }
    for (std::size_t sort = 0; sort < state.used.size(); ++sort) {
        state.used[sort] = united(one.used[sort], other.used[sort]);
    }
    return state;
}

} // namespace muster::test
