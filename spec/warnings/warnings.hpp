#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/resolve/resolve.hpp"
#include "spec/warnings/uses.hpp"

/// What is allowed and yet looks like a mistake. Each check reports warnings and changes nothing;
/// all expect a spec without errors. Names that begin with `_` are never reported as unused.
namespace muster::spec {

/// All of them.
void check_warnings(const ResolvedSpec& spec, Diagnostics& diagnostics);

/// Sorts, enums, records, constants, functions, defs and procedures that nothing mentions.
void warn_unused(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics);

/// Variables that are never read, never changed, or neither.
void warn_idle_variables(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics);

/// Timers that nothing starts.
void warn_idle_timers(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics);

/// Messages that no statement sends and no arbitrary role could, so that their handlers wait in
/// vain.
void warn_never_sent(const ResolvedSpec& spec, const Uses& uses, Diagnostics& diagnostics);

/// Handlers that others leave nothing to.
void warn_idle_handlers(const ResolvedSpec& spec, Diagnostics& diagnostics);

/// Statements behind a `return`.
void warn_unreachable(const ResolvedSpec& spec, Diagnostics& diagnostics);

} // namespace muster::spec
