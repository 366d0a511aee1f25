// The lease protocol: the generated server, clients and store against the evaluator.

#include "runtime/generated/lease.hpp"
#include "tests/property/lockstep.hpp"
#include "tests/property/simple_role.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace muster::test {
namespace {

namespace protocol = protocols::lease;

struct Types {
    using Client = Element<struct ClientSort>;
    using Request = RequestId;
    template <class T>
    using Set = std::set<T>;
    template <class Key, class Mapped>
    using Map = std::map<Key, Mapped>;
    template <class T>
    using List = std::vector<T>;
};

struct Server : SimpleRole<Types, protocol::server, protocol::Acquire<Types>> {
    using Timers = std::tuple<protocol::server_timers::expiry>;
};

struct Store : SimpleRole<Types, protocol::store, protocol::Write<Types>> {};

struct Client : SimpleRole<Types, protocol::client, protocol::Granted<Types>> {
    template <bool Ghosts>
    static Machine<Ghosts> make(std::int64_t process, ScriptedHooks& hooks) {
        return Machine<Ghosts>({process}, hooks);
    }

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string& name, Argument, Out& out) {
        return name == "acquire" ? machine.acquire(out) : machine.write(out);
    }
};

std::unique_ptr<Model> lease_model() {
    auto model = Model::read("spec/protocols/lease.muster");
    model->universe.sort_sizes.assign(model->spec.sorts.size(), 3);
    model->universe.integers = {-1, 0, 1, 2, 3};
    model->make = [](const spec::TypedSpec& spec,
                     spec::RoleId role,
                     std::int64_t process) -> std::unique_ptr<MachineUnderTest> {
        const std::string& name = spec.role(role).name;
        if (name == "server") {
            return std::make_unique<GeneratedMachine<Server>>(spec, role, process);
        }
        if (name == "store") {
            return std::make_unique<GeneratedMachine<Store>>(spec, role, process);
        }
        return std::make_unique<GeneratedMachine<Client>>(spec, role, process);
    };
    return model;
}

TEST(GeneratedLease, DoesWhatTheEvaluatorDoes) {
    const auto model = lease_model();
    std::map<std::string, int> covered;
    const bool holds = rc::check("lockstep", [&](std::uint64_t seed) {
        Tape tape(seed, 1600);
        Lockstep run(*model, tape);
        while (!tape.at_end()) {
            const std::string wrong = run.step(tape);
            if (!wrong.empty()) {
                RC_FAIL(wrong);
            }
        }
        for (const auto& [name, count] : run.covered) {
            covered[name] += count;
        }
    });
    EXPECT_TRUE(holds);
    for (const char* name : {"Acquire",
                             "Acquire otherwise",
                             "expiry",
                             "Granted",
                             "acquire",
                             "write",
                             "Write",
                             "Write otherwise",
                             "crash server",
                             "crash client",
                             "crash store"}) {
        EXPECT_GT(covered[name], 0) << name;
    }
}

} // namespace
} // namespace muster::test
