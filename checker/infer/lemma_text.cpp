#include "checker/infer/lemma_text.hpp"

#include "checker/engines/induction.hpp"
#include "spec/ast/operator_name.hpp"
#include "spec/format/format.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;

namespace {

/// What binds tighter has the greater number.
enum Tightness { kLoose, kImplies, kOr, kAnd, kCompare, kTight };

class Printer {
public:
    explicit Printer(const spec::TypedSpec& spec)
        : spec_(spec) {}

    std::string operator()(ExprId id, int around = kLoose) const {
        const typed::Expr& expr = spec_.expr(id);
        const auto before = arguments_;
        if (const ExprId other = written_instead(expr); other.valid()) {
            std::string text = (*this)(other, around);
            arguments_ = before;
            return text;
        }
        int own = kTight;
        const std::string text =
            std::visit([&](const auto& node) { return print(node, expr, own); }, expr.node);
        return own < around ? "(" + text + ")" : text;
    }

private:
    /// Outside of its role a def with parameters has no name: its body is written there, with the
    /// arguments in the place of the parameters.
    ExprId written_instead(const typed::Expr& expr) const {
        if (const auto* local = std::get_if<typed::LocalRef>(&expr.node)) {
            const auto found = arguments_.find(local->local);
            return found == arguments_.end() ? ExprId{} : found->second;
        }
        const auto* call = std::get_if<typed::DefCall>(&expr.node);
        if (call == nullptr) {
            return {};
        }
        const spec::DefInfo& def = spec_.def(call->def);
        if (!def.role.valid() || def.parameters.empty()) {
            return {};
        }
        for (std::size_t i = 0; i < call->arguments.size(); ++i) {
            arguments_[def.parameters[i]] = call->arguments[i];
        }
        if (def.me.valid()) {
            arguments_[def.me] = call->process;
        }
        return def.body;
    }

    std::string print(const typed::BoolLiteral& e, const typed::Expr&, int&) const {
        return e.value ? "true" : "false";
    }

    std::string print(const typed::IntLiteral& e, const typed::Expr&, int&) const {
        return fmt::format("{}", e.value);
    }

    std::string print(const typed::EnumLiteral& e, const typed::Expr& expr, int&) const {
        return spec_.enums[spec_.types[expr.type].declaration].enumerators[e.enumerator];
    }

    std::string print(const typed::NoneLiteral&, const typed::Expr&, int&) const { return "none"; }

    std::string print(const typed::SomeExpr& e, const typed::Expr&, int&) const {
        return fmt::format("some({})", (*this)(e.value));
    }

    std::string print(const typed::LocalRef& e, const typed::Expr&, int&) const {
        return name_of(e.local);
    }

    /// What is bound in different places gets different names.
    const std::string& name_of(spec::LocalId local) const {
        const auto found = names_.find(local);
        if (found != names_.end()) {
            return found->second;
        }
        const std::string& base = spec_.local(local).name;
        std::string name = base;
        for (std::size_t number = 2; !used_.insert(name).second; ++number) {
            name = fmt::format("{}{}", base, number);
        }
        return names_.emplace(local, std::move(name)).first->second;
    }

    std::string print(const typed::ConstRef& e, const typed::Expr&, int&) const {
        return spec_.constants[e.constant.value].name;
    }

    std::string print(const typed::VariableRef& e, const typed::Expr&, int&) const {
        const spec::VariableInfo& variable = spec_.variable(e.variable);
        return fmt::format("{}.{}", process(variable.role, e.process), variable.name);
    }

    std::string print(const typed::Armed& e, const typed::Expr&, int&) const {
        const spec::TimerInfo& timer = spec_.timer(e.timer);
        const std::string key = e.key.valid() ? fmt::format("({})", (*this)(e.key)) : "";
        return fmt::format("armed({}.{}{})", process(timer.role, e.process), timer.name, key);
    }

    std::string print(const typed::FunctionCall& e, const typed::Expr&, int&) const {
        std::string arguments;
        for (const ExprId argument : e.arguments) {
            arguments += (arguments.empty() ? "" : ", ") + (*this)(argument);
        }
        return fmt::format("{}({})", spec_.functions[e.function.value].name, arguments);
    }

    std::string print(const typed::Unary& e, const typed::Expr&, int&) const {
        return fmt::format(
            "{} {}", e.op == spec::UnaryOp::negate ? "-" : "not", (*this)(e.operand, kTight));
    }

    std::string print(const typed::Binary& e, const typed::Expr&, int& own) const {
        int left = kTight;
        int right = kTight;
        switch (e.op) {
        case BinaryOp::implies:
        case BinaryOp::iff:
            own = kImplies;
            left = right = kOr;
            break;
        case BinaryOp::logical_or:
            own = left = kOr;
            right = kAnd;
            break;
        case BinaryOp::logical_and:
            own = left = kAnd;
            right = kCompare;
            break;
        default:
            own = kCompare;
            break;
        }
        // Names are given in the order in which they are printed.
        std::string text = (*this)(e.left, left);
        text += fmt::format(" {} ", spec::ast::operator_name(e.op));
        return text + (*this)(e.right, right);
    }

    std::string print(const typed::FieldAccess& e, const typed::Expr&, int&) const {
        const spec::Type& record = spec_.type_of(e.object);
        return fmt::format("{}.{}",
                           (*this)(e.object, kTight),
                           spec_.records[record.declaration].fields[e.field].name);
    }

    std::string print(const typed::OptionValue& e, const typed::Expr&, int&) const {
        return (*this)(e.option, kTight) + ".value";
    }

    std::string print(const typed::IsOption& e, const typed::Expr&, int& own) const {
        own = kCompare;
        return fmt::format("{} is {}", (*this)(e.option, kTight), e.some ? "some" : "none");
    }

    std::string print(const typed::MapLookup& e, const typed::Expr&, int&) const {
        std::string text = (*this)(e.map, kTight);
        text += e.optional ? "?[" : "[";
        return text + (*this)(e.key) + "]";
    }

    std::string print(const typed::SetLiteral& e, const typed::Expr&, int&) const {
        std::string elements;
        for (const ExprId element : e.elements) {
            elements += (elements.empty() ? "" : ", ") + (*this)(element);
        }
        return elements.empty() ? "{}" : fmt::format("{{ {} }}", elements);
    }

    std::string print(const typed::MapLiteral& e, const typed::Expr&, int&) const {
        std::string entries;
        for (const auto& [key, value] : e.entries) {
            entries += entries.empty() ? "" : ", ";
            entries += (*this)(key) + " -> ";
            entries += (*this)(value);
        }
        return entries.empty() ? "{}" : fmt::format("{{ {} }}", entries);
    }

    std::string print(const typed::ListLiteral& e, const typed::Expr&, int&) const {
        std::string elements;
        for (const ExprId element : e.elements) {
            elements += (elements.empty() ? "" : ", ") + (*this)(element);
        }
        return fmt::format("[{}]", elements);
    }

    std::string print(const typed::IfElse& e, const typed::Expr&, int& own) const {
        own = kLoose;
        std::string text = fmt::format("if {}", (*this)(e.condition));
        text += fmt::format(" then {}", (*this)(e.then_value));
        return text + fmt::format(" else {}", (*this)(e.else_value));
    }

    std::string print(const typed::Size& e, const typed::Expr&, int&) const {
        return fmt::format("size({})", (*this)(e.container));
    }

    std::string print(const typed::Keys& e, const typed::Expr&, int&) const {
        return fmt::format("keys({})", (*this)(e.map));
    }

    std::string print(const typed::First& e, const typed::Expr&, int& own) const {
        own = kLoose;
        std::string text = fmt::format("first {} in {}", name_of(e.local), (*this)(e.list, kTight));
        return e.condition.valid() ? text + fmt::format(" where {}", (*this)(e.condition)) : text;
    }

    std::string print(const typed::RecordUpdate& e, const typed::Expr& expr, int&) const {
        const spec::RecordInfo& record = spec_.records[spec_.types[expr.type].declaration];
        const std::string object = (*this)(e.object, kTight);
        std::string fields;
        for (const auto& [field, value] : e.fields) {
            fields += fmt::format(
                "{}{}: {}", fields.empty() ? "" : ", ", record.fields[field].name, (*this)(value));
        }
        return fmt::format("{} with {{ {} }}", object, fields);
    }

    std::string print(const typed::Old& e, const typed::Expr&, int&) const {
        return fmt::format("old({})", (*this)(e.value));
    }

    std::string print(const typed::DefCall& e, const typed::Expr&, int&) const {
        const spec::DefInfo& def = spec_.def(e.def);
        std::string arguments;
        for (const ExprId argument : e.arguments) {
            arguments += (arguments.empty() ? "(" : ", ") + (*this)(argument);
        }
        arguments += arguments.empty() ? "" : ")";
        const std::string where = def.role.valid() ? process(def.role, e.process) + "." : "";
        return where + def.name + arguments;
    }

    /// What is bound gets its name before the head is written, which comes first.
    std::string print(const typed::Comprehension& e, const typed::Expr&, int&) const {
        std::string clauses;
        for (const auto& clause : e.clauses) {
            clauses += clauses.empty() ? "" : ", ";
            if (const auto* binder = std::get_if<typed::Binder>(&clause)) {
                clauses += range(*binder);
            } else {
                clauses += (*this)(std::get<ExprId>(clause));
            }
        }
        if (!e.value.valid()) {
            return fmt::format("{{ {} | {} }}", (*this)(e.head), clauses);
        }
        std::string entry = (*this)(e.head) + " -> ";
        entry += (*this)(e.value);
        return fmt::format("{{ {} for {} }}", entry, clauses);
    }

    std::string range(const typed::Binder& binder) const {
        const std::string& name = name_of(binder.local);
        return binder.domain.valid()
                   ? fmt::format("{} in {}", name, (*this)(binder.domain, kTight))
                   : fmt::format("{}: {}", name, spec_.type_name(spec_.local(binder.local).type));
    }

    std::string print(const typed::Quantifier& e, const typed::Expr&, int& own) const {
        own = kLoose;
        std::string binders;
        for (std::size_t i = 0; i < e.binders.size(); ++i) {
            const typed::Binder& binder = e.binders[i];
            const spec::LocalInfo& local = spec_.local(binder.local);
            const bool same_as_next = i + 1 < e.binders.size() && !binder.domain.valid() &&
                                      !e.binders[i + 1].domain.valid() &&
                                      spec_.local(e.binders[i + 1].local).type == local.type;
            binders +=
                (i == 0 ? "" : ", ") + (same_as_next ? name_of(binder.local) : range(binder));
        }
        return fmt::format("{} {}. {}",
                           e.kind == spec::QuantifierKind::forall ? "forall" : "exists",
                           binders,
                           (*this)(e.body));
    }

    std::string print(const typed::RecordLiteral& e, const typed::Expr& expr, int&) const {
        const spec::RecordInfo& record = spec_.records[spec_.types[expr.type].declaration];
        std::string fields;
        for (std::size_t i = 0; i < e.fields.size(); ++i) {
            fields += fmt::format(
                "{}{}: {}", i == 0 ? "" : ", ", record.fields[i].name, (*this)(e.fields[i]));
        }
        return fmt::format("{} {{ {} }}", record.name, fields);
    }

    std::string print(const typed::MessagePattern& e, const typed::Expr&, int&) const {
        const spec::MessageInfo& message = spec_.message(e.message);
        std::string fields;
        for (const auto& [field, value] : e.fields) {
            fields += fmt::format(
                "{}{}: {}", fields.empty() ? "" : ", ", message.fields[field].name, (*this)(value));
        }
        const std::string from = e.from.valid() ? " from " + (*this)(e.from) : "";
        const std::string to = e.to.valid() ? " to " + (*this)(e.to) : "";
        return fmt::format(
            "{}({}({}){}{})", e.in_flight ? "in_flight" : "sent", message.name, fields, from, to);
    }

    std::string print(const typed::AllOf& e, const typed::Expr&, int&) const {
        return "all " + spec_.role(e.role).name;
    }

    std::string print(const typed::Majority& e, const typed::Expr&, int&) const {
        return fmt::format("majority({}, all {})", (*this)(e.set), spec_.role(e.role).name);
    }

    std::string process(spec::RoleId role, ExprId index) const {
        const std::string& name = spec_.role(role).name;
        return index.valid() ? fmt::format("{}[{}]", name, (*this)(index)) : name;
    }

    const spec::TypedSpec& spec_;
    mutable std::map<spec::LocalId, std::string> names_;
    mutable std::set<std::string> used_;
    mutable std::map<spec::LocalId, ExprId> arguments_; // of defs that are written out
};

} // namespace

std::string lemma_text(const spec::TypedSpec& spec, const spec::PropertyInfo& property) {
    const std::string header = "protocol p\n\n";
    const std::string line = fmt::format("lemma {}{}: {}\n",
                                         property.name,
                                         without_text(spec, property.without),
                                         Printer(spec)(property.body));
    spec::Diagnostics diagnostics;
    std::string text = spec::format(header + line, diagnostics).value_or(header + line);
    text.erase(0, header.size());
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    return text;
}

} // namespace muster::checker::infer
