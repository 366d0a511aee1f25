#pragma once

#include "codegen/wire/description.hpp"

#include <cstddef>

namespace muster::codegen::wire {

/// The fewest bytes that one element of an array of that type takes in a version: with empty
/// strings, null where that may be, and without tagged fields. A reader holds the count of an array
/// against it. Every struct that is named is there.
[[nodiscard]] std::size_t
least_element_size(const Message& message, const FieldType& type, int version);

} // namespace muster::codegen::wire
