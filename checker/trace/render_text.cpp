#include "checker/trace/render_text.hpp"

#include "checker/trace/state_lines.hpp"

#include <fmt/format.h>

namespace muster::checker {
namespace {

void append(std::string& text, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        text += fmt::format("       {}\n", line);
    }
}

} // namespace

std::string render_event(const TransitionSystem& system, const Event& event, ElementNames& names) {
    return StateLines(system, names).event(event);
}

std::string
render_text(const TransitionSystem& system, const Trace& trace, const TextOptions& options) {
    ElementNames names(*system.spec, trace.universe.element_names);
    const StateLines lines(system, names);
    std::string text = "  0  start\n";
    append(text, lines.initial(trace, options.shown));
    const auto line = [&](std::size_t number, const Event& event) {
        const spec::Span span = system.steps[event.step].span;
        const std::string place =
            options.place && span != spec::Span{} ? options.place(span) : std::string();
        text += fmt::format(
            "{:>3}  {}{}{}\n", number, lines.event(event), place.empty() ? "" : "   ", place);
    };
    const State* before = &trace.initial;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        if (options.loop_start == i) {
            text += "     for ever:\n";
        }
        line(i + 1, trace.steps[i].event);
        append(text, lines.changes(*before, trace.steps[i].state, trace.steps[i].event));
        before = &trace.steps[i].state;
    }
    if (trace.ending) {
        if (!trace.initial.variables.empty()) {
            line(trace.steps.size() + 1, trace.ending->event);
        }
        append(text, {trace.ending->failure.text});
    }
    if (options.loop_start) {
        text += *options.loop_start == trace.steps.size()
                    ? std::string("     nothing more happens\n")
                    : fmt::format("     and so on from step {}\n", *options.loop_start + 1);
    }
    if (!options.conclusion.empty()) {
        text += fmt::format("\n     {}\n", options.conclusion);
    }
    if (options.closing) {
        append(text, options.closing(names));
    }
    return text;
}

} // namespace muster::checker
