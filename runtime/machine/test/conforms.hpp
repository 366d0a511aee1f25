#pragma once

#include "runtime/machine/test/comparison.hpp"
#include "runtime/machine/test/draw.hpp"
#include "runtime/machine/test/repeatable.hpp"

#include <rapidcheck/state.h>

#include <concepts>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

/// The model test of a role: random events for an implementation, which has to do what the model
/// may do.
namespace muster::runtime {

/// Commands do not depend on a state: they can be given at any time, and are nothing where the
/// spec says nothing about them. So those that are left make the same run when others are removed.
struct NoState {};

/// One random event of this kind.
template <class Comparison, class Event>
class EventCommand final : public rc::state::Command<NoState, Comparison> {
public:
    EventCommand() {
        event_.for_each_part(
            [](auto& part) { part = draw<std::remove_reference_t<decltype(part)>>(); });
    }

    void run(const NoState&, Comparison& comparison) const override { comparison.step(event_); }

    void show(std::ostream& out) const override { out << event_.text(); }

private:
    Event event_{};
};

/// The hooks of a generated machine that is the implementation under test, apart from functions: it
/// takes the first of what it may choose, and numbers the elements that it makes.
class FirstChoiceHooks {
public:
    template <class E>
    E fresh() {
        return E(std::string(E::Sort::kName) + '-' + std::to_string(++made_));
    }

private:
    std::size_t made_ = 0;
};

/// What a generated machine needs before it is made.
template <class Role>
struct HooksOfGenerated {
    typename Role::template Hooks<FirstChoiceHooks> hooks_of_generated;
};

/// A generated machine as the implementation under test.
template <class Role>
class Generated : private HooksOfGenerated<Role>, public Role::template Machine<FirstChoiceHooks> {
    using Machine = typename Role::template Machine<FirstChoiceHooks>;

public:
    Generated(const typename Role::Given& given, const typename Role::Process& me)
        : HooksOfGenerated<Role>{typename Role::template Hooks<FirstChoiceHooks>(given)}
        , Machine(Role::template make<FirstChoiceHooks>(given, me, this->hooks_of_generated)) {}

    Generated(const Generated&) = delete;
    Generated& operator=(const Generated&) = delete;
    ~Generated() = default;
};

/// An implementation is made from what the spec leaves open and the process that it is, or from
/// one of them, or from nothing.
template <class Implementation, class Given, class Process>
[[nodiscard]] std::unique_ptr<Implementation> make_implementation(const Given& given,
                                                                  const Process& me) {
    if constexpr (std::constructible_from<Implementation, const Given&, const Process&>) {
        return std::make_unique<Implementation>(given, me);
    } else if constexpr (std::constructible_from<Implementation, const Process&>) {
        return std::make_unique<Implementation>(me);
    } else if constexpr (std::constructible_from<Implementation, const Given&>) {
        return std::make_unique<Implementation>(given);
    } else {
        return std::make_unique<Implementation>();
    }
}

/// Where to find the generator of random commands; the events in `Often` come three times as often
/// as those in `Seldom`.
template <class Comparison, class Often, class Seldom>
struct CommandsOf;

template <class Comparison, class... Often, class... Seldom>
struct CommandsOf<Comparison, std::tuple<Often...>, std::tuple<Seldom...>> {
    static auto generator() {
        return rc::state::gen::execOneOfWithArgs<EventCommand<Comparison, Often>...,
                                                 EventCommand<Comparison, Often>...,
                                                 EventCommand<Comparison, Often>...,
                                                 EventCommand<Comparison, Seldom>...>();
    }
};

template <class Tuple, class... More>
using Joined = decltype(std::tuple_cat(std::declval<Tuple>(), std::declval<std::tuple<More...>>()));

/// The process under test is one of the elements that have names.
template <class Process>
[[nodiscard]] Process draw_process() {
    if constexpr (AnElement<Process>) {
        constexpr auto kNames = Process::Sort::kElements;
        return Process(std::string(kNames[draw_below(kNames.size())]));
    } else {
        return {};
    }
}

/// Whether the implementation does, in random runs, what the model may do; see
/// docs/testing-your-code.md. `Role` is the generated description of a role.
template <class Role, class Implementation>
[[nodiscard]] testing::AssertionResult conforms(const typename Role::Given& given = {}) {
    using Pair = Comparison<Role, Implementation>;
    constexpr bool kCrashes =
        Role::kCrashes && requires(Implementation& subject) { subject.crash(); };
    using Seldom = std::conditional_t<kCrashes,
                                      Joined<typename Role::SeldomEvents, CrashEvent>,
                                      typename Role::SeldomEvents>;
    return holds_always([&given]() -> std::string {
        const auto me = draw_process<typename Role::Process>();
        const auto implementation = make_implementation<Implementation>(given, me);
        Pair pair(given, me, *implementation);
        try {
            pair.step(StartEvent{});
            rc::state::check(
                NoState{}, pair, CommandsOf<Pair, typename Role::Events, Seldom>::generator());
        } catch (const NotAllowed& wrong) {
            return wrong.what();
        }
        return "";
    });
}

} // namespace muster::runtime
