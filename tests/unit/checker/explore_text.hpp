#pragma once

#include "checker/explore/explorer.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

namespace muster::checker::testing {

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
    for (const auto& [property, cut] : result.property_cuts) {
        text += fmt::format("cut of {}: {}\n", spec.properties[property].name, cut);
    }
    for (const auto& [property, failure] : result.not_evaluated) {
        text += fmt::format("{} not evaluated: {}\n", spec.properties[property].name, failure.text);
    }
    const auto run = [&](const Trace& trace) {
        return render_text(system_of(spec, trace), trace, {});
    };
    for (const Violation& violation : result.violations) {
        text += fmt::format("broken {} {}\n{}",
                            violation.property ? spec.properties[*violation.property].name : "",
                            violation.failure ? violation.failure->text : "",
                            run(violation.trace));
    }
    for (const CoverRun& cover : result.covers) {
        text += fmt::format("shown {}\n{}", spec.properties[cover.property].name, run(cover.trace));
    }
    return text;
}

} // namespace muster::checker::testing
