#pragma once

#include "checker/trace/trace.hpp"

#include <tl/expected.hpp>

#include <optional>

namespace muster::checker {

/// What a run is said to show.
struct Claim {
    /// The property that is false (or undefined) at its end, or the cover that is true there; into
    /// the spec's properties. None: the run ends in a step that goes wrong.
    std::optional<std::size_t> property;
    /// Whether the property is undefined at the end rather than decided.
    bool undefined = false;

    enum class Start {
        initial,  // the run starts in an initial state
        anywhere, // the two states of a failed induction step
    };
    Start start = Start::initial;
    /// The run is said to be possible, and no more.
    bool is_run_only = false;
};

/// Repeats a run on the evaluator, on the whole system, and checks that it shows what it is said
/// to show. Returns the run with the whole states (an explorer's have only what it did not
/// forget). The error is a failure of the kind `out_of_reach`: the evaluator cannot follow the run,
/// because something that an explorer forgets leaves 64 bits in it. Throws InternalError if
/// anything else differs: such a run is a bug of the engine that found it, never a verdict.
tl::expected<Trace, Failure> replay_trace(const spec::TypedSpec& spec,
                                          const Fixed& fixed,
                                          const Trace& trace,
                                          const Claim& claim);

} // namespace muster::checker
