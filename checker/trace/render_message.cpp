#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muster::checker {
namespace {

/// Whether a field has the value that the spec would give it anyway; such a field is left out.
/// Only defaults that are plain literals are recognised.
bool is_default(const spec::TypedSpec& spec, spec::ExprId literal, const Value& value) {
    if (!literal.valid()) {
        return false;
    }
    const auto& node = spec.expr(literal).node;
    if (const auto* number = std::get_if<spec::typed::IntLiteral>(&node)) {
        return value == Value::scalar(number->value);
    }
    if (const auto* enumerator = std::get_if<spec::typed::EnumLiteral>(&node)) {
        return value == Value::scalar(enumerator->enumerator);
    }
    if (const auto* truth = std::get_if<spec::typed::BoolLiteral>(&node)) {
        return value == Value::scalar(truth->value ? 1 : 0);
    }
    if (const auto* unary = std::get_if<spec::typed::Unary>(&node)) {
        return unary->op == spec::UnaryOp::negate && value.is_scalar() &&
               is_default(spec, unary->operand, Value::scalar(-value.number()));
    }
    const auto* set = std::get_if<spec::typed::SetLiteral>(&node);
    const auto* list = std::get_if<spec::typed::ListLiteral>(&node);
    const auto* map = std::get_if<spec::typed::MapLiteral>(&node);
    const bool empty = std::holds_alternative<spec::typed::NoneLiteral>(node) ||
                       (map != nullptr && map->entries.empty()) ||
                       (list != nullptr && list->elements.empty()) ||
                       (set != nullptr && set->elements.empty());
    return empty && !value.is_scalar() && value.items().empty();
}

} // namespace

std::string
render_process(const spec::TypedSpec& spec, const Process& process, ElementNames& names) {
    const spec::RoleInfo& role = spec.role(process.role);
    return role.index.valid()
               ? fmt::format("{}[{}]", role.name, names.name(role.index, process.index))
               : role.name;
}

std::string
render_timer_of_process(const spec::TypedSpec& spec, const ArmedTimer& timer, ElementNames& names) {
    const spec::TimerInfo& info = spec.timer(timer.timer);
    return info.key_type.valid() ? fmt::format("{}[{}]",
                                               info.name,
                                               render_value(spec, info.key_type, timer.key, names))
                                 : info.name;
}

std::string
render_timer(const spec::TypedSpec& spec, const ArmedTimer& timer, ElementNames& names) {
    const spec::TimerInfo& info = spec.timer(timer.timer);
    const std::string process = spec.role(info.role).index.valid()
                                    ? render_process(spec, {info.role, timer.process}, names) + "."
                                    : "";
    return process + render_timer_of_process(spec, timer, names);
}

std::string
render_payload(const spec::TypedSpec& spec, const SentMessage& message, ElementNames& names) {
    const spec::MessageInfo& info = spec.message(message.message);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < info.fields.size(); ++i) {
        const spec::FieldInfo& field = info.fields[i];
        if (!is_default(spec, field.default_value, message.fields[i])) {
            parts.push_back(fmt::format(
                "{}: {}", field.name, render_value(spec, field.type, message.fields[i], names)));
        }
    }
    return fmt::format("{}({})", info.name, fmt::join(parts, ", "));
}

std::string
render_message(const spec::TypedSpec& spec, const SentMessage& message, ElementNames& names) {
    // One at a time, so that names are given from left to right.
    const spec::MessageInfo& info = spec.message(message.message);
    const std::string what = render_payload(spec, message, names);
    const std::string from = render_process(spec, {info.from, message.from}, names);
    return fmt::format(
        "{} from {} to {}", what, from, render_process(spec, {info.to, message.to}, names));
}

} // namespace muster::checker
