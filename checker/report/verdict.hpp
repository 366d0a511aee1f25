#pragma once

#include "checker/trace/trace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What is known about one property. The kinds are never confused, and silence of an engine is
/// never printed like a proof.
namespace muster::checker {

/// Holds for any size: proved by induction.
struct Proved {
    /// Names of the invariants and lemmas that the proof rests on, besides the property itself.
    std::vector<std::string> using_lemmas;
};

/// Holds in every reachable state of an instance. Where `cuts` is not empty, states outside of
/// these bounds were checked but not expanded.
struct HoldsOn {
    std::string instance;
    std::uint64_t states = 0;
    std::vector<std::string> cuts; // phrases, most as in the instance: `server.last <= 3`
};

/// Nothing was found, and the search did not see every reachable state of the instance.
struct NoViolationWithin {
    std::string instance;
    std::uint32_t depth = 0; // every run of at most this many steps was seen
    std::uint64_t states = 0;
    std::string limit; // what ended the search: `200000 states`, `10 s`
};

/// Does not hold: a run from an initial state, replayed on the evaluator.
struct Violated {
    Trace trace;
    /// Set when the property (or a step) was undefined at the end of the run rather than false.
    std::optional<Failure> failure;
};

/// A cover: the run that shows it, replayed on the evaluator.
struct Shown {
    Trace trace;
};

/// Neither proved nor refuted.
struct Undecided {
    enum class Reason {
        not_inductive,    // `counterexample` has one step; its first state may be unreachable
        out_of_budget,    // time, memory or the solver's patience
        outside_fragment, // a construct that the engine has no encoding for
        not_reached,      // a cover for which no run was found
        inconsistent,     // what the spec assumes contradicts itself
        not_checked,      // no engine looks at properties of this kind
    };
    Reason reason;
    std::string text; // one line that says exactly what and where
    std::optional<Trace> counterexample;
    /// Where in the spec it is that an engine cannot go on.
    std::optional<spec::Span> place{};
};

using Verdict = std::variant<Proved, HoldsOn, NoViolationWithin, Violated, Shown, Undecided>;

} // namespace muster::checker
