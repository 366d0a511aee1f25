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

std::unique_ptr<Model> Model::read(const std::string& path) {
    const std::filesystem::path root(MUSTER_SOURCE_DIR);
    spec::Diagnostics diagnostics;
    auto spec = spec::analyse(read_file(root / path), diagnostics);
    if (!spec.has_value()) {
        throw std::runtime_error(path + " has mistakes");
    }
    auto model = std::make_unique<Model>();
    model->spec = *std::move(spec);
    model->spec.faults.clear();
    for (std::uint32_t i = 0; i < model->spec.roles.size(); ++i) {
        model->spec.faults.push_back({spec::FaultKind::crash, spec::RoleId{i}});
        model->spec.faults.push_back({spec::FaultKind::arbitrary, spec::RoleId{i}});
    }
    model->spec.fault_fairness.assign(model->spec.faults.size(), spec::Fairness::unmarked);
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
    const auto initial = evaluator_.initial_states(model.fixed);
    state_ = std::get<State>(initial.at(tape.below(initial.size())).result);
    const checker::Layout layout(model.spec, model.universe);
    for (std::uint32_t i = 0; i < model.spec.roles.size(); ++i) {
        const spec::RoleId role{i};
        for (std::size_t number = 0; number < layout.processes(role); ++number) {
            const auto process = static_cast<std::int64_t>(number);
            auto machine = model.make(model.spec, role, process);
            if (machine == nullptr) {
                continue;
            }
            Script script{&model.spec, &state_, {}, 0, {}, true};
            Effects effects;
            static_cast<void>(machine->start(script, effects));
            processes_.push_back({role, process, std::move(machine)});
        }
    }
}

// A number that occurs in the state, a generation above all, or a small one.
Value Lockstep::random_integer(Tape& tape) const {
    std::vector<std::int64_t> numbers{-1, 0, 1, 2, 3};
    for (std::size_t i = 0; i < model_.spec.variables.size(); ++i) {
        if (model_.spec.types[model_.spec.variables[i].type].kind == TypeKind::integer) {
            numbers.insert(numbers.end(), 4, state_.variables[i].front().number());
        }
    }
    return Value::scalar(numbers[tape.below(numbers.size())]);
}

// Elements of sorts that `fresh` draws from are nearly always ones that have occurred, and the
// newest of those: `fresh` gives out the least that is left, and others would soon be used up.
Value Lockstep::random_element(Tape& tape, std::uint32_t sort) const {
    const auto& used = state_.used[sort];
    if (!used.empty() && tape.below(16) != 15) {
        const std::size_t newest = std::min<std::size_t>(used.size(), 4);
        return Value::scalar(used[used.size() - 1 - tape.below(newest)]);
    }
    const auto size = static_cast<std::size_t>(model_.universe.sort_sizes[sort]);
    return Value::scalar(static_cast<std::int64_t>(tape.below(size)));
}

Value Lockstep::random_container(Tape& tape, const spec::Type& type) const {
    std::vector<Value> items;
    std::map<Value, Value> entries;
    for (std::size_t count = tape.below(4); count > 0; --count) {
        const Value item = random_value(tape, type.first);
        const bool repeats = std::find(items.begin(), items.end(), item) != items.end();
        if (type.kind == TypeKind::map) {
            entries[item] = random_value(tape, type.second);
        } else if (type.kind == TypeKind::list || !repeats) {
            items.push_back(item);
        }
    }
    for (const auto& [key, value] : entries) {
        items.push_back(key);
        items.push_back(value);
    }
    if (type.kind == TypeKind::set) {
        std::sort(items.begin(), items.end());
    }
    return Value::row(std::move(items));
}

Value Lockstep::random_value(Tape& tape, spec::TypeId id) const {
    const spec::Type& type = model_.spec.types[id];
    switch (type.kind) {
    case TypeKind::boolean:
        return Value::boolean(tape.below(2) == 1);
    case TypeKind::integer:
        return random_integer(tape);
    case TypeKind::sort:
        return random_element(tape, type.declaration);
    case TypeKind::enumeration: {
        const auto count = model_.spec.enums[type.declaration].enumerators.size();
        return Value::scalar(static_cast<std::int64_t>(tape.below(count)));
    }
    case TypeKind::record: {
        std::vector<Value> fields;
        for (const auto& field : model_.spec.records[type.declaration].fields) {
            fields.push_back(random_value(tape, field.type));
        }
        return Value::row(std::move(fields));
    }
    case TypeKind::option:
        return tape.below(4) == 0 ? Value::none() : Value::some(random_value(tape, type.first));
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
        return random_container(tape, type);
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
            event.origin = checker::Origin::made_up; // every sender is arbitrary
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

// Of the connection with a random process of a random peer; nothing for a role that has none.
std::vector<Event> Lockstep::cut(Tape& tape, const Process& process) {
    const checker::Layout layout(model_.spec, model_.universe);
    std::vector<Event> events;
    for (std::uint32_t i = 0; i < model_.system.steps.size(); ++i) {
        const auto& step = model_.system.steps[i];
        if (step.kind != StepKind::cut ||
            (step.role != process.role && step.peer != process.role)) {
            continue;
        }
        const bool first = step.role == process.role;
        const auto other =
            static_cast<std::int64_t>(tape.below(layout.processes(first ? step.peer : step.role)));
        Event event;
        event.step = i;
        event.process = first ? process.number : other;
        event.peer = first ? other : process.number;
        events.push_back(event);
    }
    if (events.empty()) {
        return {};
    }
    return {events[tape.below(events.size())]};
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
    if (kind < 30) {
        std::vector<Event> cuts = cut(tape, process);
        if (!cuts.empty()) {
            return cuts;
        }
    }
    return kind < 100 ? delivery(tape, process) : action(tape, process);
}

std::string Lockstep::describe(const Event& event) const {
    checker::ElementNames names(model_.spec);
    return checker::render_event(model_.system, event, names);
}

// What the cut is for this process; the other end is not compared.
Outcome Lockstep::run_cut(const Process& process,
                          MachineUnderTest& machine,
                          const Event& event,
                          Script& script,
                          Effects& effects) const {
    const auto& step = model_.system.steps[event.step];
    const bool first = step.role == process.role;
    const spec::RoleId peer = first ? step.peer : step.role;
    return checker::lost_handler(model_.spec, process.role, peer) == nullptr
               ? Outcome::ignored
               : machine.lost(peer, first ? event.peer : event.process, script, effects);
}

Outcome Lockstep::run(const Process& process,
                      MachineUnderTest& machine,
                      const Event& event,
                      Script& script,
                      Effects& effects) const {
    const auto& step = model_.system.steps[event.step];
    const auto& role = model_.spec.role(step.role);
    switch (step.kind) {
    case StepKind::deliver:
        script.handler = step.index;
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
    case StepKind::lose:
        break;
    case StepKind::cut:
        return run_cut(process, machine, event, script, effects);
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

std::string
Lockstep::compare_outcome(const Process& process, const Successor& expected, Outcomes& all) {
    const auto* failure = std::get_if<Failure>(&expected.result);
    auto machine = process.machine->clone();
    Script script{&model_.spec, &state_, expected.event.choices, 0, {}, true};
    Effects effects;
    const Outcome outcome = run(process, *machine, expected.event, script, effects);
    if (failure != nullptr) {
        return outcome == Outcome::not_enabled ? machine->complaint()
                                               : "an unhandled message is handled";
    }
    if (outcome != Outcome::handled && outcome != Outcome::ignored) {
        return "the machine answers " + std::string(name_of(outcome));
    }
    if (!script.fits || script.next != expected.event.choices.size()) {
        return "the machine chooses differently";
    }
    if (!script.handlers.empty() &&
        all.handlers != std::set<std::size_t>(script.handlers.begin(), script.handlers.end())) {
        return "the machine has other handlers to choose from";
    }
    for (const auto& [position, offered] : script.offered) {
        const std::vector<Value> prefix(expected.event.choices.begin(),
                                        expected.event.choices.begin() +
                                            static_cast<std::ptrdiff_t>(position));
        if (all.options[prefix] != std::set<Value>(offered.begin(), offered.end())) {
            return "the machine has other options";
        }
    }
    const std::string difference =
        differs(process, *machine, effects, expected.event, std::get<State>(expected.result));
    if (!difference.empty()) {
        return difference;
    }
    all.machines.push_back(std::move(machine));
    return all.machines.back()->complaint();
}

std::string Lockstep::compare_disabled(const Process& process, const Event& event) const {
    Script script{&model_.spec, &state_, {}, 0, {}, true};
    Effects effects;
    const auto machine = process.machine->clone();
    const Outcome outcome = run(process, *machine, event, script, effects);
    return outcome == Outcome::not_enabled ? machine->complaint()
                                           : "the machine does what is not enabled";
}

// Every outcome of the event, as the evaluator sees it, is also what the machine does with the same
// choices; and where the machine chooses, it has exactly the options that the evaluator has.
std::string Lockstep::compare(Tape& tape, Process& process, const std::vector<Event>& events) {
    const auto exhausted = evaluator_.exhausted_count();
    Outcomes all;
    for (const Event& event : events) {
        for (Successor& successor : evaluator_.outcomes(state_, event)) {
            all.expected.push_back(std::move(successor));
        }
    }
    if (evaluator_.exhausted_count() != exhausted) {
        return ""; // the universe is too small to go on here
    }
    if (all.expected.empty()) {
        return compare_disabled(process, events.front());
    }
    for (const Successor& successor : all.expected) {
        const auto* failure = std::get_if<Failure>(&successor.result);
        if (failure != nullptr && failure->kind != Failure::Kind::unhandled) {
            ++covered["failure"];
            return ""; // a broken obligation ends the program: there is nothing to compare
        }
        all.handlers.insert(model_.system.steps[successor.event.step].index);
        std::vector<Value> prefix;
        for (const Value& choice : successor.event.choices) {
            all.options[prefix].insert(choice);
            prefix.push_back(choice);
        }
    }
    for (const Successor& successor : all.expected) {
        const std::string wrong = compare_outcome(process, successor, all);
        if (!wrong.empty()) {
            return wrong;
        }
    }
    if (all.machines.empty()) {
        ++covered["unhandled"];
        return "";
    }
    const std::size_t adopted = tape.below(all.machines.size());
    const Successor& next = all.expected[adopted];
    story_ += describe(next.event) + '\n';
    ++covered[model_.system.steps[next.event.step].name];
    covered["choices"] += all.machines.size() > 1 ? 1 : 0;
    process.machine = std::move(all.machines[adopted]);
    state_ = std::get<State>(next.result);
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
