#pragma once

#include "tests/unit/checker/specs.hpp"

#include <cstdint>
#include <string>

/// Exact counts of states, to be compared with what is known about a protocol from elsewhere.
namespace muster::checker::testing {

/// All states of an instance, the first unless told: no role and no variable is left out.
inline std::uint64_t state_count(const std::string& text, std::size_t instance = 0) {
    FindOptions options;
    options.instance = instance;
    options.slicing = Slicing::off;
    const Findings findings = find(text, options);
    if (findings.result.ended != ExploreResult::Ended::complete) {
        throw std::runtime_error("the search did not see every state");
    }
    return findings.result.states;
}

} // namespace muster::checker::testing
