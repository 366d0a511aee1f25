#pragma once

#include "checker/eval/layout.hpp"
#include "checker/explore/explorer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>

namespace muster::checker::testing {

// What a search forgets is blank in its runs, so they are written without their types.

inline std::string text_of(const Value& value) {
    if (value.is_scalar()) {
        return std::to_string(value.number());
    }
    std::string text = "(";
    for (const Value& item : value.items()) {
        text += text_of(item) + " ";
    }
    return text + ")";
}

inline std::string text_of(const std::vector<Value>& values) {
    return text_of(Value::row(values));
}

inline std::string text_of(const SentMessage& message) {
    return fmt::format("message {} {}->{} #{} {}",
                       message.message.value,
                       message.from,
                       message.to,
                       message.correlation,
                       text_of(message.fields));
}

inline std::string text_of(const State& state) {
    std::string text;
    for (const auto& values : state.variables) {
        text += text_of(values) + " ";
    }
    for (const SentMessage& message : state.sent) {
        text += "sent " + text_of(message) + " ";
    }
    for (const auto* messages : {&state.in_flight.loose, &state.in_flight.queued}) {
        for (const SentMessage& message : *messages) {
            text += "in flight " + text_of(message) + " ";
        }
    }
    for (const Process& process : state.stopped) {
        text += fmt::format("stopped {} {} ", process.role.value, process.index);
    }
    for (const ArmedTimer& armed : state.armed) {
        text +=
            fmt::format("armed {} {} {} ", armed.timer.value, armed.process, text_of(armed.key));
    }
    for (const auto& elements : state.used) {
        text += fmt::format("used {} ", elements);
    }
    for (const auto& table : state.functions) {
        text += "function " + text_of(table) + " ";
    }
    return text + "constants " + text_of(state.constants) + "\n";
}

inline std::string text_of(const Event& event) {
    return fmt::format("step {} of {} and {}, {} {} {} {} {}\n",
                       event.step,
                       event.process,
                       event.peer,
                       event.message ? text_of(*event.message) : "",
                       event.timer_key ? text_of(*event.timer_key) : "",
                       text_of(event.arguments),
                       text_of(event.choices),
                       event.origin == Origin::network ? "" : "made up");
}

inline std::string text_of(const Trace& trace) {
    std::string text = text_of(trace.initial) + text_of(trace.initial_choices) + "\n";
    for (const TraceStep& step : trace.steps) {
        text += text_of(step.event) + text_of(step.state);
    }
    return trace.ending ? text + text_of(trace.ending->event) + trace.ending->failure.text : text;
}

/// Everything that a search found, so that two searches can be compared.
inline std::string text_of(const spec::TypedSpec& spec,
                           const tl::expected<ExploreResult, InstanceError>& found) {
    if (!found) {
        return found.error().text + "\n";
    }
    const ExploreResult& result = *found;
    std::string text = fmt::format("ended {}, {} states, {} transitions, depth {}, complete {}\n",
                                   static_cast<int>(result.ended),
                                   result.states,
                                   result.transitions,
                                   result.depth,
                                   result.complete_depth);
    text += fmt::format("start seen {}, happened {}, cuts {}, forgotten {}\n",
                        result.start_seen,
                        result.happened,
                        result.cuts,
                        result.forgotten_roles);
    text += fmt::format(
        "ends {}\n{}", result.ends, result.run_to_end ? text_of(*result.run_to_end) : "");
    for (const auto& [property, cut] : result.property_cuts) {
        text += fmt::format("cut of {}: {}\n", spec.properties[property].name, cut);
    }
    for (const auto& [property, failure] : result.not_evaluated) {
        text += fmt::format("{} not evaluated: {}\n", spec.properties[property].name, failure.text);
    }
    for (const Violation& violation : result.violations) {
        text += fmt::format("broken {} {}\n{}",
                            violation.property ? spec.properties[*violation.property].name : "",
                            violation.failure ? violation.failure->text : "",
                            text_of(violation.trace));
    }
    for (const CoverRun& cover : result.covers) {
        text +=
            fmt::format("shown {}\n{}", spec.properties[cover.property].name, text_of(cover.trace));
    }
    return text;
}

/// Whether steps draw elements with `fresh` on this instance.
inline bool draws_fresh(const spec::TypedSpec& spec, const spec::InstanceInfo& instance) {
    const auto universe = make_universe(spec, instance);
    if (!universe) {
        return false;
    }
    const Layout layout(spec, *universe);
    for (std::uint32_t sort = 0; sort < spec.sorts.size(); ++sort) {
        if (layout.draws_fresh(spec::SortId{sort})) {
            return true;
        }
    }
    return false;
}

/// What searches with and without symmetry have in common: whatever is found is found with both, by
/// runs of one length. Where `fresh` draws the first element that is not used, a state may be
/// further away than another one that a permutation makes of it, so there depths are left out.
inline std::string outline(const spec::TypedSpec& spec,
                           const spec::InstanceInfo& instance,
                           const ExploreResult& result) {
    std::set<std::string> lines;
    const auto length = [](const Trace& trace) {
        return trace.steps.size() + (trace.ending ? 1U : 0U);
    };
    for (const Violation& violation : result.violations) {
        lines.insert(
            fmt::format("broken {} {} {}",
                        violation.property ? spec.properties[*violation.property].name : "",
                        violation.failure ? violation.failure->text : "",
                        length(violation.trace)));
    }
    for (const CoverRun& cover : result.covers) {
        lines.insert(
            fmt::format("shown {} {}", spec.properties[cover.property].name, length(cover.trace)));
    }
    return fmt::format("depth {}, happened {}, cuts {}, {}",
                       draws_fresh(spec, instance) ? 0 : result.depth,
                       result.happened,
                       result.cuts,
                       fmt::join(lines, "; "));
}

/// Whether the states of a search with symmetry stand for those of a whole one without: for just as
/// many, or, where `fresh` draws the first element only, for at least as many.
inline bool stand_for_as_many(const spec::TypedSpec& spec,
                              const spec::InstanceInfo& instance,
                              const ExploreResult& alike,
                              const ExploreResult& apart) {
    const std::uint64_t represented = alike.represented.value_or(alike.states);
    return draws_fresh(spec, instance) ? represented >= apart.states && alike.states <= apart.states
                                       : represented == apart.states;
}

} // namespace muster::checker::testing
