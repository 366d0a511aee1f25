#pragma once

#include <string>
#include <string_view>

/// Names that other languages have and this one has not. Each says what to write instead, or gives
/// an empty text for any other name. A spec may declare such a name; then nobody asks here.
namespace muster::spec {

[[nodiscard]] std::string help_for_foreign_value(std::string_view name);

[[nodiscard]] std::string help_for_foreign_type(std::string_view name);

} // namespace muster::spec
