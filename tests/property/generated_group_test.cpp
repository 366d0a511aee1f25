// Kafka's group protocol: the generated coordinator and clients against the evaluator.

#include "runtime/generated/kafka_group.hpp"
#include "tests/property/lockstep.hpp"
#include "tests/property/simple_role.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace muster::test {
namespace {

namespace protocol = protocols::kafka_group;

struct Types {
    using Client = Element<struct ClientSort>;
    using MemberId = Element<struct MemberIdSort>;
    using InstanceId = Element<struct InstanceIdSort>;
    using ProtocolType = Element<struct ProtocolTypeSort>;
    using Strategy = Element<struct StrategySort>;
    using Metadata = Element<struct MetadataSort>;
    using Assignment = Element<struct AssignmentSort>;
    using Topic = Element<struct TopicSort>;
    using Partition = Element<struct PartitionSort>;
    using Position = Element<struct PositionSort>;
    using Request = RequestId;
    template <class T>
    using Set = std::set<T>;
    template <class Key, class Mapped>
    using Map = std::map<Key, Mapped>;
    template <class T>
    using List = std::vector<T>;
};

constexpr std::int64_t kInitialRebalanceDelay = 2;
constexpr std::int64_t kNewMemberTimeout = 1;
constexpr std::int64_t kMaxMembers = 3;
constexpr std::int64_t kConsumerType = 0;

struct GroupHooks : ScriptedHooks {
    Types::MemberId fresh_MemberId() { return {script->take().number()}; }

    // The interpretation of the functions of the spec, in this state.
    std::set<Types::Partition> partitions(const Types::Assignment& assignment) {
        return elements<Types::Partition>(0, assignment.number);
    }

    Types::Topic topic(const Types::Partition& partition) {
        return {value(1, partition.number).number()};
    }

    bool is_readable(const Types::Metadata& metadata) {
        return value(2, metadata.number) == Value::scalar(1);
    }

    std::set<Types::Topic> topics(const Types::Metadata& metadata) {
        return elements<Types::Topic>(3, metadata.number);
    }

    [[nodiscard]] const Value& value(std::size_t function, std::int64_t argument) const {
        return script->state->functions.at(function).at(static_cast<std::size_t>(argument));
    }

    template <class Element>
    [[nodiscard]] std::set<Element> elements(std::size_t function, std::int64_t argument) const {
        std::set<Element> result;
        for (const Value& item : value(function, argument).items()) {
            result.insert({item.number()});
        }
        return result;
    }
};

struct Coordinator {
    template <bool Ghosts>
    using Machine = protocol::coordinator<Types, GroupHooks, Ghosts>;
    using Hooks = GroupHooks;
    using Sender = Types::Client;
    using Messages = std::tuple<protocol::JoinGroup<Types>,
                                protocol::SyncGroup<Types>,
                                protocol::Heartbeat<Types>,
                                protocol::LeaveGroup<Types>,
                                protocol::OffsetCommit<Types>,
                                protocol::OffsetFetch<Types>,
                                protocol::OffsetDelete<Types>,
                                protocol::DeleteGroup<Types>>;
    using Timers = std::tuple<protocol::coordinator_timers::session<Types>,
                              protocol::coordinator_timers::rebalance,
                              protocol::coordinator_timers::sync>;

    template <bool Ghosts>
    static Machine<Ghosts> make(std::int64_t, GroupHooks& hooks) {
        return Machine<Ghosts>({.initial_rebalance_delay = kInitialRebalanceDelay,
                                .new_member_timeout = kNewMemberTimeout,
                                .max_members = kMaxMembers,
                                .consumer_type = {kConsumerType}},
                               hooks);
    }

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string& name, Argument, Out& out) {
        EXPECT_EQ(name, "unload");
        return machine.unload(out);
    }
};

struct Client {
    template <bool Ghosts>
    using Machine = protocol::client<Types, GroupHooks, Ghosts>;
    using Hooks = GroupHooks;
    using Sender = Types::Client; // never asked: the coordinator has no index
    using Messages = std::tuple<protocol::JoinGroupReply<Types>,
                                protocol::SyncGroupReply<Types>,
                                protocol::HeartbeatReply<Types>,
                                protocol::LeaveGroupReply<Types>,
                                protocol::OffsetCommitReply<Types>,
                                protocol::OffsetFetchReply<Types>,
                                protocol::OffsetDeleteReply<Types>,
                                protocol::DeleteGroupReply<Types>>;
    using Timers = std::tuple<>;

    template <bool Ghosts>
    static Machine<Ghosts> make(std::int64_t process, GroupHooks& hooks) {
        return Machine<Ghosts>({process}, hooks);
    }

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string& name, Argument argument, Out& out) {
        if (name == "join") {
            return machine.join(argument(0, as<std::optional<Types::InstanceId>>()),
                                argument(1, as<Types::ProtocolType>()),
                                argument(2, as<std::vector<Types::Strategy>>()),
                                argument(3, as<std::map<Types::Strategy, Types::Metadata>>()),
                                argument(4, as<std::int64_t>()),
                                argument(5, as<std::int64_t>()),
                                out);
        }
        if (name == "restart") {
            return machine.restart(out);
        }
        if (name == "follow") {
            return machine.follow(out);
        }
        if (name == "lead") {
            return machine.lead(argument(0, as<std::map<Types::MemberId, Types::Assignment>>()),
                                out);
        }
        if (name == "heartbeat") {
            return machine.heartbeat(out);
        }
        if (name == "leave") {
            return machine.leave(out);
        }
        if (name == "commit") {
            return machine.commit(argument(0, as<std::map<Types::Partition, Types::Position>>()),
                                  out);
        }
        if (name == "fetch") {
            return machine.fetch(argument(0, as<std::set<Types::Partition>>()), out);
        }
        if (name == "delete_positions") {
            return machine.delete_positions(argument(0, as<std::set<Types::Partition>>()), out);
        }
        EXPECT_EQ(name, "delete_group");
        return machine.delete_group(out);
    }
};

// Fields of messages and variables of the coordinator, by name.
class Names {
public:
    explicit Names(const TypedSpec& spec)
        : spec_(spec) {}

    const Value& variable(const checker::State& state,
                          std::string_view name,
                          std::string_view role = "coordinator",
                          std::int64_t process = 0) const {
        for (std::size_t i = 0; i < spec_.variables.size(); ++i) {
            if (spec_.variables[i].name == name &&
                spec_.role(spec_.variables[i].role).name == role) {
                return state.variables[i][static_cast<std::size_t>(process)];
            }
        }
        throw std::runtime_error("no variable " + std::string(name));
    }

    Value* field(SentMessage& message, std::string_view name) const {
        const auto& fields = spec_.message(message.message).fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].name == name) {
                return &message.fields[i];
            }
        }
        return nullptr;
    }

    bool is_option(const SentMessage& message, std::string_view name) const {
        for (const auto& field : spec_.message(message.message).fields) {
            if (field.name == name) {
                return spec_.types[field.type].kind == spec::TypeKind::option;
            }
        }
        return false;
    }

private:
    const TypedSpec& spec_;
};

// Replies that a client believes.
void adjust_reply(const Names& names,
                  Tape& tape,
                  const checker::State& state,
                  SentMessage& message) {
    if (tape.below(4) > 0) {
        *names.field(message, "error") = Value::scalar(0);
    }
    Value* generation = names.field(message, "generation");
    if (generation == nullptr) {
        return;
    }
    Value* member = names.field(message, "member");
    if (Value* leader = names.field(message, "leader")) {
        *generation = Value::scalar(static_cast<std::int64_t>(tape.below(5)));
        *leader = tape.below(2) == 0 ? *member : *leader;
        return;
    }
    *generation = names.variable(state, "generation", "client", message.to);
    const Value& id = names.variable(state, "id", "client", message.to);
    if (!id.items().empty()) {
        *member = id.items()[0];
    }
}

// Requests of members and of those who were given an id, with the generation that is current and
// metadata for every strategy.
void adjust(const Names& names, Tape& tape, const checker::State& state, SentMessage& message) {
    if (names.field(message, "error") != nullptr) {
        adjust_reply(names, tape, state, message);
        return;
    }
    std::vector<Value> ids;
    const auto members = names.variable(state, "members").items();
    for (std::size_t i = 0; i < members.size(); i += 2) {
        ids.push_back(members[i]);
    }
    const auto pending = names.variable(state, "pending").items();
    ids.insert(ids.end(), pending.begin(), pending.end());
    const auto leader = names.variable(state, "leader").items();
    ids.insert(ids.end(), leader.begin(), leader.end());
    if (Value* generation = names.field(message, "generation");
        generation != nullptr && tape.below(4) > 0) {
        *generation = names.variable(state, "generation");
    }
    if (Value* metadata = names.field(message, "metadata")) {
        std::map<Value, Value> entries;
        for (const Value& strategy : names.field(message, "strategies")->items()) {
            entries[strategy] = Value::scalar(static_cast<std::int64_t>(tape.below(2)));
        }
        std::vector<Value> items;
        for (const auto& [key, value] : entries) {
            items.push_back(key);
            items.push_back(value);
        }
        *metadata = Value::row(std::move(items));
    }
    if (Value* member = names.field(message, "member"); member != nullptr && !ids.empty()) {
        const Value& id = ids[tape.below(ids.size())];
        if (names.is_option(message, "member")) {
            *member = tape.below(5) == 0 ? Value::none() : Value::some(id);
        } else {
            *member = id;
        }
    }
}

std::unique_ptr<Model> group_model() {
    auto model = Model::read("spec/protocols/kafka_group.muster");
    model->universe.sort_sizes.assign(model->spec.sorts.size(), 2);
    model->universe.sort_sizes[model->sort("MemberId").value] = 7;
    model->universe.sort_sizes[model->sort("ProtocolType").value] = 1;
    model->universe.integers = {-1, 0, 1, 2, 3};
    model->universe.correlations = 2;
    const std::map<std::string, std::int64_t> constants{
        {"initial_rebalance_delay", kInitialRebalanceDelay},
        {"new_member_timeout", kNewMemberTimeout},
        {"max_members", kMaxMembers},
        {"consumer_type", kConsumerType}};
    for (std::uint32_t i = 0; i < model->spec.constants.size(); ++i) {
        const auto value = constants.at(model->spec.constants[i].name);
        model->fixed.constants.push_back({spec::ConstId{i}, {checker::Value::scalar(value)}});
    }
    model->weights = {{"JoinGroup", 8},
                      {"SyncGroup", 8},
                      {"Heartbeat", 2},
                      {"OffsetCommit", 4},
                      {"rebalance", 8},
                      {"JoinGroupReply", 2},
                      {"SyncGroupReply", 2},
                      {"join", 4},
                      {"follow", 2},
                      {"lead", 4}};
    model->adjust = [names = Names(model->spec)](
                        Tape& tape, const checker::State& state, SentMessage& message) {
        adjust(names, tape, state, message);
    };
    model->make = [](const spec::TypedSpec& spec, spec::RoleId role, std::int64_t process) {
        return spec.role(role).name == "coordinator"
                   ? std::unique_ptr<MachineUnderTest>(
                         std::make_unique<GeneratedMachine<Coordinator>>(spec, role, process))
                   : std::make_unique<GeneratedMachine<Client>>(spec, role, process);
    };
    return model;
}

// How often each phase was reached.
void note_phase(const Model& model, const Lockstep& run, std::map<std::string, int>& covered) {
    for (std::size_t i = 0; i < model.spec.variables.size(); ++i) {
        const auto& variable = model.spec.variables[i];
        if (variable.name == "phase") {
            const auto& phases = model.spec.enums[model.spec.types[variable.type].declaration];
            const auto index = run.state().variables[i].front().number();
            ++covered["phase " + phases.enumerators[static_cast<std::size_t>(index)]];
        }
    }
}

TEST(GeneratedGroup, DoesWhatTheEvaluatorDoes) {
    const auto model = group_model();
    std::map<std::string, int> covered;
    const bool holds = rc::check("lockstep", [&](std::uint64_t seed) {
        Tape tape(seed, 2000);
        while (!tape.at_end()) {
            Lockstep run(*model, tape);
            while (!tape.at_end() && !run.is_exhausted()) {
                const std::string wrong = run.step(tape);
                if (!wrong.empty()) {
                    RC_FAIL(wrong);
                }
                note_phase(*model, run, covered);
            }
            for (const auto& [name, count] : run.covered) {
                covered[name] += count;
            }
        }
    });
    EXPECT_TRUE(holds);
    // The comparison means something only if the runs went everywhere.
    for (const char* name : {"JoinGroup",
                             "SyncGroup",
                             "Heartbeat",
                             "LeaveGroup",
                             "OffsetCommit",
                             "OffsetFetch",
                             "OffsetDelete",
                             "DeleteGroup",
                             "session",
                             "rebalance",
                             "sync",
                             "unload",
                             "join",
                             "follow",
                             "lead",
                             "restart",
                             "heartbeat",
                             "leave",
                             "commit",
                             "fetch",
                             "delete_positions",
                             "delete_group",
                             "choices",
                             "crash coordinator",
                             "crash client",
                             "phase Empty",
                             "phase PreparingRebalance",
                             "phase CompletingRebalance",
                             "phase Stable",
                             "phase Dead"}) {
        EXPECT_GT(covered[name], 0) << name;
    }
    if (std::getenv("MUSTER_SHOW_COVERAGE") != nullptr) {
        for (const auto& [name, count] : covered) {
            std::printf("%6d %s\n", count, name.c_str());
        }
    }
}

} // namespace
} // namespace muster::test
