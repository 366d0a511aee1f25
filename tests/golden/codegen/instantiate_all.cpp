// Instantiates whatever is generated, so that a compiler sees every line of it: the classes as a
// whole, and every method that takes an event.

#include "runtime/generated/kafka_group.hpp"
#include "runtime/generated/lease.hpp"
#include "slices/collections.hpp"
#include "slices/defaults.hpp"
#include "slices/durable.hpp"
#include "slices/durable_begun.hpp"
#include "slices/either.hpp"
#include "slices/for_each.hpp"
#include "slices/ghost.hpp"
#include "slices/hooks.hpp"
#include "slices/lists.hpp"
#include "slices/literals.hpp"
#include "slices/lost.hpp"
#include "slices/majority.hpp"
#include "slices/names.hpp"
#include "slices/otherwise.hpp"
#include "slices/overflow.hpp"
#include "slices/pick.hpp"
#include "slices/places.hpp"
#include "slices/return_in_procedure.hpp"
#include "slices/simultaneous_for.hpp"
#include "slices/timers.hpp"

#include <cstdint>
#include <set>
#include <string>

namespace muster::codegen {

namespace group = protocols::kafka_group;
namespace lease = protocols::lease;
using GroupTypes = group::DefaultTypes;
using LeaseTypes = lease::DefaultTypes;
using runtime::DefaultHooks;
using runtime::Outcome;

struct NullOut {
    template <class Message, class... To>
    void send(const Message&, const To&...) {}

    template <class Message, class Request>
    void reply(const Message&, const Request&) {}

    template <class Timer>
    void start_timer(const Timer&, std::int64_t) {}

    template <class Timer>
    void stop_timer(const Timer&) {}

    template <class Field>
    void changed(Field) {}

    template <class Field>
    void changed(Field, const std::string&) {}
};

struct GroupHooks {
    GroupTypes::MemberId fresh_MemberId() { return "fresh"; }

    std::set<GroupTypes::Partition> partitions(const GroupTypes::Assignment&) { return {}; }

    GroupTypes::Topic topic(const GroupTypes::Partition&) { return "topic"; }

    bool is_readable(const GroupTypes::Metadata&) { return true; }

    std::set<GroupTypes::Topic> topics(const GroupTypes::Metadata&) { return {}; }
};

} // namespace muster::codegen

// clang 14 instantiates members whose requires-clause does not hold, so only the classes with
// ghosts are instantiated as a whole.
template class muster::protocols::kafka_group::
    coordinator<muster::codegen::GroupTypes, muster::codegen::GroupHooks, true>;
template class muster::protocols::kafka_group::
    client<muster::codegen::GroupTypes, muster::codegen::GroupHooks, true>;
template class muster::protocols::lease::
    server<muster::codegen::LeaseTypes, muster::codegen::DefaultHooks, true>;
template class muster::protocols::lease::
    client<muster::codegen::LeaseTypes, muster::codegen::DefaultHooks, true>;
template class muster::protocols::lease::
    store<muster::codegen::LeaseTypes, muster::codegen::DefaultHooks, true>;

namespace muster::codegen {

template <bool Ghosts>
std::size_t every_event_of_the_group() {
    GroupHooks hooks;
    NullOut out;
    group::coordinator<GroupTypes, GroupHooks, Ghosts> coordinator({.initial_rebalance_delay = 1,
                                                                    .new_member_timeout = 1,
                                                                    .max_members = 1,
                                                                    .consumer_type = "consumer"},
                                                                   hooks);
    std::set<Outcome> outcomes{
        coordinator.start(out),
        coordinator.handle(group::JoinGroup<GroupTypes>{}, "c", 1, out),
        coordinator.handle(group::SyncGroup<GroupTypes>{}, "c", 1, out),
        coordinator.handle(group::Heartbeat<GroupTypes>{}, "c", 1, out),
        coordinator.handle(group::LeaveGroup<GroupTypes>{}, "c", 1, out),
        coordinator.handle(group::OffsetCommit<GroupTypes>{}, "c", 1, out),
        coordinator.handle(group::OffsetFetch<GroupTypes>{}, "c", 1, out),
        coordinator.handle(group::OffsetDelete<GroupTypes>{}, "c", 1, out),
        coordinator.handle(group::DeleteGroup<GroupTypes>{}, "c", 1, out),
        coordinator.fire(group::coordinator_timers::session<GroupTypes>{"m"}, out),
        coordinator.fire(group::coordinator_timers::rebalance{}, out),
        coordinator.fire(group::coordinator_timers::sync{}, out),
        coordinator.unload(out)};
    group::client<GroupTypes, GroupHooks, Ghosts> client("c", hooks);
    outcomes.merge(std::set<Outcome>{client.start(out),
                                     client.handle(group::JoinGroupReply<GroupTypes>{}, out),
                                     client.handle(group::SyncGroupReply<GroupTypes>{}, out),
                                     client.handle(group::HeartbeatReply<GroupTypes>{}, out),
                                     client.handle(group::LeaveGroupReply<GroupTypes>{}, out),
                                     client.handle(group::OffsetCommitReply<GroupTypes>{}, out),
                                     client.handle(group::OffsetFetchReply<GroupTypes>{}, out),
                                     client.join({}, "k", {}, {}, 1, 1, out),
                                     client.restart(out),
                                     client.follow(out),
                                     client.lead({}, out),
                                     client.heartbeat(out),
                                     client.leave(out),
                                     client.commit({}, out),
                                     client.fetch({}, out)});
    return outcomes.size();
}

template <bool Ghosts>
std::size_t every_event_of_the_lease() {
    DefaultHooks hooks;
    NullOut out;
    lease::server<LeaseTypes, DefaultHooks, Ghosts> server(hooks);
    lease::client<LeaseTypes, DefaultHooks, Ghosts> client("c", hooks);
    lease::store<LeaseTypes, DefaultHooks, Ghosts> store(hooks);
    const std::set<Outcome> outcomes{server.start(out),
                                     server.handle(lease::Acquire<LeaseTypes>{}, "c", out),
                                     server.fire(lease::server_timers::expiry{}, out),
                                     client.start(out),
                                     client.handle(lease::Granted<LeaseTypes>{}, out),
                                     client.acquire(out),
                                     client.write(out),
                                     store.start(out),
                                     store.handle(lease::Write<LeaseTypes>{}, "c", out)};
    return outcomes.size();
}

template std::size_t every_event_of_the_group<false>();
template std::size_t every_event_of_the_group<true>();
template std::size_t every_event_of_the_lease<false>();
template std::size_t every_event_of_the_lease<true>();

} // namespace muster::codegen
