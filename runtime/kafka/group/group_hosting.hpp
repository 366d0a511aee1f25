#pragma once

#include "runtime/base/assert.hpp"
#include "runtime/base/clock.hpp"
#include "runtime/base/unique_id.hpp"
#include "runtime/kafka/group/group_machine.hpp"
#include "runtime/kafka/group/subscription.hpp"
#include "runtime/kafka/group/translate_descriptions.hpp"
#include "runtime/kafka/group_watch.hpp"
#include "runtime/kafka/topic_catalog.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace muster::runtime::kafka {

/// What the coordinator needs from outside: ids for newcomers, of Kafka's form.
struct GroupHooks {
    /// How the ids of newcomers begin: with what they are called already.
    std::string name;

    /// The generated machine calls it by the name of the sort.
    // NOLINTNEXTLINE(readability-identifier-naming)
    [[nodiscard]] std::string fresh_MemberId() {
        constexpr std::size_t kMaxName = 200;
        return name.substr(0, kMaxName) + "-" + unique_id();
    }

    /// The topic of a partition that the front end has named.
    [[nodiscard]] static std::string topic(const std::string& partition) {
        const auto place = parse_partition_name(partition);
        return place ? place->topic : partition;
    }

    [[nodiscard]] static bool is_readable(const std::string& metadata) {
        return subscribed_topics(metadata).has_value();
    }

    [[nodiscard]] static std::set<std::string> topics(const std::string& metadata) {
        return subscribed_topics(metadata).value_or(std::set<std::string>());
    }
};

/// Requests that a machine has and has not answered. A reply finds its request here by number.
class WaitingRequests {
public:
    using Number = machine::Types::Request;

    WaitingRequests(std::function<void(MonotonicMs)> wake, GroupWatch& watch)
        : wake_(std::move(wake))
        , watch_(watch) {}

    /// `then` gets the reply, or null if there will be none.
    template <class Reply, class Then>
    [[nodiscard]] Number expect(Then then) {
        const auto number = ++last_;
        waiting_.emplace(number, [then](const AnyReply* reply) mutable {
            then(reply == nullptr ? nullptr : std::get_if<Reply>(reply));
        });
        return number;
    }

    template <class Reply>
    void reply(const Reply& message, const Number& number) {
        const AnyReply reply(message);
        complete(number, &reply);
    }

    void failed(const Number& number) { complete(number, nullptr); }

    /// A group may be another than before.
    template <class Machine>
    void changed(const std::string& group, const Machine& machine) {
        clients_.keep(group, machine.members());
        watch_.changed(group,
                       {.phase = name_of(machine.phase()),
                        .generation = machine.generation(),
                        .members = machine.members().size()});
    }

    /// Nothing is left of the group.
    void dropped(const std::string& group) {
        clients_.forget(group);
        watch_.dropped(group);
    }

    [[nodiscard]] MemberClients& clients() { return clients_; }

    void wake_at(MonotonicMs at_ms) { wake_(at_ms); }

private:
    using AnyReply = std::variant<machine::JoinGroupReply,
                                  machine::SyncGroupReply,
                                  machine::HeartbeatReply,
                                  machine::LeaveGroupReply,
                                  machine::OffsetCommitReply,
                                  machine::OffsetFetchReply,
                                  machine::OffsetDeleteReply,
                                  machine::DeleteGroupReply,
                                  ListGroupsResponse::Group,
                                  DescribeGroupsResponse::Group>;

    void complete(const Number& number, const AnyReply* reply) {
        auto waiting = waiting_.extract(number);
        MUSTER_RUNTIME_ASSERT(!waiting.empty()); // Nothing is answered twice.
        waiting.mapped()(reply);
    }

    std::function<void(MonotonicMs)> wake_;
    GroupWatch& watch_;
    std::map<Number, std::function<void(const AnyReply*)>> waiting_;
    Number last_ = 0;
    MemberClients clients_;
};

/// The parts of a MachineHost for groups.
struct GroupTraits {
    using Hooks = GroupHooks;
    using Machine = machine::protocol::coordinator<machine::Types, Hooks>;
    using Constants = machine::protocol::coordinator_constants<machine::Types>;
    using Field = machine::protocol::coordinator_field;
    using Timer = std::variant<machine::protocol::coordinator_timers::session<machine::Types>,
                               machine::protocol::coordinator_timers::rebalance,
                               machine::protocol::coordinator_timers::sync>;
    using Client = machine::Types::Client;
    using Request = machine::Types::Request;
    using Sink = WaitingRequests;
};

} // namespace muster::runtime::kafka
