#include "checker/explore/recording.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

// Whether this value can be the field's in a match; true where only evaluation can tell.
bool could_match(const spec::TypedSpec& spec, spec::ExprId pattern, const Value& value) {
    const auto& node = spec.expr(pattern).node;
    if (const auto* boolean = std::get_if<spec::typed::BoolLiteral>(&node)) {
        return value.truth() == boolean->value;
    }
    if (const auto* number = std::get_if<spec::typed::IntLiteral>(&node)) {
        return value.number() == number->value;
    }
    if (const auto* name = std::get_if<spec::typed::EnumLiteral>(&node)) {
        return value.number() == name->enumerator;
    }
    if (std::holds_alternative<spec::typed::NoneLiteral>(node)) {
        return value.items().empty();
    }
    if (std::holds_alternative<spec::typed::SomeExpr>(node)) {
        return !value.items().empty();
    }
    return true;
}

} // namespace

bool Recording::is_whole(const SentMessage& message) const {
    return slice_.messages[message.message.value].deliverable &&
           layout_.carrier(message.message) == Carrier::history;
}

bool Recording::is_recorded(const SentMessage& message) const {
    const Slice::MessageRule& rule = slice_.messages[message.message.value];
    if (is_whole(message)) {
        return true;
    }
    return rule.observed &&
           std::any_of(rule.patterns.begin(), rule.patterns.end(), [&](const auto* pattern) {
               return std::all_of(
                   pattern->fields.begin(), pattern->fields.end(), [&](const auto& field) {
                       return could_match(spec_, field.second, message.fields[field.first]);
                   });
           });
}

SentMessage Recording::project(const SentMessage& message) const {
    const Slice::MessageRule& rule = slice_.messages[message.message.value];
    SentMessage projected = message;
    if (is_whole(message)) {
        return projected;
    }
    for (std::size_t i = 0; i < projected.fields.size(); ++i) {
        if (!rule.keep_field[i]) {
            projected.fields[i] = Value();
        }
    }
    projected.from = rule.keep_from ? projected.from : 0;
    projected.to = rule.keep_to ? projected.to : 0;
    projected.correlation = 0;
    return projected;
}

} // namespace muster::checker
