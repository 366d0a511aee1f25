#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

/// Internal to the typed dump: what `dump.cpp` leaves to its neighbours. Each gives whole lines.
namespace muster::spec {

/// Timing assumptions, fairness of timers and faults, and `live` properties.
std::string dump_rules(const TypedSpec& spec);

/// Instances and tests.
std::string dump_scenarios(const TypedSpec& spec);

/// " fair", " unfair", or nothing.
std::string fairness_name(Fairness fairness);

/// " once", " fifo", or nothing for the default.
std::string network_name(NetworkKind network);

/// " a#1 b#2", or nothing.
std::string local_list(const TypedSpec& spec, const std::vector<LocalId>& locals);

/// "a#1", or "_" for none.
std::string local_name(const TypedSpec& spec, LocalId local);

} // namespace muster::spec
