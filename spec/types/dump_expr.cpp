#include "spec/ast/operator_name.hpp"
#include "spec/ast/overloaded.hpp"
#include "spec/types/dump.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

class ExprDumper {
public:
    explicit ExprDumper(const TypedSpec& spec)
        : spec_(spec) {}

    std::string operator()(ExprId id) const {
        if (!id.valid()) {
            return "_";
        }
        const typed::Expr& expr = spec_.expr(id);
        return std::visit([&](const auto& node) { return text(node, expr); }, expr.node);
    }

private:
    std::string local(LocalId id) const {
        return fmt::format("{}#{}", spec_.local(id).name, id.value);
    }

    std::string list(const std::vector<ExprId>& ids) const {
        std::string out;
        for (const ExprId id : ids) {
            out += ' ';
            out += (*this)(id);
        }
        return out;
    }

    std::string at(ExprId process) const {
        return process.valid() ? fmt::format("[{}]", (*this)(process)) : std::string();
    }

    std::string binder(const typed::Binder& binder) const {
        const std::string domain = binder.domain.valid()
                                       ? fmt::format("in {}", (*this)(binder.domain))
                                       : spec_.type_name(spec_.local(binder.local).type);
        return fmt::format("({} {})", local(binder.local), domain);
    }

    std::string text(const typed::BoolLiteral& e, const typed::Expr&) const {
        return e.value ? "true" : "false";
    }

    std::string text(const typed::IntLiteral& e, const typed::Expr&) const {
        return fmt::format("{}", e.value);
    }

    std::string text(const typed::EnumLiteral& e, const typed::Expr& expr) const {
        return spec_.enums[spec_.types[expr.type].declaration].enumerators[e.enumerator];
    }

    std::string text(const typed::NoneLiteral&, const typed::Expr&) const { return "none"; }

    std::string text(const typed::SomeExpr& e, const typed::Expr&) const {
        return fmt::format("(some {})", (*this)(e.value));
    }

    std::string text(const typed::LocalRef& e, const typed::Expr&) const { return local(e.local); }

    std::string text(const typed::ConstRef& e, const typed::Expr&) const {
        return spec_.constants[e.constant.value].name;
    }

    std::string text(const typed::VariableRef& e, const typed::Expr&) const {
        const VariableInfo& variable = spec_.variable(e.variable);
        return fmt::format("{}{}.{}", spec_.role(variable.role).name, at(e.process), variable.name);
    }

    std::string text(const typed::Armed& e, const typed::Expr&) const {
        const TimerInfo& timer = spec_.timer(e.timer);
        return fmt::format("(armed {}{}.{} {})",
                           spec_.role(timer.role).name,
                           at(e.process),
                           timer.name,
                           (*this)(e.key));
    }

    std::string text(const typed::FunctionCall& e, const typed::Expr&) const {
        return fmt::format("({}{})", spec_.functions[e.function.value].name, list(e.arguments));
    }

    std::string text(const typed::DefCall& e, const typed::Expr&) const {
        return fmt::format("({}{}{})", spec_.def(e.def).name, at(e.process), list(e.arguments));
    }

    std::string text(const typed::Unary& e, const typed::Expr&) const {
        return fmt::format("({} {})", e.op == UnaryOp::negate ? "-" : "not", (*this)(e.operand));
    }

    std::string text(const typed::Binary& e, const typed::Expr&) const {
        return fmt::format(
            "({} {} {})", ast::operator_name(e.op), (*this)(e.left), (*this)(e.right));
    }

    std::string text(const typed::IfElse& e, const typed::Expr&) const {
        return fmt::format(
            "(if {} {} {})", (*this)(e.condition), (*this)(e.then_value), (*this)(e.else_value));
    }

    std::string text(const typed::FieldAccess& e, const typed::Expr&) const {
        const Type& record = spec_.type_of(e.object);
        return fmt::format(
            "{}.{}", (*this)(e.object), spec_.records[record.declaration].fields[e.field].name);
    }

    std::string text(const typed::OptionValue& e, const typed::Expr&) const {
        return fmt::format("(value {})", (*this)(e.option));
    }

    std::string text(const typed::IsOption& e, const typed::Expr&) const {
        return fmt::format("({} {})", e.some ? "is-some" : "is-none", (*this)(e.option));
    }

    std::string text(const typed::MapLookup& e, const typed::Expr&) const {
        return fmt::format(
            "({} {} {})", e.optional ? "find" : "at", (*this)(e.map), (*this)(e.key));
    }

    std::string text(const typed::SetLiteral& e, const typed::Expr&) const {
        return fmt::format("(set{})", list(e.elements));
    }

    std::string text(const typed::MapLiteral& e, const typed::Expr&) const {
        std::string out = "(map";
        for (const auto& [key, value] : e.entries) {
            out += fmt::format(" (-> {} {})", (*this)(key), (*this)(value));
        }
        return out + ")";
    }

    std::string text(const typed::ListLiteral& e, const typed::Expr&) const {
        return fmt::format("(list{})", list(e.elements));
    }

    std::string text(const typed::Comprehension& e, const typed::Expr&) const {
        std::string clauses;
        for (const auto& clause : e.clauses) {
            clauses += ' ';
            clauses += std::holds_alternative<ExprId>(clause)
                           ? (*this)(std::get<ExprId>(clause))
                           : binder(std::get<typed::Binder>(clause));
        }
        return e.value.valid()
                   ? fmt::format("(map-of {} {}{})", (*this)(e.head), (*this)(e.value), clauses)
                   : fmt::format("(set-of {}{})", (*this)(e.head), clauses);
    }

    std::string text(const typed::Size& e, const typed::Expr&) const {
        return fmt::format("(size {})", (*this)(e.container));
    }

    std::string text(const typed::Keys& e, const typed::Expr&) const {
        return fmt::format("(keys {})", (*this)(e.map));
    }

    std::string text(const typed::First& e, const typed::Expr&) const {
        return fmt::format(
            "(first {} {} {})", local(e.local), (*this)(e.list), (*this)(e.condition));
    }

    std::string text(const typed::Quantifier& e, const typed::Expr&) const {
        std::string binders;
        for (const typed::Binder& each : e.binders) {
            binders += ' ';
            binders += binder(each);
        }
        return fmt::format("({}{} {})",
                           e.kind == QuantifierKind::forall ? "forall" : "exists",
                           binders,
                           (*this)(e.body));
    }

    std::string text(const typed::RecordLiteral& e, const typed::Expr& expr) const {
        return fmt::format(
            "({}{})", spec_.records[spec_.types[expr.type].declaration].name, list(e.fields));
    }

    std::string text(const typed::RecordUpdate& e, const typed::Expr& expr) const {
        const auto& fields = spec_.records[spec_.types[expr.type].declaration].fields;
        std::string out = fmt::format("(with {}", (*this)(e.object));
        for (const auto& [field, value] : e.fields) {
            out += fmt::format(" ({} {})", fields[field].name, (*this)(value));
        }
        return out + ")";
    }

    std::string text(const typed::Old& e, const typed::Expr&) const {
        return fmt::format("(old {})", (*this)(e.value));
    }

    std::string text(const typed::MessagePattern& e, const typed::Expr&) const {
        const MessageInfo& message = spec_.message(e.message);
        std::string out = fmt::format("({} {}", e.in_flight ? "in-flight" : "sent", message.name);
        for (const auto& [field, value] : e.fields) {
            out += fmt::format(" ({} {})", message.fields[field].name, (*this)(value));
        }
        return out + fmt::format(" {} {})", (*this)(e.from), (*this)(e.to));
    }

    std::string text(const typed::AllOf& e, const typed::Expr&) const {
        return fmt::format("(all {})", spec_.role(e.role).name);
    }

    std::string text(const typed::Majority& e, const typed::Expr&) const {
        return fmt::format("(majority {} {})", (*this)(e.set), spec_.role(e.role).name);
    }

    const TypedSpec& spec_;
};

} // namespace

std::string dump(const TypedSpec& spec, ExprId id) {
    return ExprDumper(spec)(id);
}

} // namespace muster::spec
