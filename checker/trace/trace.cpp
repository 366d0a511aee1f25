#include "checker/trace/trace.hpp"

namespace muster::checker {

TransitionSystem system_of(const spec::TypedSpec& spec, const Trace& trace) {
    return lower(
        spec, trace.without, trace.universe.max_in_flight ? Vanishing::possible : Vanishing::never);
}

} // namespace muster::checker
