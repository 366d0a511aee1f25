#pragma once

#include "spec/types/typed_spec.hpp"

#include <set>

namespace muster::checker {

/// The parts of a state that something depends on. Constants and functions never change, so they
/// are no part of it.
struct Footprint {
    std::set<spec::VariableId> variables;
    std::set<spec::TimerId> timers;
    std::set<spec::MessageId> messages; // that they were sent, or are in flight

    void add(const Footprint& other) {
        variables.insert(other.variables.begin(), other.variables.end());
        timers.insert(other.timers.begin(), other.timers.end());
        messages.insert(other.messages.begin(), other.messages.end());
    }
};

} // namespace muster::checker
