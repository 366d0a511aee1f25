#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/explore/search_setup.hpp"

#include <map>
#include <optional>
#include <set>

namespace muster::checker {

/// Collects what a search of an instance was limited to while it goes on.
class SearchLimits {
public:
    /// All outlive it.
    SearchLimits(const SearchSetup& setup, const Interpreter& interpreter)
        : system_(setup.system)
        , spec_(*setup.system.spec)
        , instance_(setup.instance)
        , universe_(setup.universe)
        , slice_(setup.slice)
        , inputs_(setup.inputs)
        , interpreter_(interpreter)
        , options_(setup.options) {}

    /// Whether a state is outside of some bound, so that no step from it is looked at. Notes which.
    bool is_outside(const State& state);

    /// Whether a value of a variable is outside of some bound.
    [[nodiscard]] bool is_outside(spec::VariableId variable, const Value& value) const;

    /// A start, or a step, that the evaluator cannot follow.
    void note_lost_start(const Failure& failure) {
        met_.lost_start = met_.lost_start.value_or(failure);
    }

    void note_lost_step(std::uint32_t step, const Failure& failure) {
        met_.lost_steps.try_emplace(step, failure);
    }

    /// What the search met so far.
    struct Met {
        std::set<std::size_t> bounds; // of variables, into the instance's
        bool too_many_in_flight = false;
        std::map<std::uint32_t, Failure> lost_steps; // by step: why it could not be followed once
        std::optional<Failure> lost_start; // why a start could not be followed, if so for one
    };

    [[nodiscard]] const Met& met() const { return met_; }

    /// Goes on from what another search of the same met.
    void go_on_from(Met met) { met_ = std::move(met); }

    /// Writes the cuts, and which roles were forgotten.
    void describe(ExploreResult& result) const;

private:
    void describe_lost_steps(ExploreResult& result) const;
    void describe_tried_integers(ExploreResult& result) const;
    void describe_open_functions(ExploreResult& result) const;

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    const Universe& universe_;
    const Slice& slice_;
    const Inputs& inputs_;
    const Interpreter& interpreter_;
    const ExploreOptions& options_;
    Met met_;
};

} // namespace muster::checker
