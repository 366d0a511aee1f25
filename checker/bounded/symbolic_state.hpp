#pragma once

#include "checker/bounded/datum.hpp"
#include "checker/explore/slice.hpp"

#include <memory>
#include <vector>

namespace muster::checker::bounded {

/// One message that may have been sent.
struct SymbolicMessage {
    spec::MessageId message;
    Datum from; // the index of a process; 0 for a role without an index
    Datum to;
    Datum correlation;
    std::vector<Datum> fields;
    bool operator==(const SymbolicMessage&) const = default;
};

struct Slot {
    std::shared_ptr<const SymbolicMessage> message;
    Bit present;
    bool operator==(const Slot&) const = default;
};

/// Shared, so that a state is cheap to copy.
using Slots = std::shared_ptr<const std::vector<Slot>>;
using Flags = std::vector<Bit>;

/// What simultaneous iterations each have a copy of.
struct SymbolicLayer {
    /// By variable and process.
    std::vector<std::vector<Datum>> variables;
    /// By timer and process: the keys that are armed, as a set; the empty key of one without keys.
    std::vector<std::vector<Datum>> armed;
};

/// A state that depends on a circuit; see `State`.
struct SymbolicState {
    SymbolicLayer layer;
    /// By message: those that were ever sent, in no order.
    std::vector<Slots> sent;
    /// By message: those in flight that go `once`, or unreliably where the instance bounds them.
    std::vector<Slots> loose;
    /// Of all messages that go via `fifo`, those sent first come first.
    Slots queued;
    std::vector<Flags> stopped; // by role and process
    std::vector<Flags> used;    // by sort and element
};

/// The state that the condition decides for.
SymbolicState
choice(const Algebra& algebra, Bit condition, const SymbolicState& yes, const SymbolicState& no);
SymbolicLayer
choice(const Algebra& algebra, Bit condition, const SymbolicLayer& yes, const SymbolicLayer& no);
/// One of two messages of one kind.
SymbolicMessage choice(const Algebra& algebra,
                       Bit condition,
                       const SymbolicMessage& yes,
                       const SymbolicMessage& no);

/// What several iterations that began in one layer make of it together.
SymbolicLayer merge(const Algebra& algebra,
                    const spec::TypedSpec& spec,
                    const SymbolicLayer& start,
                    const SymbolicLayer& changed,
                    const SymbolicLayer& merged);

/// Whether the two are surely one state in all that the slice keeps; it may be false in doubt.
Bit same(const Algebra& algebra,
         const spec::TypedSpec& spec,
         const Slice& slice,
         const SymbolicState& a,
         const SymbolicState& b);

/// The messages with one more, or without those for which the flags hold.
Slots with(const Slots& slots, SymbolicMessage message, Bit present);
Slots without(const Algebra& algebra, const Slots& slots, const Flags& taken);

} // namespace muster::checker::bounded
