#pragma once

#include "checker/trace/render_itf.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::checker {

/// What became of a run that was read from a file.
struct ItfReplay {
    enum class Answer {
        confirmed,    // every step is possible, and the run shows what it is said to show
        no_run,       // it is no run of this spec, or does not show it
        out_of_reach, // the evaluator cannot follow it: a number leaves 64 bits, say
        unreadable,   // the file is not one that Muster wrote for such a spec
    };
    Answer answer = Answer::unreadable;
    /// One line: what the run shows, or why it does not.
    std::string text;
    /// Lines with more about a run that is none: what differs, or the state instead.
    std::vector<std::string> details;
    /// Where the file is wrong, as a JSON pointer.
    std::string path;
    /// The run as far as it is possible; nothing if it has no start.
    std::optional<Trace> trace;
    /// What the run is said to show.
    ItfClaim::Kind claim = ItfClaim::Kind::goes_wrong;
    /// The property that the run is about, into `TypedSpec::properties`.
    std::optional<std::size_t> property;
    /// What a run that was confirmed as a lasso is one of; and the instance that it is about.
    std::optional<live::Lasso> lasso;
    std::string instance;
};

/// Repeats on the evaluator a run that `render_itf` has written, state by state, whatever wrote the
/// text in the end: nothing in it is taken on trust. The faults of the model are those of the
/// property in the spec; constants and functions must satisfy the axioms. Entries in sets and maps
/// may stand in any order.
ItfReplay replay_itf(const spec::TypedSpec& spec, std::string_view text);

} // namespace muster::checker
