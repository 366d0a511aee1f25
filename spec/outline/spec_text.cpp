#include "spec/outline/spec_text.hpp"

#include <string_view>
#include <utility>

namespace muster::spec {

using namespace typed; // NOLINT: this file is about nothing else

namespace {

struct Text {
    std::string text;
    int strength = 10; // of its outermost operator
};

constexpr int kPrimary = 10;
constexpr int kLoosest = 0;

std::pair<std::string_view, int> spelling(BinaryOp op) {
    switch (op) {
    case BinaryOp::iff:
        return {"iff", 1};
    case BinaryOp::implies:
        return {"implies", 2};
    case BinaryOp::logical_or:
        return {"or", 3};
    case BinaryOp::logical_and:
        return {"and", 4};
    case BinaryOp::equal:
        return {"==", 5};
    case BinaryOp::not_equal:
        return {"!=", 5};
    case BinaryOp::less:
        return {"<", 5};
    case BinaryOp::less_equal:
        return {"<=", 5};
    case BinaryOp::greater:
        return {">", 5};
    case BinaryOp::greater_equal:
        return {">=", 5};
    case BinaryOp::in:
        return {"in", 5};
    case BinaryOp::subset:
        return {"subset", 5};
    case BinaryOp::set_union:
        return {"union", 6};
    case BinaryOp::intersection:
        return {"inter", 6};
    case BinaryOp::difference:
        return {"minus", 6};
    case BinaryOp::add:
        return {"+", 6};
    case BinaryOp::subtract:
        return {"-", 6};
    case BinaryOp::multiply:
        return {"*", 7};
    }
    return {"?", kLoosest};
}

class Printer {
public:
    explicit Printer(const TypedSpec& spec)
        : spec_(spec) {}

    [[nodiscard]] Text print(ExprId id) const {
        const Expr& expr = spec_.expr(id);
        if (const auto* literal = std::get_if<EnumLiteral>(&expr.node)) {
            return {
                spec_.enums[spec_.types[expr.type].declaration].enumerators[literal->enumerator]};
        }
        if (const auto* record = std::get_if<RecordLiteral>(&expr.node)) {
            return record_literal(expr, *record);
        }
        return std::visit([this](const auto& node) { return this->node(node); }, expr.node);
    }

private:
    [[nodiscard]] std::string at(ExprId id, int strength) const {
        const Text text = print(id);
        return text.strength < strength ? '(' + text.text + ')' : text.text;
    }

    [[nodiscard]] std::string plain(ExprId id) const { return at(id, kLoosest); }

    [[nodiscard]] std::string list(const std::vector<ExprId>& ids) const {
        std::string all;
        for (const ExprId id : ids) {
            all += (all.empty() ? "" : ", ") + plain(id);
        }
        return all;
    }

    [[nodiscard]] std::string name(LocalId local) const { return spec_.local(local).name; }

    [[nodiscard]] std::string binder(const Binder& binder) const {
        return name(binder.local) + (binder.domain.valid()
                                         ? " in " + plain(binder.domain)
                                         : ": " + spec_.type_name(spec_.local(binder.local).type));
    }

    template <class Fields>
    [[nodiscard]] std::string named(const std::vector<FieldInfo>& infos,
                                    const Fields& fields) const {
        std::string all;
        for (const auto& [index, value] : fields) {
            all += (all.empty() ? "" : ", ") + infos[index].name + ": " + plain(value);
        }
        return all;
    }

    [[nodiscard]] Text record_literal(const Expr& expr, const RecordLiteral& node) const {
        const auto& record = spec_.records[spec_.types[expr.type].declaration];
        std::vector<std::pair<std::uint32_t, ExprId>> fields;
        for (std::uint32_t i = 0; i < node.fields.size(); ++i) {
            fields.emplace_back(i, node.fields[i]);
        }
        return {record.name + " { " + named(record.fields, fields) + " }"};
    }

    [[nodiscard]] Text node(const BoolLiteral& node) const {
        return {node.value ? "true" : "false"};
    }

    [[nodiscard]] Text node(const IntLiteral& node) const { return {std::to_string(node.value)}; }

    [[nodiscard]] Text node(const EnumLiteral&) const { return {"?"}; }

    [[nodiscard]] Text node(const RecordLiteral&) const { return {"?"}; }

    [[nodiscard]] Text node(const NoneLiteral&) const { return {"none"}; }

    [[nodiscard]] Text node(const SomeExpr& node) const {
        return {"some(" + plain(node.value) + ')'};
    }

    [[nodiscard]] Text node(const LocalRef& node) const { return {name(node.local)}; }

    [[nodiscard]] Text node(const ConstRef& node) const {
        return {spec_.constants[node.constant.value].name};
    }

    [[nodiscard]] Text node(const VariableRef& node) const {
        return {spec_.variable(node.variable).name};
    }

    [[nodiscard]] Text node(const Armed& node) const {
        return {"armed(" + spec_.timer(node.timer).name +
                (node.key.valid() ? '[' + plain(node.key) + ']' : "") + ')'};
    }

    [[nodiscard]] Text node(const FunctionCall& node) const {
        return {spec_.functions[node.function.value].name + '(' + list(node.arguments) + ')'};
    }

    [[nodiscard]] Text node(const DefCall& node) const {
        const std::string& name = spec_.def(node.def).name;
        return {node.arguments.empty() ? name : name + '(' + list(node.arguments) + ')'};
    }

    [[nodiscard]] Text node(const Unary& node) const {
        if (node.op == UnaryOp::negate) {
            return {'-' + at(node.operand, 8), 8};
        }
        return {"not " + at(node.operand, kPrimary), 4};
    }

    [[nodiscard]] Text node(const Binary& node) const {
        const auto [word, strength] = spelling(node.op);
        const bool chains = node.op == BinaryOp::logical_and || node.op == BinaryOp::logical_or ||
                            node.op == BinaryOp::add;
        return {at(node.left, chains ? strength : strength + 1) + ' ' + std::string(word) + ' ' +
                    at(node.right, strength + 1),
                strength};
    }

    [[nodiscard]] Text node(const IfElse& node) const {
        return {"if " + plain(node.condition) + " then " + plain(node.then_value) + " else " +
                    plain(node.else_value),
                kLoosest};
    }

    [[nodiscard]] Text node(const FieldAccess& node) const {
        const auto& type = spec_.type_of(node.object);
        const auto& fields = spec_.records[type.declaration].fields;
        return {at(node.object, kPrimary) + '.' + fields[node.field].name};
    }

    [[nodiscard]] Text node(const OptionValue& node) const {
        return {at(node.option, kPrimary) + ".value"};
    }

    [[nodiscard]] Text node(const IsOption& node) const {
        return {at(node.option, kPrimary) + (node.some ? " is some" : " is none"), 5};
    }

    [[nodiscard]] Text node(const MapLookup& node) const {
        return {at(node.map, kPrimary) + (node.optional ? "?[" : "[") + plain(node.key) + ']'};
    }

    [[nodiscard]] Text node(const SetLiteral& node) const {
        return {node.elements.empty() ? "{}" : "{ " + list(node.elements) + " }"};
    }

    [[nodiscard]] Text node(const MapLiteral& node) const {
        std::string entries;
        for (const auto& [key, value] : node.entries) {
            entries += (entries.empty() ? " " : ", ") + plain(key) + " -> " + plain(value);
        }
        return {"{" + entries + (entries.empty() ? "}" : " }")};
    }

    [[nodiscard]] Text node(const ListLiteral& node) const {
        return {'[' + list(node.elements) + ']'};
    }

    [[nodiscard]] Text node(const Comprehension& node) const {
        std::string clauses;
        for (const auto& clause : node.clauses) {
            const auto* bound = std::get_if<Binder>(&clause);
            clauses += (clauses.empty() ? "" : ", ") +
                       (bound != nullptr ? binder(*bound) : plain(std::get<ExprId>(clause)));
        }
        if (node.value.valid()) {
            return {"{ " + plain(node.head) + " -> " + plain(node.value) + " for " + clauses +
                    " }"};
        }
        return {"{ " + plain(node.head) + " | " + clauses + " }"};
    }

    [[nodiscard]] Text node(const Size& node) const {
        return {"size(" + plain(node.container) + ')'};
    }

    [[nodiscard]] Text node(const Keys& node) const { return {"keys(" + plain(node.map) + ')'}; }

    [[nodiscard]] Text node(const First& node) const {
        return {"first " + name(node.local) + " in " + plain(node.list) +
                    (node.condition.valid() ? " where " + plain(node.condition) : ""),
                kLoosest};
    }

    [[nodiscard]] Text node(const Quantifier& node) const {
        std::string binders;
        for (const Binder& bound : node.binders) {
            binders += (binders.empty() ? "" : ", ") + binder(bound);
        }
        const bool all = node.kind == QuantifierKind::forall;
        return {(all ? "forall " : "exists ") + binders + ". " + plain(node.body), kLoosest};
    }

    [[nodiscard]] Text node(const RecordUpdate& node) const {
        const auto& fields = spec_.records[spec_.type_of(node.object).declaration].fields;
        return {at(node.object, kPrimary) + " with { " + named(fields, node.fields) + " }", 9};
    }

    [[nodiscard]] Text node(const Old& node) const { return {"old(" + plain(node.value) + ')'}; }

    [[nodiscard]] Text node(const MessagePattern& node) const {
        const auto& message = spec_.message(node.message);
        return {(node.in_flight ? "in_flight(" : "sent(") + message.name + '(' +
                named(message.fields, node.fields) + "))"};
    }

    [[nodiscard]] Text node(const AllOf& node) const {
        return {"all " + spec_.role(node.role).name, 9};
    }

    [[nodiscard]] Text node(const Majority& node) const {
        return {"majority(" + plain(node.set) + ", all " + spec_.role(node.role).name + ')'};
    }

    const TypedSpec& spec_;
};

} // namespace

std::string spec_text(const TypedSpec& spec, ExprId expr) {
    return Printer(spec).print(expr).text;
}

} // namespace muster::spec
