#include "codegen/emit_expr.hpp"

#include <utility>

/// Quantifiers and comprehensions: the part of the expression emitter that ranges over collections.
namespace muster::codegen {

using namespace spec::typed;
using spec::ExprId;

Doc ExprEmitter::domain(const Binder& binder, spec::Span span, const std::string& what) {
    return binder.domain.valid() ? range(binder.domain)
                                 : every(context_.spec.local(binder.local).type, span, what);
}

Code ExprEmitter::quantifier(const Quantifier& node, std::size_t next) {
    const Binder& binder = node.binders[next];
    const bool forall = node.kind == spec::QuantifierKind::forall;
    const std::string open = forall ? "machine::all_of(" : "machine::any_of(";
    const Doc domain = this->domain(binder, context_.spec.expr(node.body).span, "a quantifier");
    if (next + 1 == node.binders.size()) {
        return {call_with_lambda(open, {domain, lambda(binder.local, {node.body})})};
    }
    names_.push();
    const std::string name = declare(binder.local);
    const Code body = quantifier(node, next + 1);
    names_.pop();
    const Doc inner =
        group(Doc("[&](" + parameter(context_.spec.local(binder.local).type) + ' ' + name + ") {") +
              nest(line() + Doc("return ") + body.doc + Doc(";")) + line() + Doc("}"));
    return {call_with_lambda(open, {domain, inner})};
}

Code ExprEmitter::comprehension(const Comprehension& node, const Expr& expr) {
    std::vector<ExprId> conditions;
    const Binder* binder = nullptr;
    bool simple = true;
    for (const auto& clause : node.clauses) {
        if (const auto* bound = std::get_if<Binder>(&clause)) {
            simple = simple && binder == nullptr && conditions.empty();
            binder = bound;
        } else {
            conditions.push_back(std::get<ExprId>(clause));
        }
    }
    if (!simple || binder == nullptr || !is_local(node.head, binder->local)) {
        return long_comprehension(node, expr);
    }
    std::vector<Doc> docs{domain(*binder, expr.span, "a comprehension")};
    if (!conditions.empty()) {
        docs.push_back(lambda(binder->local, conditions));
    }
    if (node.value.valid()) {
        docs.push_back(lambda(binder->local, {node.value}));
        const std::string open = "machine::map_over<" + type(expr.type) + ">(";
        return {conditions.empty() ? call_with_lambda(open, docs) : call(open, docs, ")")};
    }
    const std::string name = conditions.empty() ? "to_set" : "filter";
    return {call_with_lambda("machine::" + name + '<' + type(expr.type) + ">(", docs)};
}

Doc ExprEmitter::comprehension_body(const Comprehension& node,
                                    std::size_t clause,
                                    const std::string& result) {
    if (clause == node.clauses.size()) {
        if (node.value.valid()) {
            return hard_line() +
                   call("machine::add_entry(", {result, plain(node.head), plain(node.value)}, ");");
        }
        return hard_line() + call(result + ".insert(", {plain(node.head)}, ");");
    }
    if (const auto* binder = std::get_if<Binder>(&node.clauses[clause])) {
        const Doc domain =
            this->domain(*binder, context_.spec.expr(node.head).span, "a comprehension");
        names_.push();
        const std::string name = declare(binder->local);
        const Doc body = comprehension_body(node, clause + 1, result);
        names_.pop();
        const bool is_named = context_.named_locals.contains(binder->local);
        const std::string unused = is_named ? "" : "[[maybe_unused]] ";
        return hard_line() +
               group(Doc("for (" + unused + "const auto& " + name + " : ") + domain + Doc(") {")) +
               nest(body) + hard_line() + Doc("}");
    }
    const Doc condition = plain(std::get<ExprId>(node.clauses[clause]));
    const Doc body = comprehension_body(node, clause + 1, result);
    return hard_line() + group(Doc("if (") + condition + Doc(") {")) + nest(body) + hard_line() +
           Doc("}");
}

/// A function that is called on the spot, with one loop or `if` for every clause.
Code ExprEmitter::long_comprehension(const Comprehension& node, const Expr& expr) {
    names_.push();
    const std::string result = names_.claim("result");
    const Doc body = comprehension_body(node, 0, result);
    names_.pop();
    return {Doc("[&] {") +
            nest(hard_line() + Doc(type(expr.type) + ' ' + result + ';') + body + hard_line() +
                 Doc("return " + result + ';')) +
            hard_line() + Doc("}()")};
}

} // namespace muster::codegen
