#include "checker/live/live_graph.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace muster::checker::live {
namespace {

using Next = Expansion::Next;
using Ended = ExploreResult::Ended;

constexpr std::uint32_t kSeparator = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kProgressStride = 1024; // states between two looks at the clock

void sort_unique(std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace

LiveGraph::LiveGraph(const LiveSetup& setup)
    : setup_(setup)
    , system_(setup.search.system)
    , spec_(*setup.search.system.spec)
    , interpreter_(spec_, setup.search.universe)
    , limits_(setup.search, interpreter_)
    , own_inputs_(setup.search.inputs.thinned([](const SentMessage&) { return false; }))
    , own_steps_(system_, setup.search.slice, own_inputs_, interpreter_)
    , made_up_(system_, setup.search.slice, setup.search.inputs, interpreter_)
    , store_(spec_, interpreter_.layout(), setup.search.slice)
    , not_evaluated_(setup.questions.size())
    , quiet_(setup.questions.size()) {
    counts_.intern({});
    for (const LiveQuestion& question : setup.questions) {
        truths_.emplace_back(question.bindings.size());
    }
}

void LiveGraph::build() {
    interpreter_.limit_time(setup_.search.options.deadline);
    std::uint32_t next = 0;
    try {
        start();
        result_.start_seen = true;
        level_end_ = static_cast<std::uint32_t>(state_of_.size());
        for (; next < state_of_.size() && !out_of_budget(next); ++next) {
            if (next == level_end_) {
                ++depth_;
                level_end_ = static_cast<std::uint32_t>(state_of_.size());
            }
            expand(next);
        }
    } catch (const OutOfTime&) {
        result_.ended = Ended::at_deadline;
    }
    interpreter_.limit_time(std::nullopt);
    result_.complete_depth = depth_;
    for (; next < state_of_.size(); ++next) {
        close(next);
    }
    graph_.first_edge.resize(state_of_.size() + 1, static_cast<std::uint32_t>(graph_.edges.size()));
    graph_.possible.resize(state_of_.size(), 0);
    result_.states = state_of_.size();
    result_.depth = depth_;
    limits_.describe(result_);
}

bool LiveGraph::out_of_budget(std::uint32_t next) {
    const ExploreOptions& options = setup_.search.options;
    if (options.progress && next % kProgressStride == 0) {
        options.progress({state_of_.size(), state_of_.size() - next, graph_.edges.size(), depth_});
    }
    const auto end = [&](Ended why) {
        result_.ended = why;
        return true;
    };
    if (options.max_depth && depth_ >= *options.max_depth) {
        return end(Ended::at_max_depth);
    }
    if (options.max_states && state_of_.size() >= *options.max_states) {
        return end(Ended::at_max_states);
    }
    if (options.deadline && next % kProgressStride == 0 &&
        std::chrono::steady_clock::now() >= *options.deadline) {
        return end(Ended::at_deadline);
    }
    return options.stop != nullptr && options.stop->requested() && end(Ended::at_stop);
}

void LiveGraph::start() {
    graph_.first_edge.push_back(0);
    ChoiceScript script;
    for (const State& base : setup_.search.interpretations) {
        script.clear();
        do {
            interpreter_.begin(base, script);
            try {
                if (interpreter_.initialise() == Flow::dead) {
                    continue;
                }
            } catch (const Undefined& undefined) {
                limits_.note_lost_start(undefined.failure);
                continue;
            }
            StepMarks marks;
            for (const SentMessage& sent : interpreter_.workspace().sends()) {
                if (is_heard(sent)) {
                    marks.sent.push_back(number_of(sent));
                }
            }
            sort_unique(marks.sent);
            const auto row = store_.pack(interpreter_.workspace().finish());
            const std::size_t known = state_of_.size();
            node_of(row, counts_after(0, marks));
            if (state_of_.size() > known) {
                initial_choices_.push_back(script.chosen());
            }
        } while (script.advance());
    }
}

std::uint32_t LiveGraph::node_of(const StateStore::Row& row, std::uint32_t counts) {
    const auto [at, is_new] = nodes_.try_emplace({store_.add(row).index, counts},
                                                 static_cast<std::uint32_t>(state_of_.size()));
    if (is_new) {
        state_of_.push_back(at->first.first);
        counts_of_.push_back(counts);
        closed_.push_back(false);
        for (auto& of_question : truths_) {
            for (Truths& truths : of_question) {
                truths.premise.push_back(false);
                truths.conclusion.push_back(true); // nothing is claimed of what is not looked at
            }
        }
    }
    return at->second;
}

void LiveGraph::close(std::uint32_t node) {
    closed_[node] = true;
    ++closed_count_;
}

std::optional<bool>
LiveGraph::truth(std::size_t question, spec::ExprId formula, const State& state) {
    try {
        return interpreter_.holds(formula, state, state);
    } catch (const Undefined& undefined) {
        if (!not_evaluated_[question]) {
            not_evaluated_[question] = undefined.failure;
        }
        return std::nullopt;
    }
}

void LiveGraph::look_at(const State& state) {
    const std::size_t node = graph_.first_edge.size() - 1;
    for (std::size_t q = 0; q < setup_.questions.size(); ++q) {
        const LiveQuestion& question = setup_.questions[q];
        const spec::LiveInfo& live = spec_.lives[question.live];
        for (std::size_t i = 0; i < question.bindings.size(); ++i) {
            for (const Binding& binding : question.bindings[i]) {
                interpreter_.bind(binding.local, binding.value);
            }
            Truths& truths = truths_[q][i];
            truths.premise[node] = truth(q, live.premise, state).value_or(false);
            truths.conclusion[node] = truth(q, live.conclusion, state).value_or(true);
        }
    }
}

void LiveGraph::expand(std::uint32_t node) {
    const State state = store_.unpack(store_.row(state_of_[node]));
    look_at(state);
    possible_.clear();
    if (limits_.is_outside(state)) {
        close(node);
        graph_.possible.push_back(possible_in(State{}));
        graph_.first_edge.push_back(static_cast<std::uint32_t>(graph_.edges.size()));
        return;
    }
    const auto exhausted = [&] {
        const auto& counts = interpreter_.exhausted();
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    const std::uint64_t exhausted_before = exhausted();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found; // marks and target
    visit_steps(node, state, [&](const Expansion::Outcome&, const FairEdge& edge) {
        const StepMarks& marks = graph_.marks[edge.marks];
        if (edge.target != node || marks != StepMarks{}) {
            found.emplace_back(edge.target, edge.marks);
        }
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const auto& [target, marks] : found) {
        graph_.edges.push_back({target, marks});
    }
    graph_.possible.push_back(possible_in(state));
    graph_.first_edge.push_back(static_cast<std::uint32_t>(graph_.edges.size()));
    // An action that is due may be impossible only because the instance has no element left.
    if (exhausted() > exhausted_before) {
        const bool has_due =
            std::any_of(system_.steps.begin(), system_.steps.end(), [&](const Step& step) {
                return some([&](const Fairness& fairness) { return fairness.is_due(step); });
            });
        if (has_due) {
            close(node);
        }
    }
}

void LiveGraph::visit_steps(std::uint32_t node, const State& state, const OnStep& on_step) {
    const StateStore::Row before = store_.row(state_of_[node]);
    const std::uint32_t counts = counts_of_[node];
    const auto visit = [&](const Expansion::Outcome& outcome) {
        const Event& event = outcome.event;
        const Step& step = system_.steps[event.step];
        if (step.kind == StepKind::deliver && event.origin == Origin::network &&
            !may_arrive(*event.message, counts)) {
            return;
        }
        if (some([&](const Fairness& fairness) { return fairness.is_due(step); })) {
            possible_.push_back(
                {.kind = step.kind == StepKind::act ? Duty::Kind::action : Duty::Kind::fault,
                 .process = {step.role, event.process},
                 .step = event.step});
        }
        if (event.origin == Origin::made_up && step.kind == StepKind::deliver) {
            const spec::RoleId from = spec_.message(event.message->message).from;
            if (some([&](const Fairness& fairness) { return fairness.is_due_made_up(from); })) {
                possible_.push_back({.kind = Duty::Kind::made_up, .process = {from, 0}});
            }
        }
        if (outcome.failure == nullptr) {
            on_step(outcome, edge_of(node, before, event));
        } else if (outcome.failure->kind == Failure::Kind::out_of_reach) {
            limits_.note_lost_step(event.step, *outcome.failure);
        }
    };
    made_up_.expand(state, [&](const Expansion::Outcome& outcome) {
        if (outcome.event.origin != Origin::made_up) {
            return Next::stop;
        }
        visit(outcome);
        return Next::go_on;
    });
    own_steps_.expand(state, [&](const Expansion::Outcome& outcome) {
        visit(outcome);
        return Next::go_on;
    });
}

FairEdge LiveGraph::edge_of(std::uint32_t node, const StateStore::Row& before, const Event& event) {
    const std::uint32_t marks = marks_of(event);
    const std::uint32_t counts = counts_after(counts_of_[node], graph_.marks[marks]);
    return {node_of(store_.after(before, interpreter_.workspace()), counts), marks};
}

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

Trace LiveGraph::trace(std::uint32_t initial, const std::vector<FairEdge>& edges) {
    Trace trace;
    trace.without = system_.faults_left_out();
    trace.universe = setup_.search.universe;
    trace.initial = store_.unpack(store_.row(state_of_[initial]));
    trace.initial_choices = initial_choices_[initial];
    std::uint32_t at = initial;
    for (const FairEdge& wanted : edges) {
        std::optional<Event> found;
        visit_steps(at, trace.last_state(), [&](const auto& outcome, const FairEdge& edge) {
            if (!found && edge.target == wanted.target && edge.marks == wanted.marks) {
                found = Expansion::complete(outcome);
            }
        });
        MUSTER_ASSERT(found, "a step of a graph cannot be taken again");
        at = wanted.target;
        trace.steps.push_back({std::move(*found), store_.unpack(store_.row(state_of_[at]))});
    }
    return trace;
}

} // namespace muster::checker::live
