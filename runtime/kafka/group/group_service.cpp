#include "runtime/kafka/group/group_service.hpp"

#include "runtime/base/assert.hpp"
#include "runtime/host/machine_host.hpp"
#include "runtime/kafka/group/group_hosting.hpp"
#include "runtime/kafka/group/translate.hpp"
#include "runtime/kafka/group/translate_offsets.hpp"

#include <utility>

namespace muster::runtime::kafka {

/// The machines of all groups and the requests that wait for them.
class GroupService::Machines {
public:
    Machines(const Environment& environment, const GroupLimits& limits)
        : waiting_(environment.wake_at)
        , host_({environment.clock, environment.store, hooks_, waiting_},
                {.initial_rebalance_delay = limits.initial_rebalance_delay_ms,
                 .new_member_timeout = limits.new_member_timeout_ms},
                {.max_machines = limits.max_groups}) {}

    [[nodiscard]] MachineHost<GroupTraits>& host() { return host_; }

    /// Hands a message to a group. `then` gets the reply, or null if the group could not be asked.
    template <class Reply, class Message, class Then>
    void ask(const std::string& group, const Call& call, const Message& message, Then then) {
        hooks_.client_id = call.client_id;
        host_.deliver(group,
                      message,
                      std::to_string(call.connection),
                      waiting_.expect<Reply>(std::move(then)));
    }

private:
    GroupHooks hooks_;
    WaitingRequests waiting_;
    MachineHost<GroupTraits> host_;
};

GroupService::GroupService(const Environment& environment, GroupLimits limits)
    : answers_(environment.answers)
    , topics_(environment.topics)
    , limits_(limits)
    , machines_(std::make_unique<Machines>(environment, limits)) {}

GroupService::~GroupService() = default;

Result<void> GroupService::recover() {
    return machines_->host().recover();
}

void GroupService::fire_timers() {
    machines_->host().fire_due();
}

void GroupService::unload(std::function<void()> then) {
    machines_->host().act_on_all(
        [](auto& machine, auto& effects) { return machine.unload(effects); });
    machines_->host().when_flushed(std::move(then));
}

std::size_t GroupService::group_count() const {
    return machines_->host().size();
}

void GroupService::join(const Call& call, const JoinGroupRequest& request) {
    auto error = check_join(request, limits_);
    const auto* group = machines_->host().find(request.group_id);
    const bool is_new = request.member_id.empty();
    if (error == ErrorCode::none && is_new && group != nullptr &&
        group->members().size() + group->pending().size() >= limits_.max_members) {
        error = ErrorCode::group_max_size_reached;
    }
    if (error != ErrorCode::none) {
        answers_.answer(call, refused_join(request, error));
        return;
    }
    machines_->ask<machine::JoinGroupReply>(
        request.group_id,
        call,
        to_machine(request, call.version),
        [this, call, request](const machine::JoinGroupReply* reply) {
            answers_.answer(call,
                            reply != nullptr
                                ? to_response(*reply)
                                : refused_join(request, ErrorCode::coordinator_not_available));
        });
}

void GroupService::sync(const Call& call, const SyncGroupRequest& request) {
    const auto refuse = [this, call](ErrorCode error) {
        SyncGroupResponse response;
        response.error = error;
        answers_.answer(call, response);
    };
    if (request.group_id.empty()) {
        refuse(ErrorCode::invalid_group_id);
        return;
    }
    machines_->ask<machine::SyncGroupReply>(request.group_id,
                                            call,
                                            to_machine(request),
                                            [=, this](const machine::SyncGroupReply* reply) {
                                                if (reply == nullptr) {
                                                    refuse(ErrorCode::coordinator_not_available);
                                                } else {
                                                    answers_.answer(call, to_response(*reply));
                                                }
                                            });
}

void GroupService::heartbeat(const Call& call, const HeartbeatRequest& request) {
    const auto respond = [this, call](ErrorCode error) {
        HeartbeatResponse response;
        response.error = error;
        answers_.answer(call, response);
    };
    if (request.group_id.empty()) {
        respond(ErrorCode::invalid_group_id);
        return;
    }
    machine::Heartbeat message;
    message.member = request.member_id;
    message.generation = request.generation_id;
    machines_->ask<machine::HeartbeatReply>(
        request.group_id, call, message, [respond](const machine::HeartbeatReply* reply) {
            respond(reply != nullptr ? error_code(reply->error)
                                     : ErrorCode::coordinator_not_available);
        });
}

void GroupService::leave(const Call& call, const LeaveGroupRequest& request) {
    constexpr int kFirstBatchVersion = 3;

    struct Leaving {
        LeaveGroupResponse response;
        std::size_t unanswered = 0;
    };

    const auto leaving = std::make_shared<Leaving>();
    if (request.group_id.empty()) {
        leaving->response.error = ErrorCode::invalid_group_id;
        answers_.answer(call, leaving->response);
        return;
    }
    const bool is_batch = call.version >= kFirstBatchVersion;
    const auto members =
        is_batch ? request.members
                 : std::vector<LeaveGroupRequest::Member>{{.member_id = request.member_id}};
    for (const auto& member : members) {
        leaving->response.members.push_back(
            {member.member_id, member.group_instance_id, ErrorCode::none});
        if (member.reason) {
            spdlog::info("group {}: {} leaves: {}",
                         printable(request.group_id),
                         printable(member.member_id),
                         printable(*member.reason));
        }
    }
    leaving->unanswered = members.size();
    if (members.empty()) {
        answers_.answer(call, leaving->response);
        return;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        machine::LeaveGroup message;
        message.member = members[i].member_id;
        machines_->ask<machine::LeaveGroupReply>(
            request.group_id, call, message, [=, this](const machine::LeaveGroupReply* reply) {
                auto& response = leaving->response;
                response.members[i].error = reply != nullptr ? error_code(reply->error)
                                                             : ErrorCode::coordinator_not_available;
                if (!is_batch) {
                    response.error = response.members[i].error;
                }
                if (--leaving->unanswered == 0) {
                    answers_.answer(call, response);
                }
            });
    }
}

void GroupService::commit(const Call& call, const OffsetCommitRequest& request) {
    const auto checked = check_commit(request, topics_, limits_);
    if (!checked.concerns_group) {
        answers_.answer(call, checked.response);
        return;
    }
    machines_->ask<machine::OffsetCommitReply>(
        request.group_id,
        call,
        checked.message,
        [this, call, response = checked.response](const machine::OffsetCommitReply* reply) mutable {
            settle(response,
                   reply != nullptr ? error_code(reply->error)
                                    : ErrorCode::coordinator_not_available);
            answers_.answer(call, response);
        });
}

void GroupService::fetch(const Call& call, OffsetFetchRequest request) {
    struct Fetching {
        std::vector<OffsetFetchResponse::Group> groups;
        std::size_t unanswered = 0;
    };

    const auto wanted = wanted_groups(std::move(request), call.version);
    const auto fetching = std::make_shared<Fetching>();
    fetching->groups.resize(wanted.size());
    fetching->unanswered = wanted.size();
    if (wanted.empty()) {
        answers_.answer(call, to_response(std::move(fetching->groups), call.version));
        return;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& group = wanted[i];
        machines_->ask<machine::OffsetFetchReply>(
            group.group_id,
            call,
            to_machine(group),
            [this, call, i, group, fetching](const machine::OffsetFetchReply* reply) {
                fetching->groups[i] =
                    reply != nullptr ? fetched(group, *reply)
                                     : refused_fetch(group, ErrorCode::coordinator_not_available);
                if (--fetching->unanswered == 0) {
                    answers_.answer(call, to_response(std::move(fetching->groups), call.version));
                }
            });
    }
}

} // namespace muster::runtime::kafka
