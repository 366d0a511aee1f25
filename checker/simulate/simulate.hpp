#pragma once

#include "checker/check/premises.hpp"
#include "checker/engines/stop.hpp"
#include "checker/report/verdict.hpp"
#include "checker/simulate/weights.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Random runs of instances of any size. They prove nothing.
namespace muster::checker {

class StepObserver;

struct SimulationOptions {
    /// Names of instances and of properties; all if empty.
    std::vector<std::string> instances{};
    std::vector<std::string> properties{};
    /// By name of a sort: how many elements it has instead of as many as the instance says.
    std::map<std::string, std::uint32_t> sizes{};
    Weights weights{};
    /// The same seed gives the same runs. Each of them depends on the seed and its number alone.
    std::uint64_t seed = 1;
    std::uint64_t runs = 1000;
    /// The number of the only run that is looked at, from 1.
    std::optional<std::uint64_t> only{};
    std::uint32_t max_steps = 100; // of a run
    const Stop* stop = nullptr;
    /// Told how many runs of an instance there were; may be empty.
    std::function<void(const std::string& instance, std::uint64_t runs)> progress{};
    /// Whether to look for what properties need to say anything (see check/premises.hpp).
    bool premises = false;
    /// Told of what the steps of the runs do; null: nobody.
    StepObserver* observer = nullptr;
};

/// In how many runs something was seen, and where first.
struct Sighting {
    std::uint64_t runs = 0;
    std::uint64_t first_run = 0;   // its number
    std::uint32_t first_steps = 0; // of that run until then
    std::uint64_t shown_run = 0;   // the number of the run that is shown, made shorter
};

/// The random runs of one instance, under all faults of the spec but some.
struct Simulation {
    std::vector<spec::FaultInfo> without;
    std::string instance;
    /// Why there are no runs; empty if there are some.
    std::string error;
    std::uint64_t runs = 0;
    std::uint64_t steps = 0;
    /// Runs in which no step was found before they were as long as asked for.
    std::uint64_t stuck = 0;
    double cpu_seconds = 0;

    struct Finding {
        std::size_t property = 0;
        Sighting seen; // in no run: it is not violated, or the cover is not reached
        /// Violated or Shown, by the shortest of the first runs once these are made shorter.
        /// Undecided where runs say nothing.
        std::optional<Verdict> verdict;
    };

    struct BrokenStep {
        Sighting seen;
        Violated violated; // with its failure
    };

    std::vector<Finding> findings; // in source order
    std::vector<BrokenStep> broken_steps;
    /// What properties need to say anything and what was so in no run; none unless asked for.
    std::vector<Premise> silent;
    /// Steps of the model that no run took.
    std::vector<std::string> never_happened;
};

/// In the order of the groups of properties, and of the instances in each. Bounds of instances are
/// those of what comes from outside; variables and messages in flight have none, as they are there
/// to make a search end. A run ends after a step that goes wrong.
std::vector<Simulation> simulate(const spec::TypedSpec& spec, const SimulationOptions& options);

} // namespace muster::checker
