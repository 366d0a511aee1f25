#include "checker/smt/encode_expr.hpp"

#include "checker/smt/encode_collection.hpp"
#include "checker/smt/encode_list.hpp"
#include "spec/ast/overloaded.hpp"

#include <fmt/format.h>

namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;

struct Env::Node {
    spec::LocalId local;
    Sym value;
    std::shared_ptr<const Node> next;
};

Env Env::with(spec::LocalId local, Sym value) const {
    Env result;
    result.head_ = std::make_shared<Node>(Node{local, std::move(value), head_});
    return result;
}

const Sym& Env::at(spec::LocalId local) const {
    for (const Node* node = head_.get(); node != nullptr; node = node->next.get()) {
        if (node->local == local)
            return node->value;
    }
    throw std::logic_error("a local without a value");
}

Range range_over(ExprEncoder& encoder, const typed::Binder& binder, const Scope& scope) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const spec::LocalInfo& local = vocabulary.spec().local(binder.local);
    Sym element = vocabulary.unknown(local.type, local.name);
    Terms bound = vocabulary.atoms(element);
    z3::expr guard = truth(vocabulary.ctx(), true);
    if (binder.domain.valid())
        guard = encoder.value(binder.domain, scope).contains(vocabulary.flatten(element));
    return {std::move(element), std::move(bound), guard};
}

/// One visit: the value of one expression in one scope.
class ValueOf {
public:
    ValueOf(ExprEncoder& encoder, const typed::Expr& expr, const Scope& scope)
        : encoder_(encoder)
        , vocabulary_(encoder.vocabulary_)
        , ctx_(vocabulary_.ctx())
        , expr_(expr)
        , scope_(scope) {}

    Sym operator()(const typed::BoolLiteral& e) { return scalar(truth(ctx_, e.value)); }

    Sym operator()(const typed::IntLiteral& e) { return scalar(ctx_.int_val(e.value)); }

    Sym operator()(const typed::EnumLiteral& e) {
        return scalar(vocabulary_.enum_value(expr_.type, e.enumerator));
    }

    Sym operator()(const typed::NoneLiteral&) {
        Sym result = scalar(truth(ctx_, false));
        result.parts.push_back(vocabulary_.placeholder(vocabulary_.spec().types[expr_.type].first));
        return result;
    }

    Sym operator()(const typed::SomeExpr& e) {
        Sym result = scalar(truth(ctx_, true));
        result.parts.push_back(value(e.value));
        return result;
    }

    Sym operator()(const typed::LocalRef& e) { return scope_.env.at(e.local); }

    Sym operator()(const typed::ConstRef& e) {
        return view(vocabulary_, vocabulary_.constant(e.constant), {}, scope_.now);
    }

    Sym operator()(const typed::VariableRef& e) {
        return view(vocabulary_, vocabulary_.variable(e.variable), flat(e.process), scope_.now);
    }

    Sym operator()(const typed::Armed& e) {
        return scalar(
            scope_.now.read(vocabulary_.timer(e.timer), append(flat(e.process), flat(e.key))));
    }

    Sym operator()(const typed::FunctionCall& e) {
        Terms arguments;
        for (ExprId argument : e.arguments)
            arguments = append(std::move(arguments), flat(argument));
        return view(vocabulary_, vocabulary_.function(e.function), arguments, scope_.now);
    }

    Sym operator()(const typed::DefCall& e) {
        return encoder_.value(vocabulary_.spec().def(e.def).body, def_scope(encoder_, e, scope_));
    }

    Sym operator()(const typed::Unary& e) {
        const z3::expr operand = term(e.operand);
        return scalar(e.op == spec::UnaryOp::negate ? -operand : negation(operand));
    }

    Sym operator()(const typed::Binary& e) { return binary(e); }

    Sym operator()(const typed::IfElse& e) {
        const z3::expr condition = term(e.condition);
        if (condition.is_true())
            return value(e.then_value);
        if (condition.is_false())
            return value(e.else_value);
        return choose_value(vocabulary_, condition, value(e.then_value), value(e.else_value));
    }

    Sym operator()(const typed::FieldAccess& e) { return value(e.object).parts.at(e.field); }

    Sym operator()(const typed::OptionValue& e) { return value(e.option).parts.front(); }

    Sym operator()(const typed::IsOption& e) {
        const z3::expr flag = term(e.option);
        return scalar(e.some ? flag : negation(flag));
    }

    Sym operator()(const typed::MapLookup& e) {
        const Sym map = value(e.map);
        const Terms key = flat(e.key);
        if (!e.optional)
            return map.at(key);
        Sym result = scalar(map.contains(key));
        result.parts.push_back(map.at(key));
        return result;
    }

    Sym operator()(const typed::SetLiteral& e) {
        std::vector<Terms> elements;
        for (ExprId element : e.elements)
            elements.push_back(flat(element));
        Sym result;
        result.type = expr_.type;
        result.contains = Closure([&ctx = ctx_, elements](const Terms& key) {
            Terms cases;
            for (const Terms& element : elements)
                cases.push_back(same_rows(ctx, key, element));
            return disjunction(ctx, cases);
        });
        return result;
    }

    Sym operator()(const typed::MapLiteral& e) {
        std::vector<std::pair<Sym, Sym>> entries;
        for (const auto& [key, entry] : e.entries)
            entries.emplace_back(value(key), value(entry));
        return map_of(vocabulary_, expr_.type, entries);
    }

    Sym operator()(const typed::ListLiteral& e) {
        std::vector<Sym> elements;
        for (ExprId element : e.elements)
            elements.push_back(value(element));
        return list_of(vocabulary_, expr_.type, elements);
    }

    // Some majority lies inside the set. This is exact where the elements of the sort of majorities
    // stand for all of them, whatever the polarity; so nothing false follows.
    Sym operator()(const typed::Majority& e) {
        encoder_.abstractions_.insert("of majorities it is known only that every two share an "
                                      "element");
        const spec::SortId index = vocabulary_.spec().role(e.role).index;
        const Majorities& majorities = vocabulary_.majorities(index);
        const z3::expr majority = vocabulary_.fresh_constant("majority", majorities.sort);
        const z3::expr process =
            vocabulary_.fresh_constant("process", vocabulary_.element_sort(index));
        const z3::expr inside =
            implication(majorities.member(majority, process), value(e.set).contains({process}));
        return scalar(there_is({majority}, for_all({process}, inside)));
    }

    Sym operator()(const typed::Comprehension& e) {
        return comprehension(encoder_, e, expr_.type, scope_);
    }

    Sym operator()(const typed::Size& e) {
        if (vocabulary_.spec().type_of(e.container).kind == spec::TypeKind::list)
            return scalar(*value(e.container).length);
        encoder_.abstractions_.insert("the size of a set is any number that is zero only for the "
                                      "empty set");
        require_closed("size");
        const Sym container = value(e.container);
        const z3::expr size = vocabulary_.fresh_constant("size", ctx_.int_sort());
        const Terms x = vocabulary_.flatten(
            vocabulary_.unknown(vocabulary_.spec().types[container.type].first, "x"));
        encoder_.facts_.push_back(size >= 0);
        encoder_.facts_.push_back(same(size == 0, for_all(x, negation(container.contains(x)))));
        return scalar(size);
    }

    Sym operator()(const typed::Keys& e) {
        Sym result;
        result.type = expr_.type;
        result.contains = value(e.map).contains;
        return result;
    }

    Sym operator()(const typed::First& e) {
        require_closed("first");
        return first_of(encoder_, e, scope_, encoder_.facts_);
    }

    Sym operator()(const typed::Quantifier& e) {
        const bool universal = e.kind == spec::QuantifierKind::forall;
        Scope inner = scope_;
        Terms bound;
        Terms guards;
        for (const typed::Binder& binder : e.binders) {
            Range range = range_over(encoder_, binder, inner);
            bound = append(std::move(bound), range.bound);
            guards.push_back(range.guard);
            inner = inner.with(binder.local, std::move(range.element));
        }
        const z3::expr guard = conjunction(ctx_, guards);
        const z3::expr body = encoder_.term(e.body, inner);
        return scalar(universal ? for_all(bound, implication(guard, body))
                                : there_is(bound, both(guard, body)));
    }

    Sym operator()(const typed::RecordLiteral& e) {
        Sym result;
        result.type = expr_.type;
        for (ExprId field : e.fields)
            result.parts.push_back(value(field));
        return result;
    }

    Sym operator()(const typed::RecordUpdate& e) {
        Sym result = value(e.object);
        for (const auto& [field, replacement] : e.fields)
            result.parts.at(field) = value(replacement);
        return result;
    }

    Sym operator()(const typed::Old& e) {
        Scope past = scope_;
        past.now = scope_.before.value();
        return encoder_.value(e.value, past);
    }

    Sym operator()(const typed::MessagePattern& e) { return scalar(pattern(encoder_, e, scope_)); }

    Sym operator()(const typed::AllOf&) {
        Sym result;
        result.type = expr_.type;
        result.contains = Closure([&ctx = ctx_](const Terms&) { return truth(ctx, true); });
        return result;
    }

private:
    Sym value(ExprId id) { return encoder_.value(id, scope_); }

    z3::expr term(ExprId id) { return encoder_.term(id, scope_); }

    Terms flat(ExprId id) { return id.valid() ? vocabulary_.flatten(value(id)) : Terms{}; }

    Sym scalar(const z3::expr& term) {
        Sym result;
        result.type = expr_.type;
        result.term = term;
        return result;
    }

    void require_closed(const char* what) {
        if (scope_.bound)
            throw Unsupported(fmt::format("`{}` under a quantifier or in a loop", what),
                              expr_.span);
    }

    Sym binary(const typed::Binary& e) {
        switch (e.op) {
        case BinaryOp::equal:
            return scalar(same_values(vocabulary_, value(e.left), value(e.right)));
        case BinaryOp::not_equal:
            return scalar(negation(same_values(vocabulary_, value(e.left), value(e.right))));
        case BinaryOp::in:
            return scalar(value(e.right).contains(flat(e.left)));
        case BinaryOp::subset:
        case BinaryOp::set_union:
        case BinaryOp::intersection:
        case BinaryOp::difference:
            return set_operation(vocabulary_, e.op, expr_.type, value(e.left), value(e.right));
        default:
            return scalar(scalar_operation(e.op, term(e.left), term(e.right)));
        }
    }

    static z3::expr scalar_operation(BinaryOp op, const z3::expr& a, const z3::expr& b) {
        switch (op) {
        case BinaryOp::iff:
            return same(a, b);
        case BinaryOp::implies:
            return where(a, b);
        case BinaryOp::logical_or:
            return either(a, given(negation(a), b));
        case BinaryOp::logical_and:
            return both(a, given(a, b));
        case BinaryOp::less:
            return a < b;
        case BinaryOp::less_equal:
            return a <= b;
        case BinaryOp::greater:
            return a > b;
        case BinaryOp::greater_equal:
            return a >= b;
        case BinaryOp::add:
            return a + b;
        case BinaryOp::subtract:
            return a - b;
        case BinaryOp::multiply:
            return a * b;
        default:
            throw std::logic_error("not an operator on scalars");
        }
    }

    ExprEncoder& encoder_;
    Vocabulary& vocabulary_;
    z3::context& ctx_;
    const typed::Expr& expr_;
    const Scope& scope_;
};

Sym ExprEncoder::value(ExprId id, const Scope& scope) {
    const typed::Expr& expr = vocabulary_.spec().expr(id);
    Sym result = std::visit(ValueOf(*this, expr, scope), expr.node);
    result.type = expr.type;
    return result;
}

} // namespace muster::checker::smt
