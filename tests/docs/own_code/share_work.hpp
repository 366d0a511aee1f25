#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>

/// Who does this part of the work: the members take turns, in the order of their names.
inline std::optional<std::string> share_work(const std::set<std::string>& members,
                                             std::int64_t part) {
    const auto turn = part % static_cast<std::int64_t>(members.size() + 1);
    if (turn < 0 || turn >= static_cast<std::int64_t>(members.size())) {
        return std::nullopt;
    }
    return *std::next(members.begin(), turn);
}
