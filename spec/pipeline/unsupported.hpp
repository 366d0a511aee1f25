#pragma once

#include "spec/ast/ast.hpp"
#include "spec/diagnostics/diagnostic.hpp"

namespace muster::spec {

/// Refuses by name the declarations and marks that are parsed but not understood by the phases
/// behind the parser, so that none is silently without effect.
void refuse_unsupported(const ParsedFile& file, Diagnostics& diagnostics);

} // namespace muster::spec
