#pragma once

#include "codegen/model/writer.hpp"
#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::codegen {

/// Short names for the sorts, containers, records and messages of the protocol in the namespace
/// `scope`, on the C++ types in `Types`, which must be declared before.
void emit_aliases(const spec::TypedSpec& spec, const std::string& scope, Writer& writer);

} // namespace muster::codegen
