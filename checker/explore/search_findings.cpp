#include "checker/explore/search_findings.hpp"

#include <algorithm>

namespace muster::checker {

namespace {

constexpr std::uint32_t kDeadlineStride = 64; // states between two looks at the clock

/// States are numbered in 32 bits; what is left of them is for the successors of one state.
constexpr std::uint64_t kMostStates = 3'000'000'000;

} // namespace

void SearchFindings::note(RunEnd run_end) {
    const bool is_violation = !run_end.finding.is_cover || run_end.finding.failure;
    if (run_end.is_obligation && !is_new_place(*run_end.finding.failure)) {
        return;
    }
    ends_.push_back(std::move(run_end));
    const bool stops = options_.on_violation == OnViolation::stop ||
                       options_.on_violation == OnViolation::stop_there_only;
    if (is_violation && stops) {
        end(Ended::at_violation);
    } else if (is_everything_found()) {
        end(Ended::nothing_left);
    }
}

void SearchFindings::note_failure(const Failure& failure, std::uint32_t at, Event event) {
    RunEnd run_end;
    run_end.is_obligation = true;
    run_end.finding.failure = failure;
    run_end.at = at;
    run_end.event = std::move(event);
    note(std::move(run_end));
}

bool SearchFindings::is_new_place(const Failure& failure) {
    const bool known = std::any_of(broken_.begin(), broken_.end(), [&](const Failure& other) {
        return other.kind == failure.kind && other.span == failure.span &&
               other.called_from == failure.called_from;
    });
    if (!known) {
        broken_.push_back(failure);
    }
    return !known;
}

bool SearchFindings::is_everything_found() const {
    const bool looks_for_nothing =
        options_.properties.empty() && options_.covers.empty() && options_.places.empty();
    const bool ends_then =
        options_.on_violation == OnViolation::stop || options_.on_violation == OnViolation::go_on;
    return ends_then && !looks_for_nothing && all_found_() &&
           std::all_of(options_.places.begin(), options_.places.end(), [&](spec::Span place) {
               return std::any_of(broken_.begin(), broken_.end(), [&](const Failure& failure) {
                   return goes_wrong_at(failure, place);
               });
           });
}

void SearchFindings::end(Ended why) {
    if (!ended_) {
        ended_ = why;
    }
}

bool SearchFindings::out_of_budget(std::uint32_t at, std::uint32_t depth, std::uint64_t states) {
    if (options_.max_depth && depth >= *options_.max_depth) {
        end(Ended::at_max_depth);
    } else if (states >= std::min(options_.max_states.value_or(kMostStates), kMostStates)) {
        end(Ended::at_max_states);
    } else if (options_.deadline && at % kDeadlineStride == 0 &&
               std::chrono::steady_clock::now() >= *options_.deadline) {
        end(Ended::at_deadline);
    } else if (options_.stop != nullptr && options_.stop->requested()) {
        end(Ended::at_stop);
    }
    return over();
}

} // namespace muster::checker
