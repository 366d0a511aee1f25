#include "tests/property/lockstep.hpp"

#include "checker/eval/layout.hpp"
#include "checker/trace/render_text.hpp"
#include "spec/pipeline/front_end.hpp"
#include "tests/support/golden.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

namespace muster::test {

using checker::Event;
using checker::Failure;
using checker::State;
using checker::StepKind;
using checker::Successor;
using spec::TypeKind;

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
std::size_t Tape::below(std::size_t count) {
    left_ -= left_ > 0 ? 1 : 0;
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = (state_ ^ (state_ >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
    return static_cast<std::size_t>((mixed ^ (mixed >> 31U)) % count);
}

std::unique_ptr<Model> Model::read(const std::string& name) {
    const std::filesystem::path root(MUSTER_SOURCE_DIR);
    spec::Diagnostics diagnostics;
    auto spec = spec::analyse(read_file(root / "spec/protocols" / (name + ".muster")), diagnostics);
    if (!spec.has_value()) {
        throw std::runtime_error(name + ".muster has mistakes");
    }
    auto model = std::make_unique<Model>();
    model->spec = *std::move(spec);
    model->spec.faults.clear();
    for (std::uint32_t i = 0; i < model->spec.roles.size(); ++i) {
        model->spec.faults.push_back({spec::FaultKind::crash, spec::RoleId{i}});
        model->spec.faults.push_back({spec::FaultKind::arbitrary, spec::RoleId{i}});
    }
    model->system = checker::lower(model->spec, {});
    return model;
}

spec::SortId Model::sort(const std::string& name) const {
    for (std::uint32_t i = 0; i < spec.sorts.size(); ++i) {
        if (spec.sorts[i].name == name) {
            return spec::SortId{i};
        }
    }
    throw std::runtime_error("no sort " + name);
}

std::size_t Model::weight(const std::string& name) const {
    const auto found = weights.find(name);
    return found == weights.end() ? 1 : found->second;
}

Lockstep::Lockstep(const Model& model, Tape& tape)
    : model_(model)
    , evaluator_(model.system, model.universe) {
    const auto initial = evaluator_.initial_states(model.constants);
    state_ = std::get<State>(initial.at(tape.below(initial.size())).result);
    const checker::Layout layout(model.spec, model.universe);
    for (std::uint32_t i = 0; i < model.spec.roles.size(); ++i) {
        const spec::RoleId role{i};
        for (std::size_t number = 0; number < layout.processes(role); ++number) {
            const auto process = static_cast<std::int64_t>(number);
            auto machine = model.make(model.spec, role, process);
            Script script{&model.spec, &state_, {}, 0, {}, true};
            Effects effects;
            static_cast<void>(machine->start(script, effects));
            processes_.push_back({role, process, std::move(machine)});
        }
    }
}

// Elements of sorts that `fresh` draws from are nearly always ones that have occurred: others would
// soon be used up.
Value Lockstep::random_value(Tape& tape, spec::TypeId id) {
    const spec::Type& type = model_.spec.types[id];
    const auto some = [&](std::size_t most) {
        return tape.below(most + 1);
    };
    switch (type.kind) {
    case TypeKind::boolean:
        return Value::boolean(tape.below(2) == 1);
    case TypeKind::integer: {
        // Numbers that occur in the state, generations above all, or small ones.
        std::vector<std::int64_t> numbers{-1, 0, 1, 2, 3};
        for (const auto& variable : model_.spec.variables) {
            const auto index = static_cast<std::size_t>(&variable - model_.spec.variables.data());
            if (model_.spec.types[variable.type].kind == TypeKind::integer) {
                const std::int64_t current = state_.variables[index].front().number();
                numbers.insert(numbers.end(), 4, current);
            }
        }
        return Value::scalar(numbers[tape.below(numbers.size())]);
    }
    case TypeKind::sort: {
        const auto& used = state_.used[type.declaration];
        if (!used.empty() && tape.below(16) != 15) {
            // The newest ones: `fresh` gives out the least that is left.
            const std::size_t newest = std::min<std::size_t>(used.size(), 4);
            return Value::scalar(used[used.size() - 1 - tape.below(newest)]);
        }
        const auto size = model_.universe.sort_sizes[type.declaration];
        return Value::scalar(static_cast<std::int64_t>(tape.below(static_cast<std::size_t>(size))));
    }
    case TypeKind::enumeration:
        return Value::scalar(static_cast<std::int64_t>(
            tape.below(model_.spec.enums[type.declaration].enumerators.size())));
    case TypeKind::record: {
        std::vector<Value> fields;
        for (const auto& field : model_.spec.records[type.declaration].fields) {
            fields.push_back(random_value(tape, field.type));
        }
        return Value::row(std::move(fields));
    }
    case TypeKind::option:
        return tape.below(4) == 0 ? Value::none() : Value::some(random_value(tape, type.first));
    case TypeKind::set: {
        std::set<Value> elements;
        for (std::size_t count = some(2); count > 0; --count) {
            elements.insert(random_value(tape, type.first));
        }
        return Value::row({elements.begin(), elements.end()});
    }
    case TypeKind::map: {
        std::map<Value, Value> entries;
        for (std::size_t count = some(3); count > 0; --count) {
            const Value key = random_value(tape, type.first);
            entries[key] = random_value(tape, type.second);
        }
        std::vector<Value> items;
        for (const auto& [key, value] : entries) {
            items.push_back(key);
            items.push_back(value);
        }
        return Value::row(std::move(items));
    }
    case TypeKind::list:
    case TypeKind::distinct_list: {
        std::vector<Value> items;
        for (std::size_t count = some(2) + 1; count > 0; --count) {
            const Value item = random_value(tape, type.first);
            if (type.kind == TypeKind::list ||
                std::find(items.begin(), items.end(), item) == items.end()) {
                items.push_back(item);
            }
        }
        return Value::row(std::move(items));
    }
    case TypeKind::request:
    case TypeKind::error:
        break;
    }
    return {};
}

checker::SentMessage Lockstep::random_message(Tape& tape, spec::MessageId id, std::int64_t to) {
    const auto& info = model_.spec.message(id);
    checker::SentMessage message{id, 0, to, 0, {}};
    const checker::Layout layout(model_.spec, model_.universe);
    message.from = static_cast<std::int64_t>(tape.below(layout.processes(info.from)));
    if (info.is_request || info.is_reply) {
        message.correlation = static_cast<std::int64_t>(
            tape.below(static_cast<std::size_t>(model_.universe.correlations)));
    }
    for (const auto& field : info.fields) {
        message.fields.push_back(random_value(tape, field.type));
    }
    if (model_.adjust && tape.below(8) > 0) {
        model_.adjust(tape, state_, message);
    }
    return message;
}

// A message that was sent, or any other. Which handler takes it is the evaluator's decision: there
// is one event for each.
std::vector<Event> Lockstep::delivery(Tape& tape, const Process& process) {
    const auto& handlers = model_.spec.role(process.role).handlers;
    if (handlers.empty()) {
        return {};
    }
    std::vector<spec::MessageId> likely;
    for (const auto& handler : handlers) {
        likely.insert(likely.end(),
                      model_.weight(model_.spec.message(handler.message).name),
                      handler.message);
    }
    checker::SentMessage message =
        random_message(tape, likely[tape.below(likely.size())], process.number);
    if (tape.below(2) == 1) {
        std::vector<checker::SentMessage> arrived;
        std::copy_if(state_.sent.begin(),
                     state_.sent.end(),
                     std::back_inserter(arrived),
                     [&](const auto& sent) {
                         return model_.spec.message(sent.message).to == process.role &&
                                sent.to == process.number;
                     });
        if (!arrived.empty()) {
            message = arrived[tape.below(arrived.size())];
        }
    }
    std::vector<Event> events;
    for (std::uint32_t i = 0; i < model_.system.steps.size(); ++i) {
        const auto& step = model_.system.steps[i];
        if (step.kind == StepKind::deliver && step.role == process.role &&
            handlers[step.index].message == message.message) {
            Event event;
            event.step = i;
            event.process = process.number;
            event.message = message;
            events.push_back(event);
        }
    }
    return events;
}

std::vector<Event> Lockstep::firing(Tape& tape, const Process& process) {
    std::vector<Event> events;
    for (const ArmedTimer& armed : state_.armed) {
        if (model_.spec.timer(armed.timer).role != process.role ||
            armed.process != process.number) {
            continue;
        }
        for (std::uint32_t i = 0; i < model_.system.steps.size(); ++i) {
            const auto& step = model_.system.steps[i];
            if (step.kind != StepKind::fire || step.role != process.role ||
                model_.spec.role(step.role).timer_handlers[step.index].timer != armed.timer) {
                continue;
            }
            Event event;
            event.step = i;
            event.process = process.number;
            if (model_.spec.timer(armed.timer).key_type.valid()) {
                event.timer_key = armed.key;
            }
            events.insert(events.end(), model_.weight(model_.spec.timer(armed.timer).name), event);
        }
    }
    if (events.empty()) {
        return {};
    }
    return {events[tape.below(events.size())]};
}

std::vector<Event> Lockstep::action(Tape& tape, const Process& process) {
    std::vector<Event> events;
    for (std::uint32_t i = 0; i < model_.system.steps.size(); ++i) {
        const auto& step = model_.system.steps[i];
        if (step.kind == StepKind::act && step.role == process.role) {
            Event event;
            event.step = i;
            event.process = process.number;
            events.insert(events.end(), model_.weight(step.name), event);
        }
    }
    if (events.empty()) {
        return {};
    }
    Event event = events[tape.below(events.size())];
    const auto& info =
        model_.spec.role(process.role).actions[model_.system.steps[event.step].index];
    for (const spec::LocalId parameter : info.parameters) {
        event.arguments.push_back(random_value(tape, model_.spec.local(parameter).type));
    }
    return {event};
}

std::vector<Event> Lockstep::crash(const Process& process) {
    for (std::uint32_t i = 0; i < model_.system.steps.size(); ++i) {
        const auto& step = model_.system.steps[i];
        if (step.kind == StepKind::crash && step.role == process.role) {
            Event event;
            event.step = i;
            event.process = process.number;
            return {event};
        }
    }
    return {};
}

// A role with timers lives by messages and timers, one without by its actions.
std::vector<Event> Lockstep::random_event(Tape& tape, const Process& process) {
    const bool timed = !model_.spec.role(process.role).timers.empty();
    const std::size_t kind = tape.below(256);
    if (kind < 2) {
        return crash(process);
    }
    if (timed) {
        return kind == 2    ? action(tape, process)
               : kind < 232 ? delivery(tape, process)
                            : firing(tape, process);
    }
    return kind < 100 ? delivery(tape, process) : action(tape, process);
}

std::string Lockstep::describe(const Event& event) const {
    checker::ElementNames names(model_.spec);
    return checker::render_event(model_.system, event, names);
}

Outcome Lockstep::run(MachineUnderTest& machine,
                      const Event& event,
                      Script& script,
                      Effects& effects) const {
    const auto& step = model_.system.steps[event.step];
    const auto& role = model_.spec.role(step.role);
    switch (step.kind) {
    case StepKind::deliver:
        return machine.deliver(*event.message, script, effects);
    case StepKind::fire:
        return machine.fire({role.timer_handlers[step.index].timer,
                             event.process,
                             event.timer_key.value_or(Value())},
                            script,
                            effects);
    case StepKind::act:
        return machine.act(role.actions[step.index].name, event.arguments, script, effects);
    case StepKind::crash:
        machine.reload();
        return machine.start(script, effects);
    case StepKind::stop:
        break;
    }
    return Outcome::not_enabled;
}

std::string Lockstep::differs(const Process& process,
                              const MachineUnderTest& machine,
                              const Effects& effects,
                              const Event& event,
                              const State& after) const {
    const auto& role = model_.spec.role(process.role);
    const auto values = machine.values();
    for (std::size_t i = 0; i < role.variables.size(); ++i) {
        const spec::VariableId id = role.variables[i];
        const Value& expected = after.variables[id.value][static_cast<std::size_t>(process.number)];
        if (values[i] != expected) {
            checker::ElementNames names(model_.spec);
            const spec::TypeId type = model_.spec.variable(id).type;
            return model_.spec.variable(id).name + " is " +
                   checker::render_value(model_.spec, type, values[i], names) + " and should be " +
                   checker::render_value(model_.spec, type, expected, names);
        }
    }
    std::set<SentMessage> sent(state_.sent.begin(), state_.sent.end());
    sent.insert(effects.sent.begin(), effects.sent.end());
    if (!std::equal(sent.begin(), sent.end(), after.sent.begin(), after.sent.end())) {
        return "the messages sent are different";
    }
    const auto& step = model_.system.steps[event.step];
    std::set<ArmedTimer> armed(state_.armed.begin(), state_.armed.end());
    if (step.kind == StepKind::fire) {
        armed.erase({role.timer_handlers[step.index].timer,
                     event.process,
                     event.timer_key.value_or(Value())});
    } else if (step.kind == StepKind::crash) {
        std::erase_if(armed, [&](const ArmedTimer& timer) {
            const auto& info = model_.spec.timer(timer.timer);
            return info.role == process.role && timer.process == process.number && !info.durable;
        });
    }
    for (const auto& [started, timer] : effects.timers) {
        if (started) {
            armed.insert(timer);
        } else {
            armed.erase(timer);
        }
    }
    if (!std::equal(armed.begin(), armed.end(), after.armed.begin(), after.armed.end())) {
        return "the armed timers are different";
    }
    return "";
}

// Every outcome of the event, as the evaluator sees it, is also what the machine does with the same
// choices; and where the machine chooses, it has exactly the options that the evaluator has.
std::string Lockstep::compare(Tape& tape, Process& process, const std::vector<Event>& events) {
    const auto exhausted = evaluator_.exhausted_count();
    std::vector<Successor> outcomes;
    for (const Event& event : events) {
        for (Successor& successor : evaluator_.outcomes(state_, event)) {
            outcomes.push_back(std::move(successor));
        }
    }
    if (evaluator_.exhausted_count() != exhausted) {
        return ""; // the universe is too small to go on here
    }
    if (outcomes.empty()) {
        Script script{&model_.spec, &state_, {}, 0, {}, true};
        Effects effects;
        const auto machine = process.machine->clone();
        const Outcome outcome = run(*machine, events.front(), script, effects);
        return outcome == Outcome::not_enabled ? machine->complaint()
                                               : "the machine does what is not enabled";
    }
    std::map<std::vector<Value>, std::set<Value>> options;
    for (const Successor& successor : outcomes) {
        std::vector<Value> prefix;
        for (const Value& choice : successor.event.choices) {
            options[prefix].insert(choice);
            prefix.push_back(choice);
        }
    }
    const std::size_t adopted = tape.below(outcomes.size());
    std::unique_ptr<MachineUnderTest> next;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const Successor& expected = outcomes[i];
        const auto* failure = std::get_if<Failure>(&expected.result);
        if (failure != nullptr && failure->kind != Failure::Kind::unhandled) {
            ++covered["failure"];
            return ""; // a broken obligation ends the program: there is nothing to compare
        }
        auto machine = process.machine->clone();
        Script script{&model_.spec, &state_, expected.event.choices, 0, {}, true};
        Effects effects;
        const Outcome outcome = run(*machine, expected.event, script, effects);
        if (failure != nullptr) {
            return outcome == Outcome::not_enabled ? "" : "an unhandled message is handled";
        }
        if (outcome != Outcome::handled && outcome != Outcome::ignored) {
            return "the machine answers " + std::string(name_of(outcome));
        }
        if (!script.fits || script.next != expected.event.choices.size()) {
            return "the machine chooses differently";
        }
        for (const auto& [position, offered] : script.offered) {
            const std::vector<Value> prefix(expected.event.choices.begin(),
                                            expected.event.choices.begin() +
                                                static_cast<std::ptrdiff_t>(position));
            if (options[prefix] != std::set<Value>(offered.begin(), offered.end())) {
                return "the machine has other options";
            }
        }
        const std::string difference =
            differs(process, *machine, effects, expected.event, std::get<State>(expected.result));
        if (!difference.empty() || !machine->complaint().empty()) {
            return difference.empty() ? machine->complaint() : difference;
        }
        if (i == adopted) {
            next = std::move(machine);
        }
    }
    story_ += describe(outcomes[adopted].event) + '\n';
    ++covered[model_.system.steps[outcomes[adopted].event.step].name];
    covered["choices"] += outcomes.size() > 1 ? 1 : 0;
    process.machine = std::move(next);
    state_ = std::get<State>(outcomes[adopted].result);
    return "";
}

std::string Lockstep::step(Tape& tape) {
    // The first process with timers is where most happens.
    const auto busiest =
        std::find_if(processes_.begin(), processes_.end(), [&](const Process& one) {
            return !model_.spec.role(one.role).timers.empty();
        });
    Process& process = busiest != processes_.end() && tape.below(2) == 0
                           ? *busiest
                           : processes_[tape.below(processes_.size())];
    const std::vector<Event> events = random_event(tape, process);
    if (events.empty()) {
        return "";
    }
    const std::string wrong = compare(tape, process, events);
    return wrong.empty() ? "" : story_ + describe(events.front()) + ": " + wrong;
}

} // namespace muster::test
