#include "runtime/kafka/group/group_service.hpp"

#include "runtime/base/event_log.hpp"
#include "runtime/kafka/group/group_machines.hpp"
#include "runtime/kafka/group/translate.hpp"
#include "runtime/kafka/group/translate_offsets.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace muster::runtime::kafka {

GroupService::GroupService(const Environment& environment, GroupLimits limits)
    : answers_(environment.answers)
    , topics_(environment.topics)
    , limits_(limits)
    , host_of_(environment.host_of)
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
    if (const auto error = check_join(request, limits_); error != ErrorCode::none) {
        answers_.answer(call, refused_join(request, call.version, error));
        return;
    }
    machines_->name_newcomers(request.group_instance_id.value_or(call.client_id));
    machines_->ask<machine::JoinGroupReply>(
        request.group_id,
        call,
        to_machine(request, call.version),
        [this, call, request](const machine::JoinGroupReply* reply) {
            if (reply != nullptr && reply->member) {
                note_client(call, request.group_id, *reply->member);
            }
            answers_.answer(
                call,
                reply != nullptr
                    ? to_response(request, call.version, *reply)
                    : refused_join(request, call.version, ErrorCode::coordinator_not_available));
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
    message.instance = request.group_instance_id;
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
            log_event(spdlog::level::info,
                      "member_left",
                      {{"group", request.group_id},
                       {"member", member.member_id},
                       {"reason", *member.reason}});
        }
    }
    leaving->unanswered = members.size();
    if (members.empty()) {
        answers_.answer(call, leaving->response);
        return;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        machine::LeaveGroup message;
        message.member = member_of(members[i].member_id);
        message.instance = members[i].group_instance_id;
        machines_->ask<machine::LeaveGroupReply>(
            request.group_id, call, message, [=, this](const machine::LeaveGroupReply* reply) {
                auto& response = leaving->response;
                const auto error = reply != nullptr ? error_code(reply->error)
                                                    : ErrorCode::coordinator_not_available;
                response.members[i].error = error;
                // That there is no coordinator is said of the group, as in Kafka.
                if (!is_batch || error == ErrorCode::coordinator_not_available) {
                    response.error = error;
                }
                if (--leaving->unanswered > 0) {
                    return;
                }
                if (response.error != ErrorCode::none) {
                    response.members.clear();
                }
                answers_.answer(call, response);
            });
    }
}

void GroupService::commit(const Call& call, const OffsetCommitRequest& request) {
    auto checked = check_commit(request, topics_, limits_);
    if (request.group_id.size() > limits_.max_name_bytes) {
        settle(checked.response, ErrorCode::invalid_group_id);
        checked.concerns_group = false;
    }
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
    fetching->unanswered = wanted.size() + 1; // One is this function itself.
    const auto settle_one = [this, call, fetching] {
        if (--fetching->unanswered == 0) {
            answers_.answer(call, to_response(std::move(fetching->groups), call.version));
        }
    };
    std::set<std::string> named;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& group = wanted[i];
        if (!named.insert(group.group_id).second) {
            fetching->groups[i] = refused_fetch(group, ErrorCode::invalid_request);
            settle_one();
            continue;
        }
        machines_->ask<machine::OffsetFetchReply>(
            group.group_id,
            call,
            to_machine(group),
            [i, group, fetching, settle_one](const machine::OffsetFetchReply* reply) {
                fetching->groups[i] =
                    reply != nullptr ? fetched(group, *reply)
                                     : refused_fetch(group, ErrorCode::coordinator_not_available);
                settle_one();
            });
    }
    settle_one();
}

void GroupService::note_client(const Call& call,
                               const std::string& group,
                               const std::string& member) {
    const auto* machine = machines_->host().find(group);
    if (machine != nullptr && machine->members().contains(member)) {
        machines_->clients().note(
            group, member, {.client_id = call.client_id, .host = host_of_(call.connection)});
    }
}

} // namespace muster::runtime::kafka
