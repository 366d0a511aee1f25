#pragma once

#include "checker/engines/stop.hpp"
#include "checker/explore/instance.hpp"
#include "checker/trace/trace.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::checker {

namespace product {
class SourceMaker;
}

class SearchKeeper;

/// When a search ends early: at the first violation, or else once every property is violated, every
/// cover was reached and a step has gone wrong at every place; at the latter; at the former; or not
/// at all.
enum class OnViolation { stop, go_on, stop_there_only, see_everything };

/// Whether states are taken for one that differ only in which elements of sorts they are about.
enum class Permutations { told_apart, taken_for_one };

/// How far a search has come.
struct SearchProgress {
    std::uint64_t states = 0;
    std::uint64_t waiting = 0; // of them not expanded yet
    std::uint64_t transitions = 0;
    std::uint32_t depth = 0;
    /// How many states there may be in all, where something can be said about it.
    std::optional<std::uint64_t> estimate{};
};

struct ExploreOptions {
    /// What must hold, as indices into the spec's properties: invariants, lemmas, steps.
    std::vector<std::size_t> properties;
    /// What should be reached.
    std::vector<std::size_t> covers;
    /// The search ends when there are this many states, or when runs have this many steps.
    std::optional<std::uint64_t> max_states;
    std::optional<std::uint32_t> max_depth;
    std::optional<std::chrono::steady_clock::time_point> deadline;
    const Stop* stop = nullptr; // ends the search early; never if null
    Slicing slicing = Slicing::on;
    Obligations obligations = Obligations::of_kept_roles;
    /// Where a step may go wrong: for each of these places a run is looked for.
    std::vector<spec::Span> places;
    OnViolation on_violation = OnViolation::stop;
    /// The search over parts of states can take states for one.
    Permutations permutations = Permutations::told_apart;
    /// Told now and then; may be empty.
    std::function<void(const SearchProgress&)> progress{};
    /// Told of what steps do; null: nobody. A step that was computed once is told once.
    StepObserver* observer = nullptr;
    /// Whether to sum up all states and steps in a number.
    bool with_fingerprint = false;
    /// Who computes the steps of processes in the search over parts of states; the evaluator if
    /// null.
    const product::SourceMaker* sources = nullptr;
    /// How many threads the search over parts of states uses. What it finds does not depend on it.
    std::uint32_t threads = 1;
    /// Keeps the search over parts of states, and has an earlier one to go on from; null: nobody.
    /// Needs `Slicing::off` and `OnViolation::see_everything`, and does without a fingerprint.
    SearchKeeper* keeper = nullptr;

    /// From when on the search over parts of states takes to what is only worth it for many:
    /// sharing the states of a level among threads, and looking up what several processes do at
    /// once. Tests take lower ones; what is found does not depend on them.
    struct Thresholds {
        std::uint32_t share = 512; // states of a level that are left, and since the last surprise
        std::uint32_t fuse = 1U << 14U; // states in all
    };

    Thresholds thresholds{};
};

/// A run that breaks a property or an obligation. The trace is that of the sliced system; replay it
/// on the whole one before showing it.
struct Violation {
    /// None for a step that goes wrong.
    std::optional<std::size_t> property;
    /// How the step, or the property, went wrong. None where the property is plainly false.
    std::optional<Failure> failure;
    Trace trace;
};

struct CoverRun {
    std::size_t property = 0;
    Trace trace;
};

/// What a search found. Counts are exact: of the distinct states reached, and of the outcomes of
/// all events in the states that were expanded.
struct ExploreResult {
    enum class Ended {
        complete,      // every reachable state of the instance was seen
        at_violation,  // the first one, as asked for
        nothing_left,  // everything looked for was found
        at_max_states, // out of budget
        at_max_depth,
        at_deadline,
        at_stop, // somebody asked for it
    };
    Ended ended = Ended::complete;
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    /// How many states they stand for, where permutations are taken for one: every state and all
    /// that permutations make of it. None where 64 bits are too few. As many as there are without
    /// that, unless a limit ended the search, or `fresh` draws elements: then only the first of
    /// those that are not used is tried, and what the others would lead to is represented too.
    std::optional<std::uint64_t> represented{};
    /// The longest of the shortest runs to the states found.
    std::uint32_t depth = 0;
    /// Every run of at most this many steps was seen.
    std::uint32_t complete_depth = 0;
    /// What the search was limited to: bounds that a state was outside of, `server.last <= 3` or
    /// `in flight <= 2` (of the messages that matter to what is checked); the integers of the
    /// instance where open functions give some; sorts that `fresh` found used up; lengths of lists
    /// that come from outside; integers that a step quantifies over; and, where the evaluator
    /// cannot follow every step or start, those that it can.
    std::vector<std::string> cuts;
    /// What of one property was looked at in part only: by index, what is said like a cut.
    std::map<std::size_t, std::string> property_cuts;
    /// The properties that could not be evaluated in some state, by index, and why: that no
    /// violation was found then says nothing about them.
    std::map<std::size_t, Failure> not_evaluated;
    /// Whether every initial state was seen. If not, the search ran out of time before.
    bool start_seen = false;
    /// The steps that happened or went wrong, into the system's.
    std::set<std::uint32_t> happened;
    std::vector<std::string> forgotten_roles;
    /// Of all states and the steps between them, in the order in which they were found; none unless
    /// asked for, or where every step of every state is run on the evaluator. Two specs with the
    /// same variables and messages that have the same one behave alike on the instance, as far as
    /// the searches came, unless two hashes of 64 bits happen to be the same.
    std::optional<std::uint64_t> fingerprint{};
    /// States in which nothing but faults, losses and cuts can change anything: an end, wanted or
    /// not. None that lies outside of a bound. How many of those that are told apart, and a
    /// shortest run to one, with the states of the search.
    std::uint64_t ends = 0;
    std::optional<Trace> run_to_end{};
    /// At most one for each property, and one for each place where a step goes wrong.
    std::vector<Violation> violations;
    std::vector<CoverRun> covers; // those that were reached
};

/// Whether this is how a step goes wrong at a place that somebody else has found. They may name
/// more of an expression than the evaluator does, or less.
[[nodiscard]] bool goes_wrong_at(const Failure& failure, spec::Span place);

/// Searches the reachable states of an instance breadth first, so that every run it reports is a
/// shortest one. The order of events in a state is fixed: arbitrary messages, unreliable messages
/// sent, messages in flight (loose ones, then the fronts of queues), timers, actions, faults, then
/// losses and cuts in the order of the system's steps.
tl::expected<ExploreResult, InstanceError> explore(const TransitionSystem& system,
                                                   const spec::InstanceInfo& instance,
                                                   const ExploreOptions& options);

} // namespace muster::checker
