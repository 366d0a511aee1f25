#include "codegen/emit_messages.hpp"

#include "codegen/emit_types.hpp"
#include "codegen/model/cpp_type.hpp"
#include "codegen/model/names.hpp"

#include <optional>

namespace muster::codegen {

using namespace spec::typed;
using spec::ExprId;
using spec::TypedSpec;
using spec::TypeKind;

namespace {

std::string network_name(spec::NetworkKind kind) {
    switch (kind) {
    case spec::NetworkKind::unreliable:
        return "unreliable";
    case spec::NetworkKind::once:
        return "once";
    case spec::NetworkKind::fifo:
        return "fifo";
    }
    return "unreliable";
}

/// A literal as C++ outside a class, `{}` for an empty option or collection; nothing for anything
/// else.
class Literals {
public:
    explicit Literals(const TypedSpec& spec)
        : spec_(spec) {}

    [[nodiscard]] std::optional<std::string> text(ExprId id) const {
        const Expr& expr = spec_.expr(id);
        return std::visit([&](const auto& node) { return literal(node, expr); }, expr.node);
    }

private:
    using Text = std::optional<std::string>;

    [[nodiscard]] std::string type(const Expr& expr) const {
        return cpp_type(spec_, expr.type, Where::in_namespace);
    }

    [[nodiscard]] Text listed(const std::vector<ExprId>& exprs) const {
        std::string all;
        for (const ExprId expr : exprs) {
            const Text one = text(expr);
            if (!one.has_value()) {
                return std::nullopt;
            }
            all += (all.empty() ? "" : ", ") + *one;
        }
        return '{' + all + '}';
    }

    template <class Node>
    [[nodiscard]] Text literal(const Node&, const Expr&) const {
        return std::nullopt;
    }

    [[nodiscard]] Text literal(const BoolLiteral& node, const Expr&) const {
        return node.value ? "true" : "false";
    }

    [[nodiscard]] Text literal(const IntLiteral& node, const Expr&) const {
        return std::to_string(node.value);
    }

    [[nodiscard]] Text literal(const EnumLiteral& node, const Expr& expr) const {
        const auto& info = spec_.enums[spec_.types[expr.type].declaration];
        return type_identifier(info.name) + "::" + identifier(info.enumerators[node.enumerator]);
    }

    [[nodiscard]] Text literal(const Unary& node, const Expr&) const {
        const auto* integer = std::get_if<IntLiteral>(&spec_.expr(node.operand).node);
        if (node.op != spec::UnaryOp::negate || integer == nullptr) {
            return std::nullopt;
        }
        return '-' + std::to_string(integer->value);
    }

    [[nodiscard]] Text literal(const NoneLiteral&, const Expr&) const { return "{}"; }

    [[nodiscard]] Text literal(const SomeExpr& node, const Expr&) const {
        return spec_.type_of(node.value).kind == TypeKind::option ? std::nullopt : text(node.value);
    }

    [[nodiscard]] Text literal(const SetLiteral& node, const Expr&) const {
        return listed(node.elements);
    }

    [[nodiscard]] Text literal(const ListLiteral& node, const Expr& expr) const {
        Text elements = listed(node.elements);
        if (elements.has_value() && node.elements.size() > 1 &&
            spec_.types[expr.type].kind == TypeKind::distinct_list) {
            return "machine::distinct(" + type(expr) + *elements + ')';
        }
        return elements;
    }

    [[nodiscard]] Text literal(const MapLiteral& node, const Expr& expr) const {
        std::string all;
        for (const auto& [key, value] : node.entries) {
            const Text entry = listed({key, value});
            if (!entry.has_value()) {
                return std::nullopt;
            }
            all += (all.empty() ? "" : ", ") + *entry;
        }
        return all.empty() ? "{}" : "machine::map_of<" + type(expr) + ">({" + all + "})";
    }

    [[nodiscard]] Text literal(const RecordLiteral& node, const Expr& expr) const {
        const Text fields = listed(node.fields);
        return fields.has_value() ? Text(type(expr) + *fields) : std::nullopt;
    }

    const TypedSpec& spec_;
};

} // namespace

std::string default_initialiser(const TypedSpec& spec, const spec::FieldInfo& field) {
    if (!field.default_value.valid()) {
        return "{}";
    }
    const std::string value = Literals(spec).text(field.default_value).value_or("{}");
    return value == "{}" ? value : " = " + value;
}

void check_defaults(const TypedSpec& spec, spec::Diagnostics& diagnostics) {
    for (const auto& message : spec.messages) {
        for (const auto& field : message.fields) {
            if (field.default_value.valid() && !Literals(spec).text(field.default_value)) {
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
        const std::string name = type_identifier(message.name);
        const std::vector<std::string> constants{
            "static constexpr std::string_view kName = \"" + name + "\";",
            "static constexpr auto kNetwork = machine::Network::" + network_name(message.network) +
                ';'};
        emit_struct(spec, {name, doc, constants}, message.fields, writer);
    }
}

} // namespace muster::codegen
