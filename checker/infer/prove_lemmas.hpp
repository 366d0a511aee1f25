#pragma once

#include "checker/engines/induction.hpp"
#include "spec/types/typed_spec.hpp"

#include <cstddef>
#include <vector>

namespace muster::checker::infer {

/// What induction has proved of a spec.
struct ProvedAlready {
    std::vector<std::size_t> properties; // invariants and lemmas, into the spec's properties
    std::vector<spec::MessageId> never_twice;
};

/// The part of it that holds under the spec's faults without these.
ProvedAlready known_without(const spec::TypedSpec& spec,
                            const ProvedAlready& proved,
                            const std::vector<spec::FaultInfo>& without);

/// Whether these properties, which leave out the same faults and of which none is among the known,
/// are proved together from what is known, and are defined in every state: what `check` does with
/// them, from scratch and without anything that a search for lemmas knows. A stopped proof proves
/// nothing.
bool are_proved(const spec::TypedSpec& spec,
                const std::vector<spec::PropertyInfo>& properties,
                const ProvedAlready& known,
                const InductionOptions& options);

} // namespace muster::checker::infer
