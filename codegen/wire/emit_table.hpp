#pragma once

#include "codegen/wire/description.hpp"

#include <string>
#include <vector>

namespace muster::codegen::wire {

/// The header that lists the APIs, by key, with the versions that their messages have.
[[nodiscard]] std::string emit_api_table(std::vector<Description> descriptions);

/// The header that includes all messages and finds those of an API.
[[nodiscard]] std::string emit_all_messages(std::vector<Description> descriptions);

} // namespace muster::codegen::wire
