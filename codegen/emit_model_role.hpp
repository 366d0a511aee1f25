#pragma once

#include "codegen/model/role_context.hpp"
#include "codegen/model/writer.hpp"

namespace muster::codegen {

/// Whether there is anything that a model test can give to the role.
[[nodiscard]] bool has_events(const RoleContext& context);

/// The description of a role for its model test: its actions as structs, its events, and how its
/// machine is made. `name` is that of the description.
void emit_model_role(const RoleContext& context, const std::string& name, Writer& writer);

} // namespace muster::codegen
