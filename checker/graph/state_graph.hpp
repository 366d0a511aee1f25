#pragma once

#include "checker/explore/instance.hpp"
#include "checker/trace/trace.hpp"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace muster::checker {

/// Every reachable state of a small instance, and the steps between them. Messages that were sent
/// and can be lost are known only while they are in flight, or where a property asks for them.
struct StateGraph {
    struct Edge {
        std::size_t from = 0;
        std::size_t to = 0;
        Event event;
    };

    /// A step that goes wrong.
    struct Wrong {
        std::size_t from = 0;
        Event event;
        Failure failure;
    };

    Universe universe;
    std::vector<State> states; // in the order in which they were found, breadth first
    std::size_t initial = 0;   // so many of them, the first ones, are initial
    std::vector<Edge> edges; // ascending by where they begin; a step that changes nothing has none
    std::vector<Wrong> wrong;
    std::vector<bool> is_expanded; // by state: those outside of a bound are not
};

/// There are more states than were asked for. Some 200,000 are counted, or as many as were asked
/// for.
struct TooManyStates {
    std::uint64_t states = 0;
    bool is_all = false; // or more than so many
};

/// The graph of the model with all faults of the spec, if it has at most so many states.
tl::expected<std::variant<StateGraph, TooManyStates>, InstanceError> make_state_graph(
    const TransitionSystem& system, const spec::InstanceInfo& instance, std::uint64_t max_states);

/// It in the language of Graphviz: a node says what of its state is not as in the first one, an
/// edge which step it is; several steps between two states share an edge. Initial states have a
/// thick border, those outside of a bound a dashed one. The same graph gives the same bytes; they
/// end in a newline.
std::string render_state_graph(const TransitionSystem& system, const StateGraph& graph);

} // namespace muster::checker
