#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/types/typed_spec.hpp"

#include <optional>

namespace muster::cli {

/// Why a spec has no form in C++; none if it has one. A spec may only model; then nothing that is
/// said of it is about code that runs.
std::optional<spec::Diagnostic> why_not_generable(const spec::TypedSpec& spec);

} // namespace muster::cli
