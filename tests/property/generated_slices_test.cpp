// Small specs of one construct each (tests/golden/codegen): generated machines against the
// evaluator, for what the shipped protocols do not use.

#include "slices/collections.hpp"
#include "slices/either.hpp"
#include "slices/for_each.hpp"
#include "slices/lists.hpp"
#include "slices/literals.hpp"
#include "slices/lost.hpp"
#include "slices/majority.hpp"
#include "slices/otherwise.hpp"
#include "slices/overflow.hpp"
#include "slices/pick.hpp"
#include "slices/places.hpp"
#include "slices/return_in_procedure.hpp"
#include "slices/simultaneous_for.hpp"
#include "slices/timers.hpp"
#include "tests/property/lockstep.hpp"
#include "tests/property/simple_role.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace muster::test {
namespace {

struct Types {
    using Client = Element<struct ClientSort>;
    using Item = Element<struct ItemSort>;
    using Tag = Element<struct TagSort>;
    using Request = RequestId;
    template <class T>
    using Set = std::set<T>;
    template <class Key, class Mapped>
    using Map = std::map<Key, Mapped>;
    template <class T>
    using List = std::vector<T>;
};

using Item = Types::Item;
constexpr std::int64_t kElements = 3;

std::set<Types::Client> everybody() {
    std::set<Types::Client> all;
    for (std::int64_t number = 0; number < kElements; ++number) {
        all.insert({number});
    }
    return all;
}

struct Board : SimpleRole<Types,
                          protocols::simultaneous_for::board,
                          protocols::simultaneous_for::Raise<Types>,
                          protocols::simultaneous_for::Trim<Types>,
                          protocols::simultaneous_for::Drain<Types>> {
    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument argument, Out& out) {
        return machine.add(argument(0, as<Item>()), argument(1, as<std::int64_t>()), out);
    }
};

struct Box : SimpleRole<Types,
                        protocols::picks::box,
                        protocols::picks::Choose<Types>,
                        protocols::picks::Best<Types>,
                        protocols::picks::Worst<Types>> {
    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument argument, Out& out) {
        return machine.fill(argument(0, as<Item>()), argument(1, as<std::int64_t>()), out);
    }
};

struct Shelf
    : SimpleRole<Types, protocols::collections::shelf, protocols::collections::Ask<Types>> {
    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string& name, Argument argument, Out& out) {
        return name == "forget"
                   ? machine.forget(argument(0, as<Item>()), out)
                   : machine.store(argument(0, as<Item>()),
                                   argument(1, as<protocols::collections::Box<Types>>()),
                                   out);
    }
};

struct Places : SimpleRole<Types, protocols::places::shelf, protocols::places::Change<Types>> {
    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument argument, Out& out) {
        return machine.add(argument(0, as<Item>()), out);
    }
};

struct Button : SimpleRole<Types,
                           protocols::return_in_procedure::button,
                           protocols::return_in_procedure::Press<Types>> {};

struct Account : SimpleRole<Types, protocols::overflow::account, protocols::overflow::Add<Types>> {
    using Timers = std::tuple<protocols::overflow::account_timers::audit>;

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument, Out& out) {
        return machine.reset(out);
    }
};

struct Shop : SimpleRole<Types,
                         protocols::timers::shop,
                         protocols::timers::Rent<Types>,
                         protocols::timers::Return<Types>> {
    using Timers = std::tuple<protocols::timers::shop_timers::due<Types>,
                              protocols::timers::shop_timers::count<Types>,
                              protocols::timers::shop_timers::review,
                              protocols::timers::shop_timers::pause>;
};

struct Door : SimpleRole<Types,
                         protocols::guards::door,
                         protocols::guards::Take<Types>,
                         protocols::guards::Knock<Types>> {
    template <bool Ghosts>
    static Machine<Ghosts> make(std::int64_t, ScriptedHooks& hooks) {
        return Machine<Ghosts>(everybody(), hooks);
    }

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument, Out& out) {
        return machine.close(out);
    }
};

struct ListBox : SimpleRole<Types,
                            protocols::lists::box,
                            protocols::lists::Put<Types>,
                            protocols::lists::Drop<Types>,
                            protocols::lists::Serve<Types>> {};

struct Group : SimpleRole<Types, protocols::for_each::group, protocols::for_each::Leave<Types>> {
    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument argument, Out& out) {
        return machine.join(argument(0, as<Item>()), out);
    }
};

struct Counter : SimpleRole<Types, protocols::majority::counter, protocols::majority::Vote<Types>> {
    template <bool Ghosts>
    static Machine<Ghosts> make(std::int64_t, ScriptedHooks& hooks) {
        return Machine<Ghosts>(everybody(), hooks);
    }

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument, Out& out) {
        return machine.reopen(out);
    }
};

struct Either : SimpleRole<Types, protocols::either::server, protocols::either::Ask<Types>> {};

struct Connected : SimpleRole<Types, protocols::lost::server, protocols::lost::Hello<Types>> {
    using Peers = std::tuple<protocols::lost::server_peers::client<Types>,
                             protocols::lost::server_peers::disk>;

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument argument, Out& out) {
        return machine.lost_2(argument(0, as<std::int64_t>()), out);
    }
};

struct OrderHooks : ScriptedHooks {
    std::vector<Item> order(const std::set<Item>&) { return {}; }
};

struct Literals : SimpleRole<Types, protocols::literals::server, protocols::literals::Ask<Types>> {
    using Mode = protocols::literals::Mode;
    using Hooks = OrderHooks;
    template <bool Ghosts>
    using Machine = protocols::literals::server<Types, OrderHooks, Ghosts>;

    template <bool Ghosts>
    static Machine<Ghosts> make(std::int64_t, OrderHooks& hooks) {
        return Machine<Ghosts>({.limits = {{Mode::Slow, 3}}, .allowed = {Mode::Fast}}, hooks);
    }

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine& machine, const std::string&, Argument argument, Out& out) {
        return machine.fill(argument(0, as<Item>()), out);
    }
};

// Runs one role of a slice; every name in `everywhere` must have been handled.
template <class Role>
void run_in_lockstep(const std::string& slice,
                     const std::string& role_name,
                     const std::vector<std::string>& everywhere,
                     const checker::Fixed& fixed = {}) {
    const auto model = Model::read("tests/golden/codegen/" + slice + "/in.muster");
    model->fixed = fixed;
    model->universe.sort_sizes.assign(model->spec.sorts.size(), kElements);
    model->universe.integers = {-1, 0, 1, 2, 3};
    model->make = [&](const spec::TypedSpec& spec,
                      spec::RoleId role,
                      std::int64_t process) -> std::unique_ptr<MachineUnderTest> {
        if (spec.role(role).name != role_name) {
            return nullptr;
        }
        return std::make_unique<GeneratedMachine<Role>>(spec, role, process);
    };
    std::map<std::string, int> covered;
    const bool holds = rc::check(slice, [&](std::uint64_t seed) {
        Tape tape(seed, 600);
        Lockstep run(*model, tape);
        // Doubling a total would leave 64 bits in the end, where the two differ on purpose.
        for (int event = 0; event < 40; ++event) {
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
    for (const std::string& name : everywhere) {
        EXPECT_GT(covered[name], 0) << name;
    }
}

TEST(GeneratedSlice, SimultaneousFor) {
    run_in_lockstep<Board>(
        "simultaneous_for", "board", {"Raise", "Trim", "Drain", "add", "crash board"});
}

TEST(GeneratedSlice, Pick) {
    run_in_lockstep<Box>("pick", "box", {"Choose", "Best", "Worst", "fill", "choices", "failure"});
}

TEST(GeneratedSlice, Collections) {
    run_in_lockstep<Shelf>("collections", "shelf", {"Ask", "store", "forget", "failure"});
}

TEST(GeneratedSlice, Places) {
    run_in_lockstep<Places>("places", "shelf", {"Change", "Change otherwise", "add"});
}

TEST(GeneratedSlice, ReturnInProcedure) {
    run_in_lockstep<Button>("return_in_procedure", "button", {"Press", "crash button"});
}

TEST(GeneratedSlice, Arithmetic) {
    run_in_lockstep<Account>("overflow", "account", {"Add", "audit", "reset", "crash account"});
}

// The armed timers are compared after every event, crashes among them.
TEST(GeneratedSlice, Timers) {
    run_in_lockstep<Shop>(
        "timers", "shop", {"Rent", "Return", "due", "count", "review", "pause", "crash shop"});
}

TEST(GeneratedSlice, Lists) {
    run_in_lockstep<ListBox>(
        "lists", "box", {"Put", "Drop", "Drop otherwise", "Serve", "Serve otherwise", "crash box"});
}

TEST(GeneratedSlice, ForEach) {
    run_in_lockstep<Group>("for_each", "group", {"Leave", "join", "crash group"});
}

TEST(GeneratedSlice, Majority) {
    run_in_lockstep<Counter>("majority", "counter", {"Vote", "Vote otherwise", "reopen"});
}

TEST(GeneratedSlice, Either) {
    run_in_lockstep<Either>("either", "server", {"Ask", "Ask otherwise", "choices"});
}

TEST(GeneratedSlice, Lost) {
    run_in_lockstep<Connected>(
        "lost", "server", {"Hello", "lost", "cut client and server", "cut server and disk"});
}

// As `Literals::make` has them: `limits`, `allowed`, and a function that gives nothing for any set.
TEST(GeneratedSlice, Literals) {
    checker::Fixed fixed;
    const Value fast = Value::scalar(0);
    const Value slow = Value::scalar(1);
    fixed.constants.push_back({spec::ConstId{0}, {Value::row({slow, Value::scalar(3)})}});
    fixed.constants.push_back({spec::ConstId{1}, {Value::row({fast})}});
    fixed.functions.push_back({spec::FunctionId{0}, {}, {8, Value::row({})}});
    run_in_lockstep<Literals>("literals", "server", {"Ask", "fill", "crash server"}, fixed);
}

TEST(GeneratedSlice, Guards) {
    run_in_lockstep<Door>(
        "otherwise", "door", {"Take", "Knock", "Knock otherwise", "unhandled", "close"});
}

} // namespace
} // namespace muster::test
