#pragma once

#include "checker/explore/explorer.hpp"
#include "checker/live/lasso.hpp"
#include "checker/report/verdict.hpp"

#include <optional>
#include <string>
#include <vector>

/// `live` properties on instances: does some fair run go on for ever without what must follow?
namespace muster::checker::live {

struct LiveOptions {
    /// Limits of one search.
    std::optional<std::uint64_t> max_states{};
    std::optional<std::uint32_t> max_depth{};
    std::optional<std::chrono::steady_clock::time_point> deadline{};
    const Stop* stop = nullptr;
    std::function<void(const SearchProgress&)> progress{};
};

/// What is known of one `live` property on one instance.
struct LiveFinding {
    std::size_t live = 0; // into `TypedSpec::lives`
    std::string instance;
    /// HoldsOn, NoViolationWithin, Violated (whose trace is that of the lasso) or Undecided.
    Verdict verdict;
    std::optional<Lasso> lasso; // of a property that is violated
    /// Reachable states whose steps are not known, because they are outside of the bounds.
    std::uint64_t outside = 0;
    /// Whether the premise is true in some reachable state, for some parameters.
    bool has_premise = false;
    /// What the verdict rests on, in words: fairness, what stops occurring, limits.
    std::vector<std::string> assumptions;
    double cpu_seconds = 0; // those of a search that several properties share, in equal parts
};

/// Searches one instance for fair lassos that break these properties, by states told apart, without
/// symmetry. Lassos that it returns have been repeated on the evaluator. In the order of `lives`.
std::vector<LiveFinding> check_lives(const spec::TypedSpec& spec,
                                     const std::vector<std::size_t>& lives,
                                     const spec::InstanceInfo& instance,
                                     const LiveOptions& options);

/// What is known of one `live` property on all instances.
struct LiveReport {
    std::size_t live = 0; // into `TypedSpec::lives`
    /// Of the instance that says most: a violation before all, or else that with the most states
    /// that it holds on. Undecided if there is no instance.
    LiveFinding finding;
    /// What the other instances say, where it is less.
    std::vector<std::string> notes;
};

/// Looks at the instances one after the other, for each property until one breaks it. `options` is
/// called for the limits of each search of an instance. In the order of `lives`.
std::vector<LiveReport> check_lives_on_instances(const spec::TypedSpec& spec,
                                                 const std::vector<std::size_t>& lives,
                                                 const std::function<LiveOptions()>& options);

} // namespace muster::checker::live
