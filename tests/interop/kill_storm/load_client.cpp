#include "tests/interop/kill_storm/load_client.hpp"

#include "tests/unit/runtime/record_batches.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

namespace muster::interop {

using namespace runtime::kafka;

void LoadClient::work(const runtime::net::Address& address, Life& life) {
    Member member(address);
    member.id = id_;
    member.generation = generation_;
    member.session_timeout_ms = 700;
    member.rebalance_timeout_ms = 700;
    auto next = generation_ < 0 ? Next::join : heartbeat(member, life);
    while (next != Next::end) {
        if (next == Next::join) {
            generation_ = -1;
            life.stands(number_, -1);
            next = join(member, life);
        } else {
            next = act(member, life);
        }
        id_ = member.id;
    }
    if (!life.is_over()) {
        ledger_.fault(fmt::format("client {} is not answered by a server that lives", number_));
    }
}

LoadClient::Next LoadClient::after(ErrorCode error, Member& member, const char* request) {
    switch (error) {
    case ErrorCode::none:
        return Next::act;
    case ErrorCode::unknown_member_id:
        member.id.clear();
        return Next::join;
    case ErrorCode::rebalance_in_progress:
    case ErrorCode::illegal_generation:
        return Next::join;
    default:
        ledger_.fault(fmt::format(
            "client {}: {} is answered with error {}", number_, request, static_cast<int>(error)));
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return Next::join;
    }
}

LoadClient::Next LoadClient::join(Member& member, Life& life) {
    const auto floor = ledger_.highest_generation();
    const auto joined = member.join();
    if (!joined) {
        return Next::end;
    }
    if (joined->error != ErrorCode::none) {
        return after(joined->error, member, "a join");
    }
    std::vector<std::string> members;
    for (const auto& other : joined->members) {
        members.push_back(other.member_id);
    }
    if (members.empty() == (joined->leader == joined->member_id)) {
        ledger_.fault(fmt::format("client {} is told {} members, and {} leads",
                                  number_,
                                  members.size(),
                                  joined->leader == joined->member_id ? "it" : "another"));
    }
    ledger_.joined(floor,
                   {.generation = joined->generation_id,
                    .member = joined->member_id,
                    .leader = joined->leader,
                    .members = {members.begin(), members.end()}});
    life.acknowledged();
    return sync(member, members, life);
}

LoadClient::Next
LoadClient::sync(Member& member, const std::vector<std::string>& members, Life& life) {
    std::vector<SyncGroupRequest::Assignment> shares;
    shares.reserve(members.size());
    for (const auto& other : members) { // There are none unless this member leads.
        shares.push_back({other, Ledger::share(member.generation, member.id, other)});
    }
    const auto synced = member.sync(std::move(shares));
    if (!synced) {
        return Next::end;
    }
    if (synced->error != ErrorCode::none) {
        return after(synced->error, member, "a sync");
    }
    ledger_.synced(member.generation, member.id, synced->assignment);
    generation_ = member.generation;
    life.stands(number_, generation_);
    life.acknowledged();
    return Next::act;
}

LoadClient::Next LoadClient::act(Member& member, Life& life) {
    std::this_thread::sleep_for(std::chrono::microseconds(random_() % 2000));
    switch (random_() % 32) {
    case 0:
        return life.is_restless ? leave(member) : heartbeat(member, life);
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
        return heartbeat(member, life);
    case 6:
    case 7:
    case 8:
    case 9:
        return fetch(member);
    default:
        return random_() % 2 == 0 ? commit(member, life) : produce(member, life);
    }
}

LoadClient::Next LoadClient::heartbeat(Member& member, Life& life) {
    const auto answer = member.client.call<HeartbeatResponse>(
        ApiKey::heartbeat,
        3,
        HeartbeatRequest{member.group, member.generation, member.id, std::nullopt});
    if (!answer) {
        return Next::end;
    }
    if (answer->error == ErrorCode::none) {
        life.stands(number_, member.generation);
    }
    return after(answer->error, member, "a heartbeat");
}

LoadClient::Next LoadClient::commit(Member& member, Life& life) {
    last_offset_ += 1 + static_cast<std::int64_t>(random_() % 3);
    OffsetCommitRequest request;
    request.group_id = member.group;
    request.generation_id = member.generation;
    request.member_id = member.id;
    request.topics = {{"orders",
                       {{.index = static_cast<std::int32_t>(number_),
                         .offset = last_offset_,
                         .metadata = Ledger::note(number_, last_offset_)}}}};
    ledger_.committing(number_, last_offset_);
    const auto answer = member.client.call<OffsetCommitResponse>(ApiKey::offset_commit, 7, request);
    if (!answer) {
        return Next::end;
    }
    const auto error = answer->topics.at(0).partitions.at(0).error;
    if (error == ErrorCode::none) {
        ledger_.committed(number_, last_offset_);
        life.acknowledged();
    } else {
        ledger_.commit_refused(number_, last_offset_);
    }
    return after(error, member, "a commit");
}

LoadClient::Next LoadClient::fetch(Member& member) {
    const OffsetFetchRequest request{
        .group_id = member.group,
        .topics = {{{.name = "orders", .partitions = {static_cast<std::int32_t>(number_)}}}}};
    const auto answer = member.client.call<OffsetFetchResponse>(ApiKey::offset_fetch, 5, request);
    if (!answer) {
        return Next::end;
    }
    const auto& position = answer->topics.at(0).partitions.at(0);
    if (position.error == ErrorCode::none) {
        ledger_.fetched(number_, position.offset, position.metadata);
    }
    return after(position.error, member, "a fetch of offsets");
}

LoadClient::Next LoadClient::produce(Member& member, Life& life) {
    const auto text = fmt::format("record {} of client {}", ++last_text_, number_);
    const auto count = 1 + static_cast<std::int32_t>(random_() % 3);
    ledger_.producing(number_, text);
    const auto answer = member.client.call<ProduceResponse>(
        ApiKey::produce,
        7,
        ProduceRequest{.transactional_id = std::nullopt,
                       .acks = -1,
                       .timeout_ms = 1000,
                       .topics = {{"orders",
                                   {{static_cast<std::int32_t>(number_),
                                     runtime::make_batch(count, text)}}}}});
    if (!answer) {
        return Next::end;
    }
    const auto& stored = answer->topics.at(0).partitions.at(0);
    if (stored.error == ErrorCode::none) {
        ledger_.produced(number_, {.offset = stored.base_offset, .count = count, .text = text});
        life.acknowledged();
    }
    return after(stored.error, member, "a batch");
}

LoadClient::Next LoadClient::leave(Member& member) {
    const auto answer = member.client.call<LeaveGroupResponse>(
        ApiKey::leave_group,
        1,
        LeaveGroupRequest{.group_id = member.group, .member_id = member.id, .members = {}});
    member.id.clear();
    generation_ = -1;
    return answer ? Next::join : Next::end;
}

} // namespace muster::interop
