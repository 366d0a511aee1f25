#pragma once

#include "codegen/wire/description.hpp"

#include <string>

namespace muster::codegen::wire {

/// The C++ source of a description: for each of its structs one function that states its fields in
/// the order of the wire, for a Reader and for a Writer.
[[nodiscard]] std::string emit_source(const Description& description);

} // namespace muster::codegen::wire
