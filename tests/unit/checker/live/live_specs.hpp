#pragma once

#include "checker/live/check_lasso.hpp"
#include "checker/live/check_live.hpp"
#include "tests/unit/checker/specs.hpp"

#include <string>
#include <string_view>

/// What a search for fair loops says of the first `live` property of a small spec.
namespace muster::checker::testing {

inline live::LiveFinding live_finding(const spec::TypedSpec& spec, std::size_t live = 0) {
    return live::check_lives(spec, {live}, spec.instances.front(), {}).front();
}

/// `holds`, `stuck` where nothing happens any more, `loop` where something does, or why neither.
inline std::string live_answer(std::string_view text, std::size_t live = 0) {
    const spec::TypedSpec spec = analysed(text);
    const live::LiveFinding finding = live_finding(spec, live);
    if (std::holds_alternative<HoldsOn>(finding.verdict)) {
        return "holds";
    }
    if (finding.lasso) {
        return finding.lasso->is_stuck() ? "stuck" : "loop";
    }
    const auto* undecided = std::get_if<Undecided>(&finding.verdict);
    return undecided != nullptr ? undecided->text : "open";
}

/// The names of the steps of the loop, in order.
inline std::vector<std::string> loop_of(std::string_view text) {
    const spec::TypedSpec spec = analysed(text);
    const live::LiveFinding finding = live_finding(spec);
    std::vector<std::string> names;
    if (finding.lasso) {
        const TransitionSystem system = system_of(spec, finding.lasso->trace);
        for (std::size_t i = finding.lasso->loop_start; i < finding.lasso->trace.steps.size();
             ++i) {
            names.push_back(system.steps[finding.lasso->trace.steps[i].event.step].name);
        }
    }
    return names;
}

} // namespace muster::checker::testing
