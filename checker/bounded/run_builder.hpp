#pragma once

#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/trace/trace.hpp"

#include <optional>
#include <variant>
#include <vector>

namespace muster::checker::bounded {

/// The steps of all runs from one state, and which of them is taken.
struct Level {
    std::vector<SymbolicStep> steps; // without the states after them
    Flags taken;                     // by step
};

/// Turns what the solver found into a run, and repeats it on the evaluator.
class RunBuilder {
public:
    /// All outlive the builder.
    RunBuilder(const TransitionSystem& system,
               const Universe& universe,
               const Fixed& fixed,
               const SymbolicInterpreter& interpreter)
        : system_(system)
        , spec_(*system.spec)
        , universe_(universe)
        , fixed_(fixed)
        , interpreter_(interpreter)
        , evaluator_(system, universe) {}

    /// The run that begins with this start and takes these steps. Its last step goes wrong if
    /// `goes_wrong` says so. Throws InternalError if the evaluator does not repeat it.
    [[nodiscard]] Trace build(const SymbolicStep& start,
                              const std::vector<Level>& levels,
                              bool goes_wrong,
                              Assignment& under) const;

    /// What a property is at the end of a run.
    [[nodiscard]] std::variant<bool, Failure> at_end(std::size_t property,
                                                     const Trace& trace) const;

private:
    [[nodiscard]] Fixed interpretation(Assignment& under) const;
    [[nodiscard]] Event event(const SymbolicStep& step, Assignment& under) const;
    [[nodiscard]] std::vector<Value> choices(const SymbolicStep& step, Assignment& under) const;
    [[nodiscard]] std::int64_t index(const Datum& scalar, Assignment& under) const;

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    const Universe& universe_;
    const Fixed& fixed_;
    const SymbolicInterpreter& interpreter_;
    Evaluator evaluator_;
};

} // namespace muster::checker::bounded
