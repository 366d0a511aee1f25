#include "checker/check/silence.hpp"

#include <fmt/format.h>

namespace muster::checker {

std::string limit_text(const ExploreResult& result) {
    switch (result.ended) {
    case ExploreResult::Ended::complete:
    case ExploreResult::Ended::at_violation:
    case ExploreResult::Ended::nothing_left:
        return fmt::format("{} states", result.states);
    case ExploreResult::Ended::at_max_states:
        return fmt::format("the search stopped at {} states", result.states);
    case ExploreResult::Ended::at_max_depth:
        return fmt::format("the search stopped at depth {}", result.complete_depth);
    case ExploreResult::Ended::at_deadline:
        return fmt::format("the search ran out of time after {} states", result.states);
    case ExploreResult::Ended::at_stop:
        return fmt::format("the search was stopped after {} states", result.states);
    }
    return {};
}

std::vector<std::string> cuts_of(const ExploreResult& result, std::size_t property) {
    std::vector<std::string> cuts = result.cuts;
    if (const auto own = result.property_cuts.find(property); own != result.property_cuts.end()) {
        cuts.push_back(own->second);
    }
    return cuts;
}

std::string cut_text(const std::vector<std::string>& cuts) {
    std::string text;
    for (const std::string& cut : cuts) {
        text += (text.empty() ? ", limited to " : ", ") + cut;
    }
    return text;
}

Verdict silence_in(const ExploreResult& result,
                   const spec::InstanceInfo& instance,
                   std::vector<std::string> cuts) {
    if (result.ended == ExploreResult::Ended::complete) {
        return HoldsOn{instance.name, result.states, std::move(cuts)};
    }
    return NoViolationWithin{
        instance.name, result.complete_depth, result.states, limit_text(result)};
}

Verdict
silence_on(std::size_t property, const spec::InstanceInfo& instance, const ExploreResult& result) {
    if (const auto failure = result.not_evaluated.find(property);
        failure != result.not_evaluated.end()) {
        return Undecided{Undecided::Reason::out_of_budget,
                         fmt::format("it cannot be evaluated in some state of instance {}: {}",
                                     instance.name,
                                     failure->second.text),
                         std::nullopt,
                         failure->second.span};
    }
    if (!result.start_seen) {
        return Undecided{
            Undecided::Reason::out_of_budget,
            fmt::format("the search of instance {} ran out of time before it had seen the start",
                        instance.name),
            std::nullopt};
    }
    if (result.states == 0) {
        return Undecided{Undecided::Reason::inconsistent,
                         fmt::format("no run starts on instance {}{}",
                                     instance.name,
                                     cut_text(cuts_of(result, property))),
                         std::nullopt};
    }
    return silence_in(result, instance, cuts_of(result, property));
}

Verdict silence_on_cover(std::size_t cover,
                         const spec::InstanceInfo& instance,
                         const ExploreResult& result) {
    const bool complete = result.ended == ExploreResult::Ended::complete;
    Undecided verdict{Undecided::Reason::not_reached,
                      fmt::format("no run reaches it on instance {} ({}{}{})",
                                  instance.name,
                                  complete ? "all " : "",
                                  limit_text(result),
                                  cut_text(cuts_of(result, cover))),
                      std::nullopt};
    if (const auto failure = result.not_evaluated.find(cover);
        failure != result.not_evaluated.end()) {
        verdict.text += "; in some state it cannot be evaluated: " + failure->second.text;
        verdict.place = failure->second.span;
    }
    return verdict;
}

} // namespace muster::checker
