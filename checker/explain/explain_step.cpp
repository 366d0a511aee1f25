#include "checker/explain/explain_step.hpp"

#include "checker/explain/initial_values.hpp"
#include "checker/explain/step_footprint.hpp"
#include "checker/explain/tell_guards.hpp"
#include "checker/trace/render_text.hpp"
#include "checker/trace/state_lines.hpp"

#include <fmt/format.h>

namespace muster::checker {

namespace {

class StepTeller {
public:
    StepTeller(const spec::TypedSpec& spec,
               const Trace& trace,
               const ExplainOptions& options,
               ElementNames& names)
        : spec_(spec)
        , trace_(trace)
        , options_(options)
        , system_(system_of(spec, trace))
        , names_(names)
        , lines_(system_, names_)
        , event_(trace.ending ? trace.ending->event : trace.steps.front().event) {}

    StepExplanation tell() {
        Reads reads = reads_of_step(system_, event_);
        if (options_.property) {
            collect_reads(spec_, spec_.properties[*options_.property].body, reads);
        }
        result_.before = lines_.not_initial(trace_,
                                            reads.functions,
                                            initial_values(spec_, trace_.universe, trace_.initial),
                                            event_);
        result_.step = lines_.event(event_);
        result_.span = system_.steps[event_.step].span;
        if (trace_.ending) {
            result_.failure = trace_.ending->failure.text;
        } else {
            result_.changes = lines_.changes(trace_.initial, trace_.last_state(), event_);
        }
        result_.guards =
            tell_guards(Evaluator(system_, trace_.universe), trace_.initial, event_, options_.text);
        if (options_.property && !trace_.ending) {
            result_.property =
                tell_property(spec_, trace_, *options_.property, options_.text, names_);
        }
        return std::move(result_);
    }

private:
    const spec::TypedSpec& spec_;
    const Trace& trace_;
    const ExplainOptions& options_;
    TransitionSystem system_;
    ElementNames& names_;
    StateLines lines_;
    const Event& event_;
    StepExplanation result_;
};

} // namespace

StepExplanation
explain_step(const spec::TypedSpec& spec, const Trace& trace, const ExplainOptions& options) {
    ElementNames names(spec, trace.universe.element_names);
    return explain_step(spec, trace, options, names);
}

StepExplanation explain_step(const spec::TypedSpec& spec,
                             const Trace& trace,
                             const ExplainOptions& options,
                             ElementNames& names) {
    return StepTeller(spec, trace, options, names).tell();
}

bool has_step(const spec::TypedSpec& spec, const Trace& trace) {
    const bool starts_somewhere = !trace.initial.variables.empty() || spec.variables.empty();
    return !trace.steps.empty() || (trace.ending && starts_somewhere);
}

} // namespace muster::checker
