#pragma once

#include "cli/context.hpp"
#include "cli/load_spec.hpp"

#include <string>
#include <vector>

/// Names that a user gives for parts of a spec.
namespace muster::cli {

/// Whether everything that was asked for by name is there. If not, says which one is not, and which
/// name was probably meant. `what` says what is named, "sort".
[[nodiscard]] bool are_known(const std::vector<std::string>& names,
                             const std::vector<std::string>& known,
                             const char* what,
                             const LoadedSpec& loaded,
                             const Context& context);

/// The same of instances, and of properties that runs can show something of.
[[nodiscard]] bool instances_are_known(const std::vector<std::string>& names,
                                       const LoadedSpec& loaded,
                                       const Context& context);
[[nodiscard]] bool properties_are_known(const std::vector<std::string>& names,
                                        const LoadedSpec& loaded,
                                        const Context& context);

/// Whether the spec has an instance; else says so, and that something, `to explore`, needs one.
[[nodiscard]] bool
has_an_instance(const LoadedSpec& loaded, const char* purpose, const Context& context);

} // namespace muster::cli
