#pragma once

#include "spec/types/typed_spec.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::checker {

/// Why a search of this instance cannot say whether a property holds, although it can evaluate it;
/// nothing if it can.
///
/// * What an arbitrary role sends may arrive at any time, so searches do not keep it. A formula
/// that
///   asks for such a message would be false of states in which it was sent.
/// * On the unreliable network every message that was sent is in flight for ever. Where the
///   instance bounds how many are, messages vanish, and a formula that asks what is in flight would
///   see states that the model does not have.
std::optional<std::string> why_not_searched(const spec::TypedSpec& spec,
                                            const std::vector<spec::FaultInfo>& without,
                                            const spec::InstanceInfo& instance,
                                            std::size_t property);

} // namespace muster::checker
