#pragma once

#include "runtime/base/clock.hpp"
#include "runtime/base/error.hpp"
#include "runtime/generated/kafka/delete_groups.hpp"
#include "runtime/generated/kafka/describe_groups.hpp"
#include "runtime/generated/kafka/heartbeat.hpp"
#include "runtime/generated/kafka/join_group.hpp"
#include "runtime/generated/kafka/leave_group.hpp"
#include "runtime/generated/kafka/list_groups.hpp"
#include "runtime/generated/kafka/offset_commit.hpp"
#include "runtime/generated/kafka/offset_delete.hpp"
#include "runtime/generated/kafka/offset_fetch.hpp"
#include "runtime/generated/kafka/sync_group.hpp"
#include "runtime/kafka/call.hpp"
#include "runtime/kafka/group/group_limits.hpp"
#include "runtime/kafka/group_watch.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/store/store.hpp"

#include <functional>
#include <memory>
#include <string>

namespace muster::runtime::kafka {

/// The group APIs. It checks what has to do with the request alone, hands everything else to the
/// generated machine of the group, and encodes what that answers once it may be told. It knows no
/// rule of groups.
class GroupService {
public:
    struct Environment {
        const Clock& clock;
        Store& store;
        Answers& answers;
        const TopicCatalog& topics;
        /// Asks for fire_timers() to be called at that time.
        std::function<void(MonotonicMs)> wake_at;
        /// The address of the client at the other end, or an empty text if it is gone.
        std::function<std::string(net::ConnectionId)> host_of;
        /// Hears of every change of a group.
        GroupWatch& watch;
    };

    GroupService(const Environment& environment, GroupLimits limits);
    GroupService(const GroupService&) = delete;
    GroupService& operator=(const GroupService&) = delete;
    ~GroupService();

    /// Loads every group that the store has. To be called once, before the first request.
    [[nodiscard]] Result<void> recover();

    void join(const Call& call, const JoinGroupRequest& request);
    void sync(const Call& call, const SyncGroupRequest& request);
    void heartbeat(const Call& call, const HeartbeatRequest& request);
    void leave(const Call& call, const LeaveGroupRequest& request);
    void commit(const Call& call, const OffsetCommitRequest& request);
    /// Several groups are asked one after the other, and answered together. Here and where groups
    /// are described a group that is named again is refused: answers would grow without measure.
    void fetch(const Call& call, OffsetFetchRequest request);
    void list(const Call& call, const ListGroupsRequest& request);
    void describe(const Call& call, const DescribeGroupsRequest& request);
    /// A group is gone, from the disk too, when the answer says so.
    void delete_groups(const Call& call, const DeleteGroupsRequest& request);
    void delete_offsets(const Call& call, const OffsetDeleteRequest& request);

    void fire_timers();

    /// Hands every group over: parked requests are answered and the groups rest until they are
    /// loaded again. Calls `then` once that is on disk.
    void unload(std::function<void()> then);

    /// How many groups are held.
    [[nodiscard]] std::size_t group_count() const;

private:
    class Machines;

    /// Remembers who joined, if it is a member.
    void note_client(const Call& call, const std::string& group, const std::string& member);

    Answers& answers_;
    const TopicCatalog& topics_;
    GroupLimits limits_;
    std::function<std::string(net::ConnectionId)> host_of_;
    std::unique_ptr<Machines> machines_;
};

} // namespace muster::runtime::kafka
