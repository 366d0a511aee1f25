#pragma once

#include "codegen/wire/description.hpp"
#include "codegen/wire/mistake.hpp"

#include <vector>

namespace muster::codegen::wire {

/// What makes no sense in a description that could be read: names and structs, versions, defaults,
/// tagged fields, and arrays whose elements take no bytes. Nothing is wrong with one that has no
/// mistakes here: code can be generated from it, and that compiles.
[[nodiscard]] std::vector<Mistake> check(const Description& description);

} // namespace muster::codegen::wire
