#pragma once

#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/explore/explorer.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Bounded symbolic search: all runs of an instance up to a length at once, as one question to Z3
/// for each length. It needs no list of states, so that instances that are too large to explore are
/// within reach, and integers need no bound.
///
/// Sources: Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs" (TACAS 1999);
/// Eén, Sörensson, "Temporal induction by incremental SAT solving" (BMC 2003).
namespace muster::checker::bounded {

struct BoundedOptions {
    /// What must hold, as indices into the spec's properties: invariants, lemmas, steps.
    std::vector<std::size_t> properties{};
    /// What should be reached.
    std::vector<std::size_t> covers{};
    /// Runs of up to this many steps are looked at.
    std::uint32_t max_depth = 10;
    /// What the search may do, counted; it ends it on every machine at the same point.
    Effort effort{};
    /// Ends it on machines that are too slow.
    std::optional<std::chrono::steady_clock::time_point> deadline{};
    Stop* stop = nullptr; // ends the search early; never if null
    /// `as_bounded`: integers that come from outside are those of the instance's ranges, and states
    /// outside of its bounds are not gone on from, as when it is explored. `any`: neither.
    Inputs inputs = Inputs::any;
    Slicing slicing = Slicing::on;
    Obligations obligations = Obligations::of_kept_roles;
    OnViolation on_violation = OnViolation::stop;
    /// Told how long the runs are that are looked at now; may be empty.
    std::function<void(std::uint32_t depth)> progress{};
};

struct BoundedResult {
    enum class Ended {
        at_depth,     // every run of `max_depth` steps was looked at
        complete,     // no run has more than `complete_depth` steps
        at_violation, // the first one, as asked for
        nothing_left, // everything looked for was found
        out_of_effort,
        at_deadline,
        at_stop,
        gave_up, // the solver, on a question about integers
    };
    Ended ended = Ended::at_depth;
    /// Every run of at most this many steps was looked at; none if not even the start was.
    std::optional<std::uint32_t> complete_depth{};
    /// At most one for each property, and one for each place where a step goes wrong. Each is a
    /// shortest one, repeated on the evaluator; the states are whole.
    std::vector<Violation> violations{};
    std::vector<CoverRun> covers{};
    /// Properties that have no circuit, by index, and why: nothing was said about them.
    std::map<std::size_t, Unsupported> refused{};
    /// What runs were limited to besides their length, in words for a report.
    std::set<std::string> limits{};
    std::size_t gates = 0; // for measurements
};

/// An error where the instance cannot be searched: a step has no circuit, say.
///
/// A run that the solver finds and the evaluator does not repeat is a bug of this folder: it throws
/// InternalError.
tl::expected<BoundedResult, InstanceError> search_runs(const TransitionSystem& system,
                                                       const spec::InstanceInfo& instance,
                                                       const BoundedOptions& options);

} // namespace muster::checker::bounded
