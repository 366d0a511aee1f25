#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/resolve/resolve.hpp"
#include "spec/types/typed_spec.hpp"

/// Rules that need a typed spec and go beyond types. Each reports what breaks it and returns.
namespace muster::spec {

/// Nothing that is not ghost may depend on a ghost: not a guard, a branch, a choice, a message, a
/// timer, or a value written to other state.
void check_ghosts(const TypedSpec& spec, Diagnostics& diagnostics);

/// The iterations of `for x in S` run at the same time, so each may write only what belongs to
/// its own `x`.
void check_loops(const TypedSpec& spec, Diagnostics& diagnostics);

/// Calls of procedures are expanded, so none may reach itself.
void check_recursion(const TypedSpec& spec, Diagnostics& diagnostics);

/// Defs and procedures are expanded where they are used, so a short spec can be a huge one. What
/// any of them comes to is limited. Expects that nothing refers to itself.
void check_expansion(const ResolvedSpec& spec, Diagnostics& diagnostics);

/// A def that an instance or a test gives to a function may not need that function to be known.
void check_function_values(const TypedSpec& spec, Diagnostics& diagnostics);

} // namespace muster::spec
