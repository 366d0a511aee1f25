#pragma once

#include "checker/eval/value.hpp"

#include <compare>
#include <optional>
#include <vector>

namespace muster::checker {

/// One message that was sent: it stays in the state for ever and can be delivered at any later
/// time, again and again (the default network).
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

/// A state of the whole model on a finite instance.
struct State {
    /// By variable and process: `variables[v][i]`.
    std::vector<std::vector<Value>> variables;
    std::vector<SentMessage> sent; // ascending, without repeats
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
};

} // namespace muster::checker
