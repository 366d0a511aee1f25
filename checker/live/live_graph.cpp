#include "checker/live/live_graph.hpp"

#include "checker/live/sort_unique.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <numeric>

namespace muster::checker::live {

namespace {

using Next = Expansion::Next;
using Ended = ExploreResult::Ended;

constexpr std::uint32_t kProgressStride = 1024; // states between two looks at the clock

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
