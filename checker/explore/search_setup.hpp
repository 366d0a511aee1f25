#pragma once

#include "checker/explore/explorer.hpp"

#include <functional>

namespace muster::checker {

/// Everything that a search of an instance needs to know. It refers to what outlives it.
struct SearchSetup {
    const TransitionSystem& system;
    const spec::InstanceInfo& instance;
    const ExploreOptions& options;
    const Universe& universe;
    const Slice& slice;
    const Inputs& inputs;
    /// One state for every interpretation of constants and functions, with nothing else set.
    const std::vector<State>& interpretations;
};

struct SearchOutcome {
    ExploreResult result;
    /// Whether a step property is false of a step that changes nothing, and only something that the
    /// slice forgets may take such a step: the search must be run again with less forgotten.
    bool forgets_too_much = false;
    /// Why a start could not be followed, if that is so for one.
    std::optional<Failure> lost_start{};
};

/// Prepares a search of an instance and runs it, again with less forgotten where it has to be.
tl::expected<ExploreResult, InstanceError>
search_instance(const TransitionSystem& system,
                const spec::InstanceInfo& instance,
                const ExploreOptions& options,
                const std::function<SearchOutcome(const SearchSetup&)>& search);

} // namespace muster::checker
