#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/pipeline/imports.hpp"
#include "spec/source/source_map.hpp"
#include "spec/types/typed_spec.hpp"

#include <optional>
#include <string_view>

namespace muster::spec {

/// Runs the whole front end on the main file of the map and what it imports: parse, resolve,
/// typecheck. Imported files join the map. Returns nothing when a mistake was found; the sink then
/// holds every one that could be told apart. Warnings are in the sink either way.
std::optional<TypedSpec>
analyse(SourceMap& sources, const ImportLoader& load, Diagnostics& diagnostics);

/// The same for a text that stands alone: it may not import.
std::optional<TypedSpec> analyse(std::string_view text, Diagnostics& diagnostics);

} // namespace muster::spec
