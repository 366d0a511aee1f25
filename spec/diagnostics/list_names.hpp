#pragma once

#include <string>
#include <vector>

namespace muster::spec {

/// Names in backquotes for the text of a diagnostic, "`a`, `b`, `c`, `d` and 3 more": a list has to
/// stay readable however long it is.
std::string list_names(const std::vector<std::string>& names);

} // namespace muster::spec
