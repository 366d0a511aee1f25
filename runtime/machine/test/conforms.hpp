#pragma once

#include "runtime/machine/test/comparison.hpp"
#include "runtime/machine/test/draw.hpp"
#include "runtime/machine/test/repeatable.hpp"

#include <rapidcheck/state.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

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
    typename Role::template RoleHooks<FirstChoiceHooks> hooks_of_generated;
};

/// A generated machine as the implementation under test.
template <class Role>
class Generated : private HooksOfGenerated<Role>,
                  public Role::template RoleMachine<FirstChoiceHooks> {
    using Machine = typename Role::template RoleMachine<FirstChoiceHooks>;

public:
    Generated(const typename Role::RoleGiven& given, const typename Role::RoleProcess& me)
        : HooksOfGenerated<Role>{typename Role::template RoleHooks<FirstChoiceHooks>(given)}
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

/// How often events come, in proportion to each other, by the name that the spec has for them; 0
/// is never. An event that is not there has 3, a crash or a lost connection 1.
using Weights = std::map<std::string, std::size_t>;

/// Makes random commands of some events; they come as often as their weights say.
template <class Comparison>
class CommandGenerator {
public:
    using Command = std::shared_ptr<const rc::state::Command<NoState, Comparison>>;

    explicit CommandGenerator(const Weights& weights)
        : weights_(weights) {}

    template <class... Events>
    void add([[maybe_unused]] std::size_t weight,
             std::type_identity<std::tuple<Events...>> /*events*/) {
        (add_event<Events>(weight), ...);
    }

    /// The names among the weights that no event has.
    [[nodiscard]] const Weights& unknown() const { return weights_; }

    [[nodiscard]] bool empty() const { return makers_.empty(); }

    rc::Gen<Command> operator()(const NoState& /*state*/) const {
        return rc::gen::exec([makers = makers_] {
            const auto count = rc::gen::inRange<std::size_t>(0, makers.size());
            return makers[*rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, count))]();
        });
    }

private:
    template <class Event>
    void add_event(std::size_t weight) {
        if (const auto chosen = weights_.extract(Event::name())) {
            weight = chosen.mapped();
        }
        makers_.insert(makers_.end(), weight, []() -> Command {
            return std::make_shared<EventCommand<Comparison, Event>>();
        });
    }

    Weights weights_; // those that no event has taken
    std::vector<Command (*)()> makers_;
};

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

/// What an event is called among the properties that GoogleTest records.
[[nodiscard]] inline std::string property_name(std::string event) {
    std::replace(event.begin(), event.end(), ' ', '_');
    return "compared_" + event;
}

/// Whether the implementation does, in random runs, what the model may do; see
/// docs/testing-your-code.md. `Role` is the generated description of a role. How often each event
/// was compared is recorded as properties of the GoogleTest case.
template <class Role, class Implementation>
[[nodiscard]] testing::AssertionResult conforms(const typename Role::RoleGiven& given = {},
                                                const Weights& weights = {}) {
    using Pair = Comparison<Role, Implementation>;
    CommandGenerator<Pair> commands(weights);
    commands.add(3, std::type_identity<typename Role::RoleEvents>());
    commands.add(1, std::type_identity<typename Role::RoleSeldomEvents>());
    if constexpr (Role::kCrashes && requires(Implementation & subject) { subject.crash(); }) {
        commands.add(1, std::type_identity<std::tuple<CrashEvent>>());
    }
    if (commands.empty() || !commands.unknown().empty()) {
        return testing::AssertionFailure()
               << (commands.empty() ? "every event has the weight 0"
                                    : "no event is called " + commands.unknown().begin()->first);
    }
    EventCounts compared;
    const auto property = [&]() -> std::string {
        const auto me = draw_process<typename Role::RoleProcess>();
        const auto implementation = make_implementation<Implementation>(given, me);
        Pair pair(given, me, *implementation);
        try {
            pair.step(StartEvent{});
            rc::state::check(NoState{}, pair, commands);
        } catch (const NotAllowed& wrong) {
            return wrong.what();
        }
        for (const auto& [event, count] : pair.counts()) {
            compared[event] += count;
        }
        return "";
    };
    const testing::AssertionResult result = holds_always(property);
    for (const auto& [event, count] : compared) {
        testing::Test::RecordProperty(property_name(event), std::to_string(count));
    }
    if (result && compared.size() <= 1) {
        return testing::AssertionFailure()
               << "no event but `start` was ever possible, so nothing was compared";
    }
    return result;
}

} // namespace muster::runtime
