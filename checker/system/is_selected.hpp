#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace muster::checker {

/// Whether somebody asks for what has this name: no names stand for everything.
[[nodiscard]] inline bool is_selected(const std::vector<std::string>& names,
                                      const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace muster::checker
