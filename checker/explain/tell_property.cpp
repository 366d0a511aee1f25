#include "checker/explain/tell_property.hpp"

#include "checker/eval/wording.hpp"
#include "checker/explain/broken_part.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muster::checker {

namespace {

// What `old` means at the end of a trace.
const State& state_before_last(const Trace& trace) {
    return trace.steps.size() < 2 ? trace.initial : trace.steps[trace.steps.size() - 2].state;
}

bool is_false(const spec::TypedSpec& spec,
              const Trace& trace,
              spec::ExprId formula,
              const State& before,
              const State& now) {
    const TransitionSystem system = system_of(spec, trace);
    const auto truth = Evaluator(system, trace.universe).holds(formula, before, now);
    return std::holds_alternative<bool>(truth) && !std::get<bool>(truth);
}

} // namespace

std::string told_text(const spec::TypedSpec& spec, spec::ExprId expr, const SpecText& text) {
    const spec::Span span = spec.expr(expr).span;
    return span == spec::Span{} || !text ? describe(spec, expr, WrittenIn::property) : text(span);
}

ToldProperty tell_property(const spec::TypedSpec& spec,
                           const Trace& trace,
                           std::size_t property,
                           const SpecText& text,
                           ElementNames& names) {
    ToldProperty told;
    const spec::PropertyInfo& info = spec.properties[property];
    const bool has_state = !trace.initial.variables.empty() || spec.variables.empty();
    if (!has_state || trace.ending) {
        return told;
    }
    const State& now = trace.last_state();
    const State& before = info.kind == spec::PropertyKind::step ? state_before_last(trace) : now;
    if (!is_false(spec, trace, info.body, before, now)) {
        return told;
    }
    const auto part = find_broken_part(spec, trace.universe, info.body, before, now);
    if (!part) {
        return told;
    }
    for (const BrokenPart::Binding& binding : part->bindings) {
        const spec::LocalInfo& local = spec.local(binding.local);
        told.values.push_back(fmt::format(
            "{} = {}", local.name, render_value(spec, local.type, binding.value, names)));
    }
    for (const BrokenPart::Part& each : part->parts) {
        ToldCondition condition{
            told_text(spec, each.formula, text), each.truth, spec.expr(each.formula).span};
        for (const BrokenPart::Operand& operand : each.operands) {
            condition.operands.push_back(fmt::format(
                "{} = {}",
                told_text(spec, operand.expr, text),
                render_value(spec, spec.expr(operand.expr).type, operand.value, names)));
        }
        told.broken.push_back(std::move(condition));
    }
    return told;
}

std::string told_line(const ToldCondition& condition, const SpecPlace& place) {
    const bool is_placed = place && condition.span != spec::Span{};
    return fmt::format("`{}` is {}{}{}",
                       condition.text,
                       condition.truth,
                       is_placed ? "   " : "",
                       is_placed ? place(condition.span) : std::string());
}

std::vector<std::string> told_lines(const ToldProperty& told, const SpecPlace& place) {
    std::vector<std::string> lines;
    if (!told.values.empty()) {
        lines.push_back(fmt::format("for {}", fmt::join(told.values, ", ")));
    }
    for (const ToldCondition& part : told.broken) {
        lines.push_back(told_line(part, place));
        for (const std::string& operand : part.operands) {
            lines.push_back("  " + operand);
        }
    }
    return lines;
}

} // namespace muster::checker
