#pragma once

#include "spec/types/typed_spec.hpp"

#include <optional>
#include <string>
#include <vector>

namespace muster::checker {

/// Why a search cannot say whether a property holds, although it can evaluate it;
/// nothing if it can.
///
/// What an arbitrary role sends may arrive at any time, so searches do not keep it. A formula that
/// asks for such a message would be false of states in which it was sent. Keeping it would add
/// every set of messages that the role can make up to every state, for nothing: since the role may
/// send any of them at any time, `sent(M()) implies P` holds where P does, and nowhere else.
std::optional<std::string> why_not_searched(const spec::TypedSpec& spec,
                                            const std::vector<spec::FaultInfo>& without,
                                            std::size_t property);

} // namespace muster::checker
