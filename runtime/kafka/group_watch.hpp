#pragma once

#include "runtime/metrics/family.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace muster::runtime::kafka {

/// What an operator sees of a group.
struct GroupView {
    std::string_view phase; // a constant of the machine
    std::int64_t generation = 0;
    std::size_t members = 0;

    friend bool operator==(const GroupView&, const GroupView&) = default;
};

/// Follows all groups, for the log and for whoever counts. A group that is not known has no members
/// and generation 0.
class GroupWatch {
public:
    /// The group is like this now; it may be as before.
    void changed(const std::string& group, const GroupView& now);

    /// Nothing is left of the group.
    void dropped(const std::string& group);

    /// Appends groups by state, members, and rounds in Prometheus's text format.
    void append_to(std::string& text) const;

private:
    using Family = metrics::Family;

    /// Why a round begins, as far as it can be seen from outside the machine.
    [[nodiscard]] static const char* cause_of(const GroupView& before, const GroupView& now);

    std::map<std::string, GroupView> groups_;

    Family states_{
        {"muster_groups", "Groups that are held, by state", Family::Kind::gauge, {"state"}}};
    Family members_{{"muster_group_members", "Members of all groups", Family::Kind::gauge}};
    Family begun_{{"muster_group_rebalances_total",
                   "Rounds that began, by what changed: members came, went, or joined again",
                   Family::Kind::counter,
                   {"cause"}}};
    Family completed_{{"muster_group_generations_total", "Rounds that led to a generation"}};
};

} // namespace muster::runtime::kafka
