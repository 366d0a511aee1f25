#pragma once

#include "codegen/model/writer.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::codegen {

/// One struct per message, in the order of the spec.
void emit_messages(const spec::TypedSpec& spec, Writer& writer);
/// Reports defaults that are more than a literal.
void check_defaults(const spec::TypedSpec& spec, spec::Diagnostics& diagnostics);
/// ` = value` for a field with a default, `{}` for one without.
std::string default_initialiser(const spec::TypedSpec& spec, const spec::FieldInfo& field);

} // namespace muster::codegen
