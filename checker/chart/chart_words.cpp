#include "checker/chart/chart_words.hpp"

#include "checker/live/lasso_words.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>

namespace muster::checker {

void tell_subject(const spec::TypedSpec& spec, const ChartSubject& subject, Chart& chart) {
    chart.protocol = spec.name;
    chart.subtitle = subject.subtitle;
    if (subject.lasso != nullptr) {
        chart.loop_start = subject.lasso->loop_start;
    }
    switch (subject.kind) {
    case ChartSubject::Kind::step:
        chart.title = "not inductive: " + subject.name;
        chart.caution = "One step breaks it, but the state before may be unreachable: this is no "
                        "run.";
        return;
    case ChartSubject::Kind::run:
        chart.title = fmt::format("{}: {}",
                                  subject.ending == ChartEnding::Kind::shown ? "shown" : "violated",
                                  subject.name);
        return;
    }
}

void tell_givens(const spec::TypedSpec& spec,
                 const Trace& trace,
                 const ChartSubject& subject,
                 ElementNames& names,
                 Chart& chart) {
    for (std::size_t c = 0; c < spec.constants.size() && c < trace.initial.constants.size(); ++c) {
        const spec::ConstInfo& constant = spec.constants[c];
        chart.givens.push_back(
            fmt::format("{} = {}",
                        constant.name,
                        render_value(spec, constant.type, trace.initial.constants[c], names)));
    }
    const spec::ExprId formula =
        subject.property ? spec.properties[*subject.property].body : spec::ExprId{};
    for (std::string& line : render_functions(spec, trace, formula, names)) {
        chart.givens.push_back(std::move(line));
    }
}

void tell_ending(const spec::TypedSpec& spec,
                 const Trace& trace,
                 const ChartSubject& subject,
                 const SpecText& text,
                 const SpecPlace& place,
                 ElementNames& names,
                 ChartEnding& ending) {
    ending.kind = trace.ending ? ChartEnding::Kind::goes_wrong : subject.ending;
    switch (ending.kind) {
    case ChartEnding::Kind::goes_wrong:
        ending.title = trace.ending ? trace.ending->failure.text : subject.name;
        if (trace.ending && place) {
            ending.lines.push_back(place(trace.ending->failure.span));
        }
        return;
    case ChartEnding::Kind::undefined:
        ending.title = subject.name + " is undefined";
        if (subject.failure) {
            ending.lines.push_back(subject.failure->text);
        }
        return;
    case ChartEnding::Kind::shown:
        ending.title = subject.name + " is reached";
        return;
    case ChartEnding::Kind::violated:
        if (subject.lasso != nullptr) {
            ending.title =
                live::lasso_title(spec, *subject.lasso, names) + " is broken: " +
                (subject.lasso->is_stuck() ? "nothing more happens" : "the loop goes on for ever");
            ending.lines = live::lasso_lines(spec, *subject.lasso, names);
            return;
        }
        ending.title = subject.name + " is false";
        if (subject.property) {
            ending.lines =
                told_lines(tell_property(spec, trace, *subject.property, text, names), place);
        }
        return;
    }
}

} // namespace muster::checker
