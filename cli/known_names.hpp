#pragma once

#include "cli/context.hpp"
#include "cli/load_spec.hpp"

#include <string>
#include <vector>

namespace muster::cli {

/// Whether everything that was asked for by name is there. If not, says which one is not, and which
/// name was probably meant. `what` says what is named, "property".
[[nodiscard]] bool are_known(const std::vector<std::string>& names,
                             const std::vector<std::string>& known,
                             const char* what,
                             const LoadedSpec& loaded,
                             const Context& context);

} // namespace muster::cli
