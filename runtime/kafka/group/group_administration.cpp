#include "runtime/kafka/group/group_machines.hpp"
#include "runtime/kafka/group/translate_deletions.hpp"
#include "runtime/kafka/group/translate_descriptions.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace muster::runtime::kafka {

// What operators ask of groups: which there are, what is in them, and that something be deleted.

void GroupService::list(const Call& call, const ListGroupsRequest& request) {
    struct Listing {
        ListGroupsRequest request;
        ListGroupsResponse response;
        std::size_t unanswered = 0;
    };

    const auto names = machines_->host().names();
    const auto listing = std::make_shared<Listing>();
    listing->request = request;
    listing->unanswered = names.size();
    if (names.empty()) {
        answers_.answer(call, listing->response);
        return;
    }
    for (const auto& name : names) {
        machines_->look_at<ListGroupsResponse::Group>(
            name,
            [name](const auto& machine) { return outline_group(name, machine); },
            [this, call, listing](const ListGroupsResponse::Group* group) {
                if (group == nullptr) {
                    listing->response.error = ErrorCode::coordinator_not_available;
                } else if (is_wanted(listing->request, *group)) {
                    listing->response.groups.push_back(*group);
                }
                if (--listing->unanswered == 0) {
                    auto& groups = listing->response.groups;
                    std::sort(
                        groups.begin(), groups.end(), [](const auto& left, const auto& right) {
                            return left.group_id < right.group_id;
                        });
                    answers_.answer(call, listing->response);
                }
            });
    }
}

void GroupService::describe(const Call& call, const DescribeGroupsRequest& request) {
    struct Describing {
        DescribeGroupsResponse response;
        std::size_t unanswered = 0;
    };

    const auto describing = std::make_shared<Describing>();
    auto& groups = describing->response.groups;
    groups.resize(request.groups.size());
    describing->unanswered = request.groups.size() + 1; // One is this function itself.
    const bool wants_operations = request.include_authorized_operations;
    const auto settle_one = [this, call, wants_operations, describing] {
        if (--describing->unanswered > 0) {
            return;
        }
        for (auto& group : describing->response.groups) {
            if (wants_operations && group.error == ErrorCode::none) {
                group.authorized_operations = kGroupOperations;
            }
        }
        answers_.answer(call, describing->response);
    };
    std::set<std::string> named;
    for (std::size_t i = 0; i < request.groups.size(); ++i) {
        const auto& name = request.groups[i];
        if (!named.insert(name).second) {
            groups[i] = undescribed_group(name, ErrorCode::invalid_request);
            settle_one();
            continue;
        }
        const bool is_known = machines_->look_at<DescribeGroupsResponse::Group>(
            name,
            [this, name](const auto& machine) {
                return describe_group(name, machine, machines_->clients());
            },
            [=](const DescribeGroupsResponse::Group* group) {
                describing->response.groups[i] =
                    group != nullptr
                        ? *group
                        : undescribed_group(name, ErrorCode::coordinator_not_available);
                settle_one();
            });
        if (!is_known) {
            groups[i] = unknown_group(name);
            settle_one();
        }
    }
    settle_one();
}

void GroupService::delete_groups(const Call& call, const DeleteGroupsRequest& request) {
    struct Deleting {
        DeleteGroupsResponse response;
        std::size_t unanswered = 0;
    };

    const auto deleting = std::make_shared<Deleting>();
    deleting->unanswered = request.groups.size() + 1; // One is this function itself.
    for (const auto& name : request.groups) {
        deleting->response.results.push_back({name, ErrorCode::group_id_not_found});
    }
    const auto settle_one = [this, call, deleting] {
        if (--deleting->unanswered == 0) {
            answers_.answer(call, deleting->response);
        }
    };
    for (std::size_t i = 0; i < request.groups.size(); ++i) {
        const auto& name = request.groups[i];
        if (!machines_->host().is_known(name)) {
            settle_one();
            continue;
        }
        machines_->ask<machine::DeleteGroupReply>(
            name, call, machine::DeleteGroup{}, [=](const machine::DeleteGroupReply* reply) {
                deleting->response.results[i].error = reply != nullptr
                                                          ? error_code(reply->error)
                                                          : ErrorCode::coordinator_not_available;
                settle_one();
            });
    }
    settle_one();
}

void GroupService::delete_offsets(const Call& call, const OffsetDeleteRequest& request) {
    const auto refuse = [this, call](ErrorCode error) {
        OffsetDeleteResponse response;
        response.error = error;
        answers_.answer(call, response);
    };
    if (request.group_id.empty()) {
        refuse(ErrorCode::invalid_group_id);
        return;
    }
    const auto checked = check_deletion(request, topics_);
    if (!checked.concerns_group) {
        answers_.answer(call, checked.response);
        return;
    }
    if (!machines_->host().is_known(request.group_id)) {
        refuse(ErrorCode::group_id_not_found);
        return;
    }
    machines_->ask<machine::OffsetDeleteReply>(
        request.group_id,
        call,
        checked.message,
        [this, call, refuse, response = checked.response](
            const machine::OffsetDeleteReply* reply) mutable {
            if (reply == nullptr) {
                refuse(ErrorCode::coordinator_not_available);
            } else if (reply->error != machine::protocol::Error::None) {
                refuse(error_code(reply->error));
            } else {
                settle(response, *reply);
                answers_.answer(call, response);
            }
        });
}

} // namespace muster::runtime::kafka
