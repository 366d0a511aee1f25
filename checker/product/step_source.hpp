#pragma once

#include "checker/product/parts.hpp"
#include "checker/system/transition_system.hpp"

#include <limits>
#include <optional>
#include <vector>

namespace muster::checker::product {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// A process in one of its local states.
struct ProcessState {
    Process process;
    Part part = 0;
    Part used = 0; // of the used elements, which `fresh` looks at
    LocalState local;
};

/// What can happen to a process. What it points to outlives it.
struct Occasion {
    /// Anything but a loss. A cut is that of the connection with `peer`, as this end sees it.
    StepKind kind = StepKind::act;
    /// The handler, the timer's handler, or the action, into the role's.
    std::uint32_t index = 0;
    const SentMessage* message = nullptr;
    const Value* timer_key = nullptr; // meaningless for a timer without one
    const std::vector<Value>* arguments = nullptr;
    std::optional<Process> peer{};
};

/// One way for a step of a process to end.
struct Outcome {
    Part after = 0;
    std::uint32_t effect = 0;
    std::uint32_t choices = 0;     // among the lists of choices; kNone: to be asked for
    std::uint32_t failure = kNone; // among the failures; the step has no part after it then
    bool is_idle = false;          // changes nothing at all
};

/// Whoever computes what a process does, under one interpretation of constants and functions.
class StepSource {
public:
    virtual ~StepSource() = default;
    StepSource(const StepSource&) = delete;
    StepSource& operator=(const StepSource&) = delete;

    /// All ways for the step to end, one for every way to choose in it, in a stable order; none if
    /// its guard does not hold. The process runs. A message is one that the handler takes.
    virtual std::vector<Outcome> outcomes(const ProcessState& now, const Occasion& occasion) = 0;

protected:
    StepSource() = default;
};

} // namespace muster::checker::product
