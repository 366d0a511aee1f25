#pragma once

#include "checker/explore/explorer.hpp"
#include "checker/live/check_live.hpp"
#include "checker/report/verdict.hpp"

#include <functional>
#include <string>
#include <vector>

/// Searches instances and proves nothing.
namespace muster::checker {

class Checkpoints;

struct ExplorationOptions {
    /// Names of instances, and of properties that are no axioms; all if empty. Only the models of
    /// these properties are searched.
    std::vector<std::string> instances{};
    std::vector<std::string> properties{};
    /// Limits of one search.
    std::optional<std::uint64_t> max_states{};
    std::optional<std::uint32_t> max_depth{};
    /// Runs every step of every state on the evaluator, which is slower, as a second opinion.
    bool reference = false;
    /// States are taken for one that differ only in which elements of sorts they are about.
    Permutations permutations = Permutations::taken_for_one;
    /// Who computes the steps, unless this is the second opinion; the evaluator if null.
    const product::SourceMaker* sources = nullptr;
    /// How many threads a search uses, unless this is the second opinion. What it finds does not
    /// depend on it.
    std::uint32_t threads = 1;
    const Stop* stop = nullptr;
    /// Told how far the search of an instance has come; may be empty.
    std::function<void(const std::string& instance, const SearchProgress&)> progress{};
    /// Told of what the steps of every search do; null: nobody.
    StepObserver* observer = nullptr;
    /// Keeps the searches of states, unless this is the second opinion, and has earlier ones to go
    /// on from; null: nobody. Those for loops always begin anew.
    Checkpoints* checkpoints = nullptr;
};

/// One instance, searched under all faults of the spec but some.
struct Exploration {
    std::vector<spec::FaultInfo> without;
    std::string instance;
    /// Why it could not be searched; empty if it was.
    std::string error;
    ExploreResult result; // without its runs
    /// Of the search of states, with what it took before it went on from a checkpoint.
    double cpu_seconds = 0;

    struct Finding {
        std::size_t property = 0;
        Verdict verdict;
    };

    std::vector<Finding> findings;        // in source order
    std::vector<live::LiveFinding> lives; // in source order
    std::vector<Violated> broken_steps;   // each with its failure
    /// HoldsOn or NoViolationWithin: no step goes wrong. None where one does, or there is no state.
    std::optional<Verdict> built_in;
    /// Steps of the model that no reachable state allows, as far as was seen.
    std::vector<std::string> never_happened;
};

/// In the order of the groups of properties, and of the instances in each. Every run that it
/// reports was repeated on the evaluator.
std::vector<Exploration> explore_instances(const spec::TypedSpec& spec,
                                           const ExplorationOptions& options);

} // namespace muster::checker
