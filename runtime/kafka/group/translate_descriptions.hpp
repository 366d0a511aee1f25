#pragma once

#include "runtime/generated/kafka/describe_groups.hpp"
#include "runtime/generated/kafka/list_groups.hpp"
#include "runtime/kafka/group/group_machine.hpp"
#include "runtime/kafka/group/member_clients.hpp"

#include <cstdint>
#include <string>

namespace muster::runtime::kafka {

// What an operator is told of groups. It is read from the state of their machines.

/// Whether a list that was asked for has the group in it. Names of states and types are compared
/// without regard to capitals; an empty list of them lets all pass.
[[nodiscard]] bool is_wanted(const ListGroupsRequest& request,
                             const ListGroupsResponse::Group& group);

/// A group that nobody knows. Up to the versions here that is a state and no error.
[[nodiscard]] DescribeGroupsResponse::Group unknown_group(const std::string& group_id);

/// The answer for a group that could not be asked.
[[nodiscard]] DescribeGroupsResponse::Group undescribed_group(const std::string& group_id,
                                                              ErrorCode error);

/// What anybody may do with a group here, as Kafka's set of bits: read, delete and describe it.
inline constexpr std::int32_t kGroupOperations = (1 << 3) | (1 << 6) | (1 << 8);

/// A group in a list.
template <class Machine>
[[nodiscard]] ListGroupsResponse::Group outline_group(const std::string& group_id,
                                                      const Machine& machine) {
    ListGroupsResponse::Group group;
    group.group_id = group_id;
    group.protocol_type = machine.protocol_type().value_or("");
    group.state = name_of(machine.phase());
    group.type = "classic";
    return group;
}

/// Everything about a group. Subscriptions and the strategy are told of a stable one only: as long
/// as members are joining they are about to change.
template <class Machine>
[[nodiscard]] DescribeGroupsResponse::Group
describe_group(const std::string& group_id, const Machine& machine, const MemberClients& clients) {
    const bool is_stable = machine.phase() == machine::protocol::Phase::Stable;
    DescribeGroupsResponse::Group group;
    group.group_id = group_id;
    group.state = name_of(machine.phase());
    group.protocol_type = machine.protocol_type().value_or("");
    const auto strategy = is_stable ? machine.strategy() : std::nullopt;
    group.protocol_data = strategy.value_or("");
    for (const auto& [id, member] : machine.members()) {
        auto& described = group.members.emplace_back();
        described.member_id = id;
        described.group_instance_id = member.instance;
        auto client = clients.find(group_id, id);
        described.client_id = std::move(client.client_id);
        described.client_host = std::move(client.host);
        if (strategy && member.metadata.contains(*strategy)) {
            described.metadata = member.metadata.find(*strategy)->second;
        }
        if (machine.shares().contains(id)) {
            described.assignment = machine.shares().find(id)->second;
        }
    }
    return group;
}

} // namespace muster::runtime::kafka
