#include "checker/live/live_graph.hpp"
#include "checker/live/sort_unique.hpp"

#include <limits>

/// What steps and states are to fairness.
namespace muster::checker::live {

namespace {

constexpr std::uint32_t kSeparator = std::numeric_limits<std::uint32_t>::max();

} // namespace

bool LiveGraph::recurs(spec::MessageId message) const {
    return some([&](const Fairness& fairness) { return fairness.recurs(message); });
}

// A message that matters to what is looked at: it can arrive at somebody.
bool LiveGraph::is_heard(const SentMessage& message) const {
    const spec::MessageInfo& info = spec_.message(message.message);
    return setup_.search.slice.messages[message.message.value].deliverable &&
           (info.network == spec::NetworkKind::unreliable || recurs(message.message));
}

std::uint32_t LiveGraph::number_of(const SentMessage& message) {
    const std::uint32_t number = messages_.intern(message);
    if (number == graph_.recurrences.size()) {
        const bool is_unreliable =
            spec_.message(message.message).network == spec::NetworkKind::unreliable;
        graph_.recurrences.push_back({number, recurs(message.message), is_unreliable});
    }
    return number;
}

std::uint32_t LiveGraph::number_of(const Duty& duty) {
    return duties_.try_emplace(duty, static_cast<std::uint32_t>(duties_.size())).first->second;
}

// What a step that the interpreter has just run is to fairness.
std::uint32_t LiveGraph::marks_of(const Event& event) {
    const Workspace& workspace = interpreter_.workspace();
    const Step& step = system_.steps[event.step];
    StepMarks marks;
    note_undone(event, marks.done);
    for (const SentMessage& sent : workspace.sends()) {
        if (is_heard(sent) && !is_stopped(workspace.base(), addressee(spec_, sent))) {
            marks.sent.push_back(number_of(sent));
        }
    }
    if (step.kind == StepKind::deliver && event.origin == Origin::network &&
        is_heard(*event.message)) {
        marks.delivered.push_back(number_of(*event.message));
    }
    sort_unique(marks.done);
    sort_unique(marks.sent);
    std::vector<std::uint32_t> key;
    for (const LiveQuestion& question : setup_.questions) {
        key.push_back(question.fairness.is_quiet(event.step, event) ? 1U : 0U);
    }
    for (const auto* numbers : {&marks.done, &marks.sent, &marks.delivered}) {
        key.insert(key.end(), numbers->begin(), numbers->end());
        key.push_back(kSeparator);
    }
    const auto [at, is_new] =
        marks_numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(graph_.marks.size()));
    if (is_new) {
        graph_.marks.push_back(std::move(marks));
        for (std::size_t i = 0; i < quiet_.size(); ++i) {
            quiet_[i].push_back(at->first[i] == 1U);
        }
    }
    return at->second;
}

// Duties that the step does, and those that are no longer put off after it.
void LiveGraph::note_undone(const Event& event, std::vector<std::uint32_t>& done) {
    const Step& step = system_.steps[event.step];
    for (const ArmedTimer& timer : interpreter_.workspace().touched_timers()) {
        if (some([&](const Fairness& fairness) { return fairness.is_due(timer.timer); })) {
            done.push_back(number_of({.kind = Duty::Kind::timer, .timer = timer}));
        }
    }
    const auto queue = [&](const Process& from, const Process& to) {
        done.push_back(number_of({.kind = Duty::Kind::queue, .process = from, .addressee = to}));
    };
    if (event.message && event.origin == Origin::network) {
        const auto network = spec_.message(event.message->message).network;
        if (network == spec::NetworkKind::fifo) {
            queue(sender(spec_, *event.message), addressee(spec_, *event.message));
        } else if (network == spec::NetworkKind::once) {
            done.push_back(number_of({.kind = Duty::Kind::copy, .message = *event.message}));
        }
    }
    if (step.kind == StepKind::cut) {
        const Process one{step.role, event.process};
        const Process other{step.peer, event.peer};
        queue(one, other);
        queue(other, one);
    }
    if (some([&](const Fairness& fairness) { return fairness.is_due(step); })) {
        done.push_back(
            number_of({.kind = step.kind == StepKind::act ? Duty::Kind::action : Duty::Kind::fault,
                       .process = {step.role, event.process},
                       .step = event.step}));
    }
    if (step.kind == StepKind::deliver && event.origin == Origin::made_up) {
        const spec::RoleId from = spec_.message(event.message->message).from;
        if (some([&](const Fairness& fairness) { return fairness.is_due_made_up(from); })) {
            done.push_back(number_of({.kind = Duty::Kind::made_up, .process = {from, 0}}));
        }
    }
}

// Where an assumption is undefined, a step goes wrong: it is due, and leads nowhere.
bool LiveGraph::timing_allows(const State& state, const ArmedTimer& timer) {
    ChoiceScript script;
    interpreter_.begin(state, script);
    try {
        return interpreter_.timing_allows(timer);
    } catch (const Undefined&) {
        return true;
    }
}

void LiveGraph::add_possible(std::vector<Duty>& duties, const State& state) {
    for (const ArmedTimer& timer : state.armed) {
        const Process process{spec_.timer(timer.timer).role, timer.process};
        const bool is_due =
            some([&](const Fairness& fairness) { return fairness.is_due(timer.timer); });
        if (!is_due || is_stopped(state, process)) {
            continue;
        }
        if (timing_allows(state, timer)) {
            duties.push_back({.kind = Duty::Kind::timer, .timer = timer});
        }
    }
    const auto is_due = [&](const SentMessage& message) {
        return some([&](const Fairness& fairness) { return fairness.is_due(message.message); });
    };
    for (const SentMessage& message : state.in_flight.loose) {
        if (is_due(message) && !is_stopped(state, addressee(spec_, message))) {
            duties.push_back({.kind = Duty::Kind::copy, .message = message});
        }
    }
    for (const SentMessage& message : queue_fronts(spec_, state.in_flight)) {
        if (is_due(message) && !is_stopped(state, addressee(spec_, message))) {
            duties.push_back({.kind = Duty::Kind::queue,
                              .process = sender(spec_, message),
                              .addressee = addressee(spec_, message)});
        }
    }
}

std::uint32_t LiveGraph::possible_in(const State& state) {
    std::vector<Duty> duties = possible_;
    add_possible(duties, state);
    std::vector<std::uint32_t> numbers;
    numbers.reserve(duties.size());
    for (const Duty& duty : duties) {
        numbers.push_back(number_of(duty));
    }
    sort_unique(numbers);
    const auto [at, is_new] =
        duty_set_numbers_.try_emplace(numbers, static_cast<std::uint32_t>(duty_sets_.size()));
    if (is_new) {
        duty_sets_.push_back(std::move(numbers));
    }
    return at->second;
}

bool LiveGraph::is_due_to(const Fairness& fairness, const Duty& duty) const {
    switch (duty.kind) {
    case Duty::Kind::timer:
        return fairness.is_due(duty.timer.timer);
    case Duty::Kind::copy:
    case Duty::Kind::queue:
        return true; // no property lists that something no longer arrives
    case Duty::Kind::action:
    case Duty::Kind::fault:
        return fairness.is_due(system_.steps[duty.step]);
    case Duty::Kind::made_up:
        return fairness.is_due_made_up(duty.process.role);
    }
    return false;
}

const FairGraph& LiveGraph::graph_for(std::size_t question) {
    std::vector<bool> is_due(duties_.size(), false);
    for (const auto& [duty, number] : duties_) {
        is_due[number] = is_due_to(setup_.questions[question].fairness, duty);
    }
    graph_.duty_sets = duty_sets_;
    for (auto& duties : graph_.duty_sets) {
        std::erase_if(duties, [&](std::uint32_t duty) { return !is_due[duty]; });
    }
    return graph_;
}

bool LiveGraph::may_arrive(const SentMessage& message, std::uint32_t counts) const {
    if (setup_.arrivals == Arrivals::any_number ||
        spec_.message(message.message).network != spec::NetworkKind::unreliable) {
        return true;
    }
    const Counts& left = counts_[counts];
    for (std::size_t i = 0; i < left.size(); i += 2) {
        if (messages_[left[i]] == message) {
            return true;
        }
    }
    return false;
}

// How often each message may still arrive: once and `duplicates` times after it was sent last.
std::uint32_t LiveGraph::counts_after(std::uint32_t counts, const StepMarks& marks) {
    if (setup_.arrivals == Arrivals::any_number) {
        return 0;
    }
    std::map<std::uint32_t, std::uint32_t> left;
    for (std::size_t i = 0; i < counts_[counts].size(); i += 2) {
        left[counts_[counts][i]] = counts_[counts][i + 1];
    }
    const auto is_counted = [&](std::uint32_t message) {
        return graph_.recurrences[message].if_delivered_sent;
    };
    for (const std::uint32_t message : marks.delivered) {
        if (is_counted(message) && --left[message] == 0) {
            left.erase(message);
        }
    }
    for (const std::uint32_t message : marks.sent) {
        if (is_counted(message)) {
            left[message] = setup_.search.instance.max_duplicates + 1;
        }
    }
    Counts after;
    for (const auto& [message, count] : left) {
        after.push_back(message);
        after.push_back(count);
    }
    return counts_.intern(after);
}

} // namespace muster::checker::live
