#pragma once

#include "codegen/generate.hpp"

namespace muster::codegen {

/// The file that makes generated machines something to explore: compiled together with the
/// generated header, it answers what a machine does in any of its states
/// (runtime/machine/exploration_interface.hpp). It includes "NAME.hpp" and
/// runtime/machine/exploration.hpp. The spec is one that `generate` takes, with these options.
[[nodiscard]] GeneratedFile explore_driver(const spec::TypedSpec& spec,
                                           const GenerateOptions& options);

} // namespace muster::codegen
