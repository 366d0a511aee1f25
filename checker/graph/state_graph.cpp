#include "checker/graph/state_graph.hpp"

#include "checker/explore/expansion.hpp"
#include "checker/explore/state_store.hpp"
#include "checker/product/product_search.hpp"

#include <optional>

namespace muster::checker {

namespace {

using Next = Expansion::Next;
using Row = StateStore::Row;

constexpr std::uint64_t kMostCounted = 200'000;

class GraphSearch {
public:
    GraphSearch(const TransitionSystem& system,
                const spec::InstanceInfo& instance,
                const Universe& universe,
                const Slice& slice,
                const Inputs& inputs)
        : spec_(*system.spec)
        , instance_(instance)
        , universe_(universe)
        , interpreter_(spec_, universe)
        , expansion_(system, slice, inputs, interpreter_)
        , store_(spec_, interpreter_.layout(), slice) {
        graph_.universe = universe;
    }

    /// Nothing if there are more states than that.
    std::optional<StateGraph> run(const std::vector<State>& interpretations,
                                  std::uint64_t max_states) {
        for (const State& base : interpretations) {
            start_from(base);
        }
        graph_.initial = store_.size();
        for (std::uint32_t at = 0; at < store_.size(); ++at) {
            if (store_.size() > max_states) {
                return std::nullopt;
            }
            expand(at);
        }
        for (std::uint32_t at = 0; at < store_.size(); ++at) {
            graph_.states.push_back(store_.unpack(store_.row(at)));
        }
        return std::move(graph_);
    }

private:
    void start_from(const State& base) {
        ChoiceScript script;
        do {
            interpreter_.begin(base, script);
            try {
                if (interpreter_.initialise() != Flow::dead) {
                    store_.add(store_.pack(interpreter_.workspace().finish()));
                }
            } catch (const Undefined&) {
                // A start that goes wrong leads to no state; `muster check` reports it.
            }
        } while (script.advance());
    }

    void expand(std::uint32_t at) {
        const Row before = store_.row(at);
        const State state = store_.unpack(before);
        graph_.is_expanded.push_back(!is_outside(state));
        if (!graph_.is_expanded.back()) {
            return;
        }
        expansion_.expand(state, [&](const Expansion::Outcome& outcome) {
            const Event event = Expansion::complete(outcome);
            if (outcome.failure != nullptr) {
                graph_.wrong.push_back({at, event, *outcome.failure});
                return Next::go_on;
            }
            const Row after = store_.after(before, interpreter_.workspace());
            if (after != before) {
                graph_.edges.push_back({at, store_.add(after).index, event});
            }
            return Next::go_on;
        });
    }

    [[nodiscard]] bool is_outside(const State& state) const {
        for (const spec::VariableBound& bound : instance_.variables) {
            for (const Value& value : state.variables[bound.variable.value]) {
                if (is_beyond(spec_, spec_.variable(bound.variable).type, value, bound.range)) {
                    return true;
                }
            }
        }
        const std::size_t in_flight = state.in_flight.loose.size() + state.in_flight.queued.size();
        return universe_.max_in_flight && in_flight > *universe_.max_in_flight;
    }

    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    const Universe& universe_;
    Interpreter interpreter_;
    Expansion expansion_;
    StateStore store_;
    StateGraph graph_;
};

} // namespace

tl::expected<std::variant<StateGraph, TooManyStates>, InstanceError> make_state_graph(
    const TransitionSystem& system, const spec::InstanceInfo& instance, std::uint64_t max_states) {
    // Counted first, which needs little time and memory.
    ExploreOptions counting;
    counting.max_states = std::max(kMostCounted, max_states);
    counting.slicing = Slicing::off;
    counting.on_violation = OnViolation::go_on;
    const auto counted = product::explore(system, instance, counting);
    if (!counted) {
        return tl::unexpected(counted.error());
    }
    if (counted->states > max_states) {
        const bool is_all = counted->ended == ExploreResult::Ended::complete;
        return TooManyStates{is_all ? counted->states : *counting.max_states, is_all};
    }
    const auto universe = make_universe(*system.spec, instance);
    const auto fixed = fixed_by(*system.spec, *universe, instance);
    const auto interpretations = interpretations_of(*system.spec, *universe, *fixed, std::nullopt);
    const Slice slice = whole(system, *universe);
    const auto inputs = Inputs::make(system, instance, *universe, slice);
    if (!inputs) {
        return tl::unexpected(inputs.error());
    }
    auto graph =
        GraphSearch(system, instance, *universe, slice, *inputs).run(*interpretations, max_states);
    if (!graph) {
        return TooManyStates{counted->states, false};
    }
    return std::move(*graph);
}

} // namespace muster::checker
