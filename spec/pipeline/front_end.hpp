#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/types/typed_spec.hpp"

#include <optional>
#include <string_view>

namespace muster::spec {

/// Runs the whole front end on the text of one spec: parse, resolve, typecheck. Returns nothing
/// when a mistake was found; the sink then holds every one that could be told apart.
std::optional<TypedSpec> analyse(std::string_view text, Diagnostics& diagnostics);

} // namespace muster::spec
