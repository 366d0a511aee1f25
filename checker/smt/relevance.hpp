#pragma once

#include "checker/system/transition_system.hpp"

#include <cstddef>
#include <vector>

namespace muster::checker::smt {

/// What a proof keeps of one message. A field that no relevant handler reads and no property
/// mentions is dropped; so are the sender and the addressee, unless it matters what is in flight.
struct TrackedMessage {
    bool tracked = false;
    /// That it was sent at some time; for an unreliable message that is also what can arrive.
    bool history = false;
    /// How often it is in flight; of messages that are delivered at most once.
    bool in_flight = false;
    bool from = false;
    bool to = false;
    std::vector<bool> fields;
};

/// The part of a system that a group of properties depends on. A role is relevant when a property
/// mentions its state or when it sends a tracked message; a message is tracked when a property or a
/// timing assumption mentions it or when a relevant role receives it from a role that is not
/// arbitrary. Everything else may behave in any way, which only adds behaviours.
struct Relevance {
    std::vector<bool> roles;
    std::vector<TrackedMessage> messages;
};

Relevance find_relevance(const TransitionSystem& system,
                         const std::vector<std::size_t>& properties);

/// Whether a step may change what the properties depend on. No formula speaks of who has stopped.
bool is_relevant(const Relevance& relevance, const Step& step);

} // namespace muster::checker::smt
