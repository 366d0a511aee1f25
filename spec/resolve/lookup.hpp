#pragma once

#include "spec/resolve/resolve.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace muster::spec {

/// The role or message of this name. If there is none, reports it, with `why` at the place, and
/// returns nothing.
std::optional<RoleId> find_role(const ResolvedSpec& spec,
                                const ast::Name& name,
                                std::string_view why,
                                Diagnostics& diagnostics);
std::optional<MessageId> find_message(const ResolvedSpec& spec,
                                      const ast::Name& name,
                                      std::string_view why,
                                      Diagnostics& diagnostics);

} // namespace muster::spec
