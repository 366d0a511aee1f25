#pragma once

#include "codegen/model/doc.hpp"
#include "codegen/model/names.hpp"
#include "codegen/model/role_context.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::codegen {

/// How tightly the outermost operator of emitted code binds.
enum class Precedence {
    lowest,
    conditional,
    logical_or,
    logical_and,
    equality,
    relational,
    unary,
    primary,
};

struct Code {
    Doc doc;
    Precedence precedence = Precedence::primary;
};

/// Emits the expressions of one function of a role's class and knows how its locals are called.
/// What lies around the function is asked for through virtual functions: a test sees it from
/// outside.
class ExprEmitter {
public:
    explicit ExprEmitter(const RoleContext& context)
        : context_(context)
        , names_(context.local_names) {}

    ExprEmitter(const ExprEmitter&) = default;
    ExprEmitter& operator=(const ExprEmitter&) = delete;
    virtual ~ExprEmitter() = default;

    /// The value, of exactly its type.
    Code emit(spec::ExprId expr);

    Doc plain(spec::ExprId expr) { return emit(expr).doc; }

    /// Where a value of a known type is expected, so that `some(x)` is just `x` and an empty
    /// collection is `{}`.
    Doc into(spec::ExprId expr);
    /// The same, for an argument that is passed by reference to code which changes the machine's
    /// state: what is part of the state is copied.
    Doc argument(spec::ExprId expr);
    /// Whether the code `left` equals the expression.
    Doc equals(const std::string& left, spec::ExprId right);

    /// A condition of `if`.
    Doc condition(spec::ExprId expr) { return plain(expr); }

    /// Something to range over: the keys of a map are not copied.
    Doc range(spec::ExprId expr);
    /// The same as a collection of its own.
    Doc copied_range(spec::ExprId expr);
    /// `[&](T x) { return body; }`
    Doc lambda(spec::LocalId parameter, const std::vector<spec::ExprId>& conditions);
    /// A constructor call with named fields; those equal to the declared default are left out.
    Doc aggregate(const std::string& type,
                  const std::vector<spec::FieldInfo>& infos,
                  const std::vector<spec::ExprId>& fields);

    /// Gives the local a name of its own from here on.
    std::string declare(spec::LocalId local);

    /// The local is this text from here on.
    void alias(spec::LocalId local, std::string text) { locals_[local] = std::move(text); }

    /// What the local is called.
    [[nodiscard]] const std::string& name_of(spec::LocalId local) const {
        return locals_.at(local);
    }

    void reserve(std::string_view name) { names_.reserve(name); }

    std::string unique(std::string_view name) { return names_.claim(name); }

    void push() { names_.push(); }

    void pop() { names_.pop(); }

    [[nodiscard]] std::string type(spec::TypeId type) const;
    [[nodiscard]] std::string parameter(spec::TypeId type) const;

    /// Notes that a construct has no form in generated code, and stands in for it.
    Code refuse(spec::Span span, const std::string& what);

protected:
    [[nodiscard]] const RoleContext& context() const { return context_; }

    [[nodiscard]] virtual std::string member(spec::VariableId variable) const;
    [[nodiscard]] virtual std::string constant(spec::ConstId constant) const;
    [[nodiscard]] virtual std::string hook(spec::FunctionId function) const;
    [[nodiscard]] virtual std::string processes(spec::RoleId role) const;
    [[nodiscard]] virtual std::string def(spec::DefId def) const;
    virtual Code armed(const spec::typed::Armed& node, spec::Span span);
    virtual Code sent(const spec::typed::MessagePattern& node, spec::Span span);
    virtual Code old(const spec::typed::Old& node, spec::Span span);
    /// All values of a type, where a quantifier or comprehension names no domain.
    virtual Doc every(spec::TypeId type, spec::Span span, const std::string& what);
    /// Whether the expression, if valid, names the process whose code this is.
    [[nodiscard]] bool is_own(spec::ExprId process) const;

private:
    Code emit_node(const spec::typed::BoolLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::IntLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::EnumLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::NoneLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::SomeExpr& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::LocalRef& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::ConstRef& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::VariableRef& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Armed& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::FunctionCall& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::DefCall& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Unary& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Binary& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::IfElse& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::FieldAccess& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::OptionValue& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::IsOption& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::MapLookup& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::SetLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::MapLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::ListLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Comprehension& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Size& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Keys& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::First& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Quantifier& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::RecordLiteral& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::RecordUpdate& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Old& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::MessagePattern& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::AllOf& node, const spec::typed::Expr& expr);
    Code emit_node(const spec::typed::Majority& node, const spec::typed::Expr& expr);

    Code unary(const spec::typed::Unary& node);
    Code binary(const spec::typed::Binary& node, const spec::typed::Expr& expr);
    Code infix(spec::ExprId left, std::string_view op, spec::ExprId right, Precedence precedence);
    Code equality(spec::ExprId left, spec::ExprId right, bool equal);
    Code membership(spec::ExprId element, spec::ExprId container);
    Code implication(const spec::typed::Binary& node);
    Doc domain(const spec::typed::Binder& binder, spec::Span span, const std::string& what);
    Code quantifier(const spec::typed::Quantifier& node, std::size_t next);
    Code comprehension(const spec::typed::Comprehension& node, const spec::typed::Expr& expr);
    Code long_comprehension(const spec::typed::Comprehension& node, const spec::typed::Expr& expr);
    Doc comprehension_body(const spec::typed::Comprehension& node,
                           std::size_t clause,
                           const std::string& result);
    Code first(const spec::typed::First& node);
    Code update(const spec::typed::RecordUpdate& node);
    Code variable(const spec::typed::VariableRef& node, spec::Span span);
    Doc at_least(const Code& code, Precedence precedence);
    Doc at_least(spec::ExprId expr, Precedence precedence);
    std::vector<Doc> arguments(const std::vector<spec::ExprId>& exprs);
    [[nodiscard]] bool is_empty_literal(spec::ExprId expr) const;
    [[nodiscard]] bool is_local(spec::ExprId expr, spec::LocalId local) const;

    const RoleContext& context_;
    NameScope names_;
    std::map<spec::LocalId, std::string> locals_;
};

/// `open`, then the arguments, of which the last is a lambda: it keeps its place at the end of the
/// line if what stands before it is short.
Doc call_with_lambda(const std::string& open, const std::vector<Doc>& arguments);

} // namespace muster::codegen
