#pragma once

#include "checker/eval/value.hpp"

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace muster::checker {

/// One process: of a role, with its index; 0 for a role without one.
struct Process {
    spec::RoleId role;
    std::int64_t index = 0;
    auto operator<=>(const Process&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const Process&) const = default;
};

/// One message that was sent, or that an arbitrary sender made up.
struct SentMessage {
    spec::MessageId message;
    std::int64_t from = 0; // index of the process; 0 for a role without an index
    std::int64_t to = 0;
    std::int64_t correlation = 0;
    std::vector<Value> fields;
    auto operator<=>(const SentMessage&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const SentMessage&) const = default;
};

/// One armed timer.
struct ArmedTimer {
    spec::TimerId timer;
    std::int64_t process = 0;
    Value key;                                           // meaningless without a key
    auto operator<=>(const ArmedTimer&) const = default; // NOLINT(modernize-use-nullptr)
    bool operator==(const ArmedTimer&) const = default;
};

/// What a network that can lose messages still has to deliver.
struct InFlight {
    /// In no order: every copy of a message that goes `once`; where the instance bounds the
    /// messages in flight, also the unreliable ones, each one time. Ascending.
    std::vector<SentMessage> loose;
    /// Those that go via `fifo`: the queues of ordered pairs of processes one after the other, in
    /// the order of the sender's and then the addressee's role and index; the oldest first in each.
    std::vector<SentMessage> queued;

    bool operator==(const InFlight&) const = default;
};

/// A state of the whole model on a finite instance.
struct State {
    /// By variable and process: `variables[v][i]`.
    std::vector<std::vector<Value>> variables;
    /// Everything that was ever sent, of whatever network: ascending, without repeats. An
    /// unreliable message can be delivered at any time after it was sent, again and again, unless
    /// the instance bounds the messages in flight.
    std::vector<SentMessage> sent;
    InFlight in_flight;
    std::vector<Process> stopped;  // ascending
    std::vector<ArmedTimer> armed; // ascending
    /// By sort: the elements that have occurred; only kept for sorts that `fresh` draws from.
    std::vector<std::vector<std::int64_t>> used;
    /// By function: the value for every combination of arguments, in ascending order of the
    /// arguments; and by constant. They never change along a run.
    std::vector<std::vector<Value>> functions;
    std::vector<Value> constants;

    bool operator==(const State&) const = default;
};

/// The finite universe of one instance, or of one solver model.
struct Universe {
    std::vector<std::int64_t> sort_sizes; // by sort; elements are 0 … size-1
    /// The integers that a quantifier over `int` ranges over, ascending.
    std::vector<std::int64_t> integers;
    /// How many correlations a sender can tell apart.
    std::int64_t correlations = 1;
    /// Bounds the messages in flight: states with more are not expanded, and an unreliable message
    /// stays in flight only until it vanishes.
    std::optional<std::uint32_t> max_in_flight{};
    /// By sort: what the instance calls the elements, in order; none or too few where it does not.
    std::vector<std::vector<std::string>> element_names{};
};

} // namespace muster::checker
