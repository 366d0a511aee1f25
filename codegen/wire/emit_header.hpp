#pragma once

#include "codegen/wire/description.hpp"

#include <string>

namespace muster::codegen::wire {

/// The C++ header of a description: a struct for each message, with its versions and defaults, and
/// the declaration of its layout.
[[nodiscard]] std::string emit_header(const Description& description);

/// What every generated file begins with; `source` is what it was generated from.
[[nodiscard]] std::string banner(const std::string& source);

/// The path of the description in the source tree.
[[nodiscard]] std::string source_path(const Description& description);

/// The folder of generated files, as includes name it.
inline constexpr const char* kOutputFolder = "runtime/generated/kafka/";

} // namespace muster::codegen::wire
