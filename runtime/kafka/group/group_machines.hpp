#pragma once

#include "runtime/host/machine_host.hpp"
#include "runtime/kafka/group/group_hosting.hpp"
#include "runtime/kafka/group/group_service.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace muster::runtime::kafka {

/// The machines of all groups and the requests that wait for them.
class GroupService::Machines {
public:
    Machines(const Environment& environment, const GroupLimits& limits)
        : waiting_(environment.wake_at, environment.watch)
        , host_({environment.clock, environment.store, hooks_, waiting_},
                {.initial_rebalance_delay = limits.initial_rebalance_delay_ms,
                 .new_member_timeout = limits.new_member_timeout_ms,
                 .max_members = static_cast<std::int64_t>(limits.max_members),
                 .consumer_type = std::string(kConsumerType)},
                {.max_machines = limits.max_groups}) {}

    [[nodiscard]] MachineHost<GroupTraits>& host() { return host_; }

    [[nodiscard]] MemberClients& clients() { return waiting_.clients(); }

    /// Newcomers get ids that begin like this.
    void name_newcomers(std::string name) { hooks_.name = std::move(name); }

    /// Hands a message to a group. `then` gets the reply, or null if the group could not be asked.
    template <class Reply, class Message, class Then>
    void ask(const std::string& group, const Call& call, const Message& message, Then then) {
        host_.deliver(group,
                      message,
                      std::to_string(call.connection),
                      waiting_.expect<Reply>(std::move(then)));
    }

    /// Hands what `look(machine)` returns to `then`, or null if the group could not be asked.
    /// Returns whether there is such a group; `then` is not called if not.
    template <class Description, class Look, class Then>
    bool look_at(const std::string& group, Look look, Then then) {
        if (!host_.is_known(group)) {
            return false;
        }
        host_.look_at(group, waiting_.expect<Description>(std::move(then)), std::move(look));
        return true;
    }

private:
    GroupHooks hooks_;
    WaitingRequests waiting_;
    MachineHost<GroupTraits> host_;
};

} // namespace muster::runtime::kafka
