#pragma once

#include "checker/eval/evaluator.hpp"
#include "runtime/machine/codec.hpp"
#include "runtime/machine/outcome.hpp"
#include "tests/property/model_value.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// A generated machine behind an interface in terms of the evaluator, so that both can be given the
// same events.
namespace muster::test {

using checker::ArmedTimer;
using checker::SentMessage;
using runtime::Outcome;

// What an event of a machine led to besides its new state.
struct Effects {
    std::vector<SentMessage> sent;
    std::vector<std::pair<bool, ArmedTimer>> timers; // true: started
    friend bool operator==(const Effects&, const Effects&) = default;
};

// The choices that a machine makes through its hooks during one event, given in advance. What it
// could have chosen instead is noted.
struct Script {
    const TypedSpec* spec = nullptr;
    const checker::State* state = nullptr; // for the interpretation of functions
    std::vector<Value> choices;
    std::size_t next = 0;
    std::map<std::size_t, std::vector<Value>> offered; // by position, for `pick` only
    bool fits = true;                                  // false: a choice was not to be had
    std::size_t handler = 0;                           // which of several `either` handlers runs
    std::vector<std::size_t> handlers{};               // those that there were

    Value take() {
        if (next >= choices.size()) {
            fits = false;
            return {};
        }
        return choices[next++];
    }
};

// Hooks that follow a script. `pick` is asked about elements of a sort only.
struct ScriptedHooks {
    Script* script = nullptr;

    template <class Sort>
    std::size_t pick(const std::vector<Element<Sort>>& candidates) {
        std::vector<Value> options;
        for (const auto& candidate : candidates) {
            options.push_back(Value::scalar(candidate.number));
        }
        script->offered[script->next] = options;
        const Value chosen = script->take();
        const auto at = std::find(options.begin(), options.end(), chosen);
        script->fits = script->fits && at != options.end();
        return at == options.end() ? 0 : static_cast<std::size_t>(at - options.begin());
    }

    std::size_t pick_handler(const std::vector<std::size_t>& handlers) {
        script->handlers = handlers;
        const auto at = std::find(handlers.begin(), handlers.end(), script->handler);
        script->fits = script->fits && at != handlers.end();
        return at == handlers.end() ? 0 : static_cast<std::size_t>(at - handlers.begin());
    }
};

class MachineUnderTest {
public:
    virtual ~MachineUnderTest() = default;
    [[nodiscard]] virtual std::unique_ptr<MachineUnderTest> clone() const = 0;
    virtual Outcome start(Script& script, Effects& effects) = 0;
    virtual Outcome deliver(const SentMessage& message, Script& script, Effects& effects) = 0;
    virtual Outcome fire(const ArmedTimer& timer, Script& script, Effects& effects) = 0;
    virtual Outcome act(const std::string& action,
                        const std::vector<Value>& arguments,
                        Script& script,
                        Effects& effects) = 0;
    // The connection with a process of the peer was cut.
    virtual Outcome
    lost(spec::RoleId peer, std::int64_t process, Script& script, Effects& effects) = 0;
    // Replaces the machine by one that was made anew from what it reported as durable.
    virtual void reload() = 0;
    // The values of the role's variables, in their order.
    [[nodiscard]] virtual std::vector<Value> values() const = 0;
    // Something wrong that only the machine can see; empty if there is nothing.
    [[nodiscard]] virtual std::string complaint() const = 0;
};

// `Role` describes one generated role:
//   Machine<Ghosts>         the class
//   Hooks                   derived from ScriptedHooks
//   Messages, Timers        std::tuple of the types that it handles
//   make<Ghosts>(me, hooks) a new machine
//   Peers                   std::tuple of the types that `lost` takes; may be left out
//   act(machine, name, arguments, out)
template <class Role>
class GeneratedMachine final : public MachineUnderTest {
    template <bool Ghosts>
    using Machine = typename Role::template Machine<Ghosts>;
    using Field = typename decltype(Machine<true>::kDurableFields)::value_type;
    using Disk = std::map<std::pair<Field, std::string>, std::string>;

    // Takes down what a machine does, in the evaluator's terms.
    struct Out {
        const TypedSpec& spec;
        spec::RoleId role;
        std::int64_t process;
        Script& script;
        Effects& effects;
        std::vector<std::pair<Field, std::optional<std::string>>> written;

        template <class Message>
        SentMessage as_sent(const Message& message) {
            SentMessage sent;
            for (std::uint32_t i = 0; i < spec.messages.size(); ++i) {
                if (spec.messages[i].name == Message::kName) {
                    sent.message = spec::MessageId{i};
                }
            }
            sent.from = process;
            const auto& fields = spec.message(sent.message).fields;
            Message::visit_fields(message, [&](std::string_view, const auto& field) {
                sent.fields.push_back(to_value(spec, fields[sent.fields.size()].type, field));
            });
            return sent;
        }

        template <class Message, class... To>
        void send(const Message& message, const To&... to) {
            SentMessage sent = as_sent(message);
            ((sent.to = to.number), ...);
            if (spec.message(sent.message).is_request) {
                sent.correlation = script.take().number();
            }
            effects.sent.push_back(std::move(sent));
        }

        template <class Message>
        void reply(const Message& message, const RequestId& to) {
            SentMessage sent = as_sent(message);
            sent.to = to.from;
            sent.correlation = to.correlation;
            effects.sent.push_back(std::move(sent));
        }

        template <class Timer>
        ArmedTimer as_armed(const Timer& timer) {
            ArmedTimer armed;
            for (const spec::TimerId id : spec.role(role).timers) {
                if (spec.timer(id).name == Timer::kName) {
                    armed.timer = id;
                }
            }
            armed.process = process;
            if constexpr (requires { timer.key; }) {
                armed.key = to_value(spec, spec.timer(armed.timer).key_type, timer.key);
            }
            return armed;
        }

        template <class Timer>
        void start_timer(const Timer& timer, std::int64_t) {
            effects.timers.emplace_back(true, as_armed(timer));
        }

        template <class Timer>
        void stop_timer(const Timer& timer) {
            effects.timers.emplace_back(false, as_armed(timer));
        }

        void changed(Field field) { written.emplace_back(field, std::nullopt); }

        void changed(Field field, const std::string& key) { written.emplace_back(field, key); }
    };

public:
    GeneratedMachine(const TypedSpec& spec, spec::RoleId role, std::int64_t process)
        : spec_(&spec)
        , role_(role)
        , process_(process)
        , hooks_(std::make_shared<typename Role::Hooks>())
        , seen_(Role::template make<true>(process, *hooks_))
        , blind_(Role::template make<false>(process, *hooks_)) {
        write_everything();
    }

    [[nodiscard]] std::unique_ptr<MachineUnderTest> clone() const override {
        return std::make_unique<GeneratedMachine>(*this);
    }

    Outcome start(Script& script, Effects& effects) override {
        return both(script, effects, [](auto& machine, Out& out) { return machine.start(out); });
    }

    Outcome deliver(const SentMessage& message, Script& script, Effects& effects) override {
        return both(script, effects, [&](auto& machine, Out& out) {
            Outcome outcome = Outcome::not_enabled;
            deliver_one_of(message, machine, out, outcome, typename Role::Messages{});
            return outcome;
        });
    }

    Outcome fire(const ArmedTimer& timer, Script& script, Effects& effects) override {
        return both(script, effects, [&](auto& machine, Out& out) {
            Outcome outcome = Outcome::not_enabled;
            fire_one_of(timer, machine, out, outcome, typename Role::Timers{});
            return outcome;
        });
    }

    Outcome act(const std::string& action,
                const std::vector<Value>& arguments,
                Script& script,
                Effects& effects) override {
        const auto& infos = spec_->role(role_).actions;
        const auto info = std::find_if(
            infos.begin(), infos.end(), [&](const auto& one) { return one.name == action; });
        std::vector<TypeId> types;
        for (const spec::LocalId parameter : info->parameters) {
            types.push_back(spec_->local(parameter).type);
        }
        return both(script, effects, [&](auto& machine, Out& out) {
            const auto argument = [&]<class T>(std::size_t index, T*) {
                return from_value<T>(*spec_, types[index], arguments[index]);
            };
            return Role::act(machine, action, argument, out);
        });
    }

    Outcome
    lost(spec::RoleId peer, std::int64_t process, Script& script, Effects& effects) override {
        return both(script, effects, [&](auto& machine, Out& out) {
            Outcome outcome = Outcome::not_enabled;
            if constexpr (requires { typename Role::Peers; }) {
                lose_one_of(
                    spec_->role(peer).name, process, machine, out, outcome, typename Role::Peers{});
            }
            return outcome;
        });
    }

    void reload() override {
        auto seen = Role::template make<true>(process_, *hooks_);
        auto blind = Role::template make<false>(process_, *hooks_);
        for (const auto& [at, value] : disk_) {
            if (!seen.restore_entry(at.first, at.second, value) ||
                !blind.restore_entry(at.first, at.second, value)) {
                complain("an entry that was written cannot be restored");
            }
        }
        if constexpr (requires { seen.take_ghosts(seen_); }) {
            seen.take_ghosts(seen_);
        }
        seen_.crash();
        blind_.crash();
        if (!(seen == seen_) || !(blind == blind_)) {
            complain("what was reported as durable is not what a crash leaves");
        }
        seen_ = seen;
        blind_ = blind;
    }

    [[nodiscard]] std::vector<Value> values() const override { return values_of(seen_); }

    [[nodiscard]] std::string complaint() const override { return complaint_; }

private:
    template <class AnyMachine>
    [[nodiscard]] std::vector<Value> values_of(const AnyMachine& machine) const {
        std::map<std::string_view, Value> by_name;
        const auto& variables = spec_->role(role_).variables;
        machine.visit_state([&](std::string_view name, const auto& value) {
            for (const spec::VariableId id : variables) {
                if (spec_->variable(id).name == name) {
                    by_name[name] = to_value(*spec_, spec_->variable(id).type, value);
                }
            }
        });
        std::vector<Value> values;
        for (const spec::VariableId id : variables) {
            const auto found = by_name.find(spec_->variable(id).name);
            values.push_back(found == by_name.end() ? Value::scalar(-12345) : found->second);
        }
        return values;
    }

    // Runs the event on the machine with ghosts and on the one without; they must agree.
    template <class Run>
    Outcome both(Script& script, Effects& effects, Run run) {
        Script again = script;
        Effects blind_effects;
        hooks_->script = &script;
        Out out{*spec_, role_, process_, script, effects, {}};
        const auto before = seen_;
        const Outcome outcome = run(seen_, out);
        const bool quiet = effects.sent.empty() && effects.timers.empty() && out.written.empty();
        if (outcome != Outcome::handled && (!quiet || !(before == seen_))) {
            complain("an event that was not handled changed something");
        }
        hooks_->script = &again;
        Out blind_out{*spec_, role_, process_, again, blind_effects, {}};
        const Outcome blind_outcome = run(blind_, blind_out);
        const auto without_ghosts = [this](std::vector<Value> values) {
            const auto& variables = spec_->role(role_).variables;
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (spec_->variable(variables[i]).kind == spec::VariableKind::ghost) {
                    values[i] = {};
                }
            }
            return values;
        };
        if (outcome != blind_outcome || !(effects == blind_effects) ||
            out.written != blind_out.written ||
            without_ghosts(values_of(seen_)) != without_ghosts(values_of(blind_))) {
            complain("ghosts make a difference");
        }
        hooks_->script = nullptr;
        write(out.written);
        return outcome;
    }

    // A host's journal: only what was reported is written.
    void write(const std::vector<std::pair<Field, std::optional<std::string>>>& written) {
        for (const auto& change : written) {
            const Field field = change.first; // clang 14 cannot capture a structured binding
            const auto& key = change.second;
            if (!key.has_value()) {
                std::erase_if(disk_, [&](const auto& entry) { return entry.first.first == field; });
                write_field(field, disk_);
            } else if (const auto value = seen_.durable_entry(field, *key)) {
                disk_[{field, *key}] = *value;
            } else {
                disk_.erase({field, *key});
            }
        }
        Disk whole;
        for (const Field field : seen_.kDurableFields) {
            write_field(field, whole);
        }
        if (whole != disk_) {
            complain("a durable change was not reported");
        }
    }

    void write_field(Field field, Disk& disk) const {
        seen_.for_each_durable(field, [&](const std::string& key, const std::string& value) {
            disk[{field, key}] = value;
        });
    }

    void write_everything() {
        for (const Field field : seen_.kDurableFields) {
            write_field(field, disk_);
        }
    }

    template <class AnyMachine, class... Messages>
    void deliver_one_of(const SentMessage& message,
                        AnyMachine& machine,
                        Out& out,
                        Outcome& outcome,
                        std::tuple<Messages...>) {
        (deliver_as<Messages>(message, machine, out, outcome), ...);
    }

    template <class Message, class AnyMachine>
    void deliver_as(const SentMessage& message, AnyMachine& machine, Out& out, Outcome& outcome) {
        const auto& info = spec_->message(message.message);
        if (info.name != Message::kName) {
            return;
        }
        Message typed{};
        std::size_t next = 0;
        Message::visit_fields(typed, [&](std::string_view, auto& field) {
            field = from_value<std::remove_cvref_t<decltype(field)>>(
                *spec_, info.fields[next].type, message.fields[next]);
            ++next;
        });
        using Client = typename Role::Sender;
        const Client from{message.from};
        const RequestId request{message.from, message.correlation};
        if constexpr (requires { machine.handle(typed, from, request, out); }) {
            outcome = machine.handle(typed, from, request, out);
        } else if constexpr (requires { machine.handle(typed, from, out); }) {
            outcome = machine.handle(typed, from, out);
        } else {
            outcome = machine.handle(typed, out);
        }
    }

    template <class AnyMachine, class... Timers>
    void fire_one_of(const ArmedTimer& timer,
                     AnyMachine& machine,
                     Out& out,
                     Outcome& outcome,
                     std::tuple<Timers...>) {
        (fire_as<Timers>(timer, machine, out, outcome), ...);
    }

    template <class Timer, class AnyMachine>
    void fire_as(const ArmedTimer& timer, AnyMachine& machine, Out& out, Outcome& outcome) {
        if (spec_->timer(timer.timer).name != Timer::kName) {
            return;
        }
        Timer typed{};
        if constexpr (requires { typed.key; }) {
            typed.key = from_value<std::remove_cvref_t<decltype(typed.key)>>(
                *spec_, spec_->timer(timer.timer).key_type, timer.key);
        }
        outcome = machine.fire(typed, out);
    }

    template <class AnyMachine, class... Peers>
    void lose_one_of(const std::string& name,
                     std::int64_t process,
                     AnyMachine& machine,
                     Out& out,
                     Outcome& outcome,
                     std::tuple<Peers...>) {
        (lose_as<Peers>(name, process, machine, out, outcome), ...);
    }

    template <class Peer, class AnyMachine>
    void lose_as(const std::string& name,
                 [[maybe_unused]] std::int64_t process,
                 AnyMachine& machine,
                 Out& out,
                 Outcome& outcome) {
        if (name != Peer::kName) {
            return;
        }
        Peer typed{};
        if constexpr (requires { typed.process; }) {
            typed.process = {process};
        }
        outcome = machine.lost(typed, out);
    }

    void complain(const std::string& text) {
        if (complaint_.empty()) {
            complaint_ = text;
        }
    }

    const TypedSpec* spec_;
    spec::RoleId role_;
    std::int64_t process_;
    std::shared_ptr<typename Role::Hooks> hooks_; // shared by copies; only used during an event
    Machine<true> seen_;
    Machine<false> blind_;
    Disk disk_;
    std::string complaint_;
};

} // namespace muster::test
