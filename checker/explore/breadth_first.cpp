#include "checker/explore/breadth_first.hpp"

#include "checker/explore/estimate_states.hpp"
#include "checker/explore/search_keeper.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker {

using Ended = ExploreResult::Ended;

namespace {

constexpr std::uint32_t kProgressStride = 4096; // states between two reports

} // namespace

BreadthFirst::BreadthFirst(const SearchSetup& setup)
    : setup_(setup)
    , interpreter_(*setup.system.spec, setup.universe)
    , findings_(setup.options, [this] { return nothing_left(); })
    , limits_(setup, interpreter_) {}

SearchOutcome BreadthFirst::run() {
    interpreter_.limit_time(setup_.options.deadline);
    interpreter_.observe(setup_.options.observer);
    try {
        search_from(begin());
    } catch (const OutOfTime&) {
        findings_.end(Ended::at_deadline);
    }
    interpreter_.limit_time(std::nullopt);
    interpreter_.observe(nullptr);
    result_.ended = findings_.ended();
    result_.states = count();
    result_.depth = depth_ + (result_.start_seen && count() > level_end_ ? 1 : 0);
    result_.complete_depth = over() ? depth_ : result_.depth;
    result_.not_evaluated = not_evaluated();
    limits_.describe(result_);
    finish();
    tell();
    return {std::move(result_), forgets_too_much_, limits_.met().lost_start};
}

std::uint32_t BreadthFirst::begin() {
    SearchKeeper* keeper = setup_.options.keeper;
    ByteReader* earlier = keeper == nullptr ? nullptr : keeper->earlier();
    std::uint32_t at = 0;
    if (earlier == nullptr) {
        start();
        level_end_ = count();
    } else {
        at = read_search(*earlier);
    }
    result_.start_seen = true;
    return at;
}

void BreadthFirst::search_from(std::uint32_t at) {
    SearchKeeper* keeper = setup_.options.keeper;
    while (at < count() && !over()) {
        if (at == level_end_) {
            ++depth_;
            level_sizes_.push_back(level_end_ - level_begin_);
            level_begin_ = level_end_;
            level_end_ = count();
        }
        if (keeper != nullptr && keeper->is_due()) {
            keep(at);
        }
        at = expand_from(at, level_end_);
    }
    if (keeper != nullptr) {
        keep(ended_at_.value_or(at));
    }
}

bool BreadthFirst::may_expand(std::uint32_t at) {
    if (setup_.options.progress && at % kProgressStride == 0) {
        std::vector<std::uint64_t> levels = level_sizes_;
        levels.push_back(level_end_ - level_begin_);
        setup_.options.progress(
            {count(), count() - at, result_.transitions, depth_, estimate_states(levels)});
    }
    if (findings_.out_of_budget(at, depth_, count())) {
        ended_at_ = at;
        return false;
    }
    states_before_ = count();
    return true;
}

std::uint32_t BreadthFirst::expand_from(std::uint32_t at, std::uint32_t) {
    if (may_expand(at)) {
        expand(at);
    }
    return at + 1;
}

void BreadthFirst::start() {
    ChoiceScript script;
    for (const State& base : setup_.interpretations) {
        script.clear();
        do {
            start_from(base, script);
        } while (!over() && script.advance());
    }
}

/// Whether the start leads to a state.
bool BreadthFirst::initialise(const State& base, ChoiceScript& script) {
    interpreter_.begin(base, script);
    try {
        return interpreter_.initialise() != Flow::dead;
    } catch (const Undefined& undefined) {
        if (undefined.failure.kind == Failure::Kind::out_of_reach) {
            limits_.note_lost_start(undefined.failure);
            return false;
        }
        Event event;
        event.choices = script.chosen();
        findings_.note_failure(undefined.failure, kNoState, std::move(event));
        return false;
    }
}

void BreadthFirst::start_from(const State& base, ChoiceScript& script) {
    if (!initialise(base, script)) {
        return;
    }
    const Row row = pack(interpreter_.workspace().finish());
    const Added added = add(row);
    if (!added.is_new) {
        return;
    }
    note_parent(kNoState);
    initial_choices_.push_back(script.chosen());
    initial_rows_.push_back(row);
    for (FormulaCheck::Finding& finding : check_initial_state(row)) {
        findings_.note({std::move(finding), false, added.index, std::nullopt, std::nullopt});
    }
}

// Builds the runs once the search is over, because that repeats steps.
void BreadthFirst::tell() {
    for (RunEnd& end : findings_.ends()) {
        auto [trace, last] = trace_to(end.at);
        if (end.row) {
            auto followed = follow(last, *end.row);
            MUSTER_ASSERT(followed, "a state cannot be reached again from where it was found");
            trace.steps.push_back({std::move(followed->event), unpack(followed->row)});
        } else if (end.event) {
            Event event = last.empty() ? std::move(*end.event)
                                       : follow_failure(last, *end.event, *end.finding.failure);
            trace.ending = Trace::Ending{std::move(event), *end.finding.failure};
        }
        if (end.finding.is_cover && !end.finding.failure) {
            result_.covers.push_back({end.finding.property, std::move(trace)});
            continue;
        }
        Violation violation{std::nullopt, end.finding.failure, std::move(trace)};
        if (!end.is_obligation) {
            violation.property = end.finding.property;
        }
        result_.violations.push_back(std::move(violation));
    }
    if (first_end_ != kNoState) {
        result_.run_to_end = trace_to(first_end_).first;
    }
}

std::pair<Trace, BreadthFirst::Row> BreadthFirst::trace_to(std::uint32_t at) {
    Trace trace;
    trace.without = setup_.system.faults_left_out();
    trace.universe = setup_.universe;
    std::vector<std::uint32_t> path;
    for (std::uint32_t state = at; state != kNoState; state = parents_[state]) {
        path.push_back(state);
    }
    if (path.empty()) {
        return {std::move(trace), Row()};
    }
    std::reverse(path.begin(), path.end());
    Row last = initial_rows_[path.front()];
    trace.initial = unpack(last);
    trace.initial_choices = initial_choices_[path.front()];
    for (std::size_t i = 1; i < path.size(); ++i) {
        auto followed = follow(last, row(path[i]));
        MUSTER_ASSERT(followed, "a state cannot be reached from its parent again");
        trace.steps.push_back({std::move(followed->event), unpack(followed->row)});
        last = std::move(followed->row);
    }
    return {std::move(trace), std::move(last)};
}

Event BreadthFirst::follow_failure(const Row&, const Event& event, const Failure&) {
    return event;
}

} // namespace muster::checker
