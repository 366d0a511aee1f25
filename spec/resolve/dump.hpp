#pragma once

#include "spec/resolve/resolve.hpp"

#include <string>

namespace muster::spec {

/// What name resolution found, as text: every declaration with its id and its types, one a line.
/// The same spec gives the same bytes.
std::string dump(const ResolvedSpec& spec);

} // namespace muster::spec
