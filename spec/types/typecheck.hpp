#pragma once

#include "spec/resolve/resolve.hpp"

#include <optional>

namespace muster::spec {

/// Resolves and types every body of the spec and applies the rules that need types: ghosts that
/// leak into behaviour, loops whose iterations could see each other, recursion, instances that
/// leave something open. Returns nothing when the sink holds an error.
std::optional<TypedSpec> typecheck(ResolvedSpec spec, Diagnostics& diagnostics);

} // namespace muster::spec
