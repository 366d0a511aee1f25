#include "spec/diagnostics/list_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

std::string list_names(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", names[i]);
    }
    if (names.size() > kShown) {
        text += fmt::format(" and {} more", names.size() - kShown);
    }
    return text;
}

} // namespace muster::spec
