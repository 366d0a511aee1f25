#pragma once

#include "checker/eval/workspace.hpp"
#include "checker/product/step_source.hpp"

namespace muster::checker::product {

/// A whole state in which only one process means anything: the one whose steps are asked for.
class OneProcess {
public:
    /// The spec and the parts outlive it.
    OneProcess(const spec::TypedSpec& spec, const Parts& parts, const State& interpretation);

    void enter(const ProcessState& now);

    [[nodiscard]] const State& state() const { return state_; }

    /// What a step, from this state, left of the process.
    [[nodiscard]] LocalState after(const Workspace& step, const Process& process) const;

private:
    const spec::TypedSpec& spec_;
    const Parts& parts_;
    State state_;
    Part used_ = 0; // the used elements in it
};

} // namespace muster::checker::product
