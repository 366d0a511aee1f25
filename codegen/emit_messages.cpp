#include "codegen/emit_messages.hpp"

#include "codegen/emit_types.hpp"
#include "codegen/model/names.hpp"
#include "codegen/model/spec_text.hpp"

#include <optional>

namespace muster::codegen {

using namespace spec::typed;
using spec::ExprId;
using spec::TypedSpec;
using spec::TypeKind;

namespace {

/// A literal as C++, `{}` for an empty option or collection; nothing for anything else.
std::optional<std::string> literal(const TypedSpec& spec, ExprId id) {
    const Expr& expr = spec.expr(id);
    if (const auto* boolean = std::get_if<BoolLiteral>(&expr.node)) {
        return boolean->value ? "true" : "false";
    }
    if (const auto* integer = std::get_if<IntLiteral>(&expr.node)) {
        return std::to_string(integer->value);
    }
    if (const auto* enumerator = std::get_if<EnumLiteral>(&expr.node)) {
        const auto& info = spec.enums[spec.types[expr.type].declaration];
        return identifier(info.name) + "::" + identifier(info.enumerators[enumerator->enumerator]);
    }
    if (const auto* unary = std::get_if<Unary>(&expr.node);
        unary != nullptr && unary->op == spec::UnaryOp::negate) {
        if (const auto* integer = std::get_if<IntLiteral>(&spec.expr(unary->operand).node)) {
            return '-' + std::to_string(integer->value);
        }
    }
    if (const auto* some = std::get_if<SomeExpr>(&expr.node);
        some != nullptr && spec.type_of(some->value).kind != TypeKind::option) {
        return literal(spec, some->value);
    }
    const auto* set = std::get_if<SetLiteral>(&expr.node);
    if (std::holds_alternative<NoneLiteral>(expr.node) ||
        std::holds_alternative<MapLiteral>(expr.node) ||
        std::holds_alternative<ListLiteral>(expr.node) ||
        (set != nullptr && set->elements.empty())) {
        return "{}";
    }
    return std::nullopt;
}

} // namespace

std::string default_initialiser(const TypedSpec& spec, const spec::FieldInfo& field) {
    if (!field.default_value.valid()) {
        return "{}";
    }
    const std::string value = literal(spec, field.default_value).value_or("{}");
    return value == "{}" ? value : " = " + value;
}

void check_defaults(const TypedSpec& spec, spec::Diagnostics& diagnostics) {
    for (const auto& message : spec.messages) {
        for (const auto& field : message.fields) {
            if (field.default_value.valid() && !literal(spec, field.default_value)) {
                diagnostics.report(
                    {.code = spec::Code::not_generable,
                     .message = "a default that is not a literal cannot be generated",
                     .primary = {spec.expr(field.default_value).span, ""}});
            }
        }
    }
}

void emit_messages(const TypedSpec& spec, Writer& writer) {
    for (const auto& message : spec.messages) {
        writer.gap();
        std::string doc = message.doc;
        const std::string route = (message.from.valid() ? "From " + spec.role(message.from).name
                                                        : std::string("From outside")) +
                                  (message.to.valid() ? " to " + spec.role(message.to).name : "") +
                                  (message.is_request ? "; a request." : ".");
        doc += (doc.empty() ? "" : "\n") + route;
        emit_struct(spec, identifier(message.name), doc, message.fields, true, writer);
    }
}

} // namespace muster::codegen
