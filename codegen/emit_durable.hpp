#pragma once

#include "codegen/model/role_context.hpp"
#include "codegen/model/writer.hpp"

namespace muster::codegen {

/// `enum class ROLE_field`, one enumerator per durable variable.
void emit_durable_fields(const RoleContext& context, Writer& writer);
/// Reading, restoring and visiting the durable part, entry by entry.
void emit_durable_interface(const RoleContext& context, Writer& writer);
/// The private functions through which statements write to variables: they note how to undo the
/// write and tell the host what changed.
void emit_writers(const RoleContext& context, Writer& writer);

} // namespace muster::codegen
