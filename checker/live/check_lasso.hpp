#pragma once

#include "checker/live/lasso.hpp"

#include <string>

namespace muster::checker::live {

/// What became of a lasso that was repeated.
struct LassoCheck {
    enum class Answer {
        confirmed,
        too_many_arrivals, // some message arrives more often than the instance allows
        out_of_reach,      // the evaluator cannot follow it
        no_lasso,          // it is no run, is not fair, does not close, or breaks nothing
    };
    Answer answer = Answer::no_lasso;
    std::string text{}; // why it is none, on one line
    Lasso lasso{};      // with the states of the whole system, and with its fair steps
};

/// Repeats a lasso on the evaluator, three times round the loop, and asks everything about it again
/// that makes it a counterexample, from the states and steps alone: whoever found it is not
/// trusted. `instance` is the one that it was found on; the faults are those of the trace.
LassoCheck
check_lasso(const spec::TypedSpec& spec, const spec::InstanceInfo& instance, const Lasso& lasso);

} // namespace muster::checker::live
