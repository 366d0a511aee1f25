#pragma once

#include "codegen/model/role_context.hpp"
#include "codegen/model/writer.hpp"

namespace muster::codegen {

/// Everything for one role: constants, timers, durable fields, ghosts and the class template.
void emit_role(const RoleContext& context, Writer& writer);

/// The struct of the constants that the role uses.
std::string constants_type(const RoleContext& context);
/// The methods that take events: `start`, `handle`, `fire` and one per action.
void emit_events(const RoleContext& context, Writer& writer);
/// Accessors, `visit_state`, `is_initial`, `crash`, `take_ghosts` and `==`.
void emit_state_interface(const RoleContext& context, Writer& writer);
/// Private member functions for procedures and defs.
void emit_procedures(const RoleContext& context, Writer& writer);

/// A comment with one line for each event: when it is handled, and what the handler may do.
void emit_table_comment(const RoleContext& context, Writer& writer);

} // namespace muster::codegen
