#pragma once

#include "tests/property/machine_under_test.hpp"

#include <string>
#include <tuple>

namespace muster::test {

// A role without an index, constants, timers and actions, to be derived from.
template <class Types, template <class, class, bool> class Class, class... Handled>
struct SimpleRole {
    template <bool Ghosts>
    using Machine = Class<Types, ScriptedHooks, Ghosts>;
    using Hooks = ScriptedHooks;
    using Sender = typename Types::Client;
    using Messages = std::tuple<Handled...>;
    using Timers = std::tuple<>;

    template <bool Ghosts>
    static Machine<Ghosts> make(std::int64_t, ScriptedHooks& hooks) {
        return Machine<Ghosts>(hooks);
    }

    template <class AnyMachine, class Argument, class Out>
    static Outcome act(AnyMachine&, const std::string&, Argument, Out&) {
        return Outcome::not_enabled;
    }
};

// For asking a role's `act` for an argument of this type.
template <class T>
constexpr T* as() {
    return nullptr;
}

} // namespace muster::test
