#include "checker/explain/explain_step.hpp"

#include "checker/eval/wording.hpp"
#include "checker/explain/broken_part.hpp"
#include "checker/explain/initial_values.hpp"
#include "checker/explain/step_footprint.hpp"
#include "checker/trace/render_text.hpp"
#include "checker/trace/state_lines.hpp"

#include <fmt/format.h>

namespace muster::checker {

namespace {

class StepTeller {
public:
    StepTeller(const spec::TypedSpec& spec, const Trace& trace, const ExplainOptions& options)
        : spec_(spec)
        , trace_(trace)
        , options_(options)
        , system_(system_of(spec, trace))
        , names_(spec, trace.universe.element_names)
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
        tell_guards();
        if (options_.property && !trace_.ending) {
            tell_broken_part(*options_.property);
        }
        return std::move(result_);
    }

private:
    std::string text(spec::ExprId id) const {
        const spec::Span span = spec_.expr(id).span;
        return span == spec::Span{} || !options_.text ? describe(spec_, id, WrittenIn::property)
                                                      : options_.text(span);
    }

    ToldCondition told(spec::ExprId id, bool truth) const {
        return {text(id), truth, spec_.expr(id).span};
    }

    void tell_guards() {
        const Evaluator evaluator(system_, trace_.universe);
        for (const Decision& decision : evaluator.decisions(trace_.initial, event_)) {
            // What a `not` says is simpler without it.
            spec::ExprId id = decision.condition;
            bool truth = decision.truth;
            while (const auto* unary = std::get_if<spec::typed::Unary>(&spec_.expr(id).node)) {
                id = unary->operand;
                truth = !truth;
            }
            result_.guards.push_back(told(id, truth));
        }
    }

    void tell_broken_part(std::size_t property) {
        const bool is_step = spec_.properties[property].kind == spec::PropertyKind::step;
        const State& now = trace_.last_state();
        const auto part = find_broken_part(spec_,
                                           trace_.universe,
                                           spec_.properties[property].body,
                                           is_step ? trace_.initial : now,
                                           now);
        if (!part) {
            return;
        }
        for (const BrokenPart::Binding& binding : part->bindings) {
            const spec::LocalInfo& local = spec_.local(binding.local);
            result_.values.push_back(fmt::format(
                "{} = {}", local.name, render_value(spec_, local.type, binding.value, names_)));
        }
        for (const BrokenPart::Part& each : part->parts) {
            ToldCondition condition = told(each.formula, each.truth);
            for (const BrokenPart::Operand& operand : each.operands) {
                condition.operands.push_back(fmt::format(
                    "{} = {}",
                    text(operand.expr),
                    render_value(spec_, spec_.expr(operand.expr).type, operand.value, names_)));
            }
            result_.broken.push_back(std::move(condition));
        }
    }

    const spec::TypedSpec& spec_;
    const Trace& trace_;
    const ExplainOptions& options_;
    TransitionSystem system_;
    ElementNames names_;
    StateLines lines_;
    const Event& event_;
    StepExplanation result_;
};

} // namespace

StepExplanation
explain_step(const spec::TypedSpec& spec, const Trace& trace, const ExplainOptions& options) {
    return StepTeller(spec, trace, options).tell();
}

bool has_step(const spec::TypedSpec& spec, const Trace& trace) {
    const bool starts_somewhere = !trace.initial.variables.empty() || spec.variables.empty();
    return !trace.steps.empty() || (trace.ending && starts_somewhere);
}

} // namespace muster::checker
