#include "codegen/emit_axioms.hpp"

#include "codegen/given_expr.hpp"
#include "codegen/model/string_literal.hpp"
#include "spec/outline/spec_text.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <set>

namespace muster::codegen {

using namespace spec::typed;
using spec::ExprId;
using spec::LocalId;

namespace {

/// What an axiom says of all values, and of which.
struct Opened {
    std::vector<LocalId> variables;
    ExprId body;
};

/// Takes off the quantifiers in front, as far as they go through all values of their types.
Opened open_quantifiers(const spec::TypedSpec& spec, ExprId body) {
    Opened opened{{}, body};
    while (true) {
        const auto* quantifier = std::get_if<Quantifier>(&spec.expr(opened.body).node);
        if (quantifier == nullptr || quantifier->kind != spec::QuantifierKind::forall ||
            std::any_of(quantifier->binders.begin(),
                        quantifier->binders.end(),
                        [](const Binder& binder) { return binder.domain.valid(); })) {
            return opened;
        }
        for (const Binder& binder : quantifier->binders) {
            opened.variables.push_back(binder.local);
        }
        opened.body = quantifier->body;
    }
}

/// The calls of functions in the axiom whose values tell why it is false.
class CallFinder {
public:
    CallFinder(const RoleContext& context, const std::vector<LocalId>& variables)
        : context_(context)
        , variables_(variables.begin(), variables.end()) {}

    void visit(ExprId id) {
        const Expr& expr = context_.spec.expr(id);
        spec::for_each_part(expr, [this](ExprId part) { visit(part); });
        if (!std::holds_alternative<FunctionCall>(expr.node)) {
            return;
        }
        const Usage usage = context_.analysis.of(id);
        const bool closed = std::includes(
            variables_.begin(), variables_.end(), usage.locals.begin(), usage.locals.end());
        if (closed && texts_.insert(spec::spec_text(context_.spec, id)).second) {
            calls_.push_back(id);
        }
    }

    [[nodiscard]] const std::vector<ExprId>& calls() const { return calls_; }

private:
    const RoleContext& context_;
    std::set<LocalId> variables_;
    std::set<std::string> texts_;
    std::vector<ExprId> calls_;
};

Doc lambda(const std::vector<Doc>& statements) {
    Doc body;
    for (const Doc& statement : statements) {
        body = body + (statements.size() > 1 ? hard_line() : line()) + group(statement);
    }
    return statements.empty() ? Doc("[] {}") : group(Doc("[&] {") + nest(body) + line() + Doc("}"));
}

/// Emits the body of one property.
void emit_property(const RoleContext& context,
                   const spec::PropertyInfo& axiom,
                   const GivenValues& given,
                   Writer& writer) {
    const Opened opened = open_quantifiers(context.spec, axiom.body);
    GivenExprEmitter exprs(context, "given.", "defs.");
    for (const LocalId variable : opened.variables) {
        const std::string name = exprs.declare(variable);
        writer.line("const auto " + name + " = machine::draw<" +
                    exprs.type(context.spec.local(variable).type) + ">();");
    }
    if (given.has_defs()) {
        writer.line("[[maybe_unused]] const Defs<GivenType> defs{given};");
    }
    writer.line("machine::AxiomCase axiom(\"" + axiom.name + "\");");
    for (const LocalId variable : opened.variables) {
        writer.line("axiom.is(" + string_literal(context.spec.local(variable).name) + ", " +
                    exprs.name_of(variable) + ");");
    }
    CallFinder finder(context, opened.variables);
    finder.visit(opened.body);
    std::vector<Doc> told;
    for (const ExprId call_expr : finder.calls()) {
        told.push_back(
            call("axiom.is(",
                 {string_literal(spec::spec_text(context.spec, call_expr)), exprs.plain(call_expr)},
                 ");"));
    }
    const Doc condition = Doc("return ") + nest(exprs.plain(opened.body)) + Doc(";");
    writer.line(call("return axiom.unless(", {lambda({condition}), lambda(told)}, ");"));
}

} // namespace

std::vector<AxiomTest>
emit_axioms(const RoleContext& context, const GivenValues& given, Writer& writer) {
    std::vector<AxiomTest> tests;
    for (const auto& axiom : context.spec.properties) {
        if (axiom.kind != spec::PropertyKind::axiom) {
            continue;
        }
        AxiomTest test{axiom.name, "axiom_" + identifier(axiom.name), ""};
        // What has no form here is no reason to leave everything else out.
        spec::Diagnostics refused;
        const RoleContext apart(context.spec, context.id, refused, context.scope);
        Writer body;
        emit_property(apart, axiom, given, body);
        if (refused.error_count() > 0) {
            test.property.clear();
            test.reason = refused.sorted().front().message;
            tests.push_back(test);
            continue;
        }
        writer.gap();
        writer.doc_comment("The axiom " + axiom.name + ": " +
                           spec::spec_text(context.spec, axiom.body));
        writer.line("template <class GivenType = Given>");
        writer.open(call("[[nodiscard]] testing::AssertionResult " + test.property + '(',
                         {"const GivenType& given = {}"},
                         ") {"));
        writer.open("return machine::holds_always([&given]() -> std::string {");
        emit_property(context, axiom, given, writer);
        writer.close("});");
        writer.close();
        for (const std::string& name : given.without_value(context.analysis.of(axiom.body))) {
            test.reason += (test.reason.empty() ? "no instance gives a value to " : ", ") + name;
        }
        tests.push_back(test);
    }
    return tests;
}

} // namespace muster::codegen
