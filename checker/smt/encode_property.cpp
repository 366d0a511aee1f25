#include "checker/smt/encode_property.hpp"

namespace muster::checker::smt {

namespace {

bool is_step_property(const spec::TypedSpec& spec, std::size_t property) {
    return spec.properties[property].kind == spec::PropertyKind::step;
}

} // namespace

std::set<ComponentId> components_in(const Vocabulary& vocabulary, const z3::expr& term) {
    std::map<unsigned, ComponentId> by_symbol;
    for (ComponentId id = 0; id < vocabulary.components().size(); ++id)
        by_symbol.emplace(vocabulary.components()[id].symbol.id(), id);
    std::set<ComponentId> result;
    std::set<unsigned> seen;
    std::vector<z3::expr> open{term};
    while (!open.empty()) {
        const z3::expr next = open.back();
        open.pop_back();
        if (!seen.insert(next.id()).second)
            continue;
        if (next.is_quantifier()) {
            open.push_back(next.body());
        } else if (next.is_app()) {
            if (const auto found = by_symbol.find(next.decl().id()); found != by_symbol.end())
                result.insert(found->second);
            for (unsigned i = 0; i < next.num_args(); ++i)
                open.push_back(next.arg(i));
        }
    }
    return result;
}

Formula encode_property(ExprEncoder& encoder,
                        std::size_t property,
                        const std::optional<SymbolicState>& before,
                        const SymbolicState& now) {
    const spec::TypedSpec& spec = encoder.vocabulary().spec();
    const Scope scope{Env(), now, before, false};
    const z3::expr holds = encoder.term(spec.properties[property].body, scope);
    Terms facts = encoder.take_facts();
    // What is known about a size or a first element is part of what the property says.
    auto mentions = components_in(encoder.vocabulary(),
                                  both(conjunction(encoder.vocabulary().ctx(), facts), holds));
    return {property, holds, std::move(facts), std::move(mentions), encoder.take_abstractions()};
}

SymbolicState other_state(Vocabulary& vocabulary, const std::string& word) {
    SymbolicState result(vocabulary);
    for (ComponentId id = 0; id < vocabulary.components().size(); ++id) {
        const Component component = vocabulary.components()[id];
        if (component.rigid)
            continue;
        std::vector<z3::sort> domain;
        for (unsigned i = 0; i < component.symbol.arity(); ++i)
            domain.push_back(component.symbol.domain(i));
        const z3::func_decl old = vocabulary.fresh_function(
            word + " " + component.name, domain, component.symbol.range());
        result.set(id, Closure([old](const Terms& arguments) {
                       z3::expr_vector row(old.ctx());
                       for (const z3::expr& argument : arguments)
                           row.push_back(argument);
                       return old(row);
                   }));
    }
    return result;
}

z3::expr
property_defined(ExprEncoder& encoder, std::size_t property, const spec::typed::Expr* operation) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const spec::TypedSpec& spec = vocabulary.spec();
    const SymbolicState now(vocabulary);
    std::optional<SymbolicState> before;
    if (is_step_property(spec, property))
        before = other_state(vocabulary, "old");
    const spec::ExprId body = spec.properties[property].body;
    const Scope scope{Env(), now, before, false};
    return operation == nullptr ? encoder.defined(body, scope)
                                : encoder.defined_at(*operation, body, scope);
}

NamedState name_state(Vocabulary& vocabulary,
                      const SymbolicState& state,
                      const std::set<ComponentId>& wanted) {
    const SymbolicState before(vocabulary);
    NamedState result{before, {}, {}};
    for (const auto& [id, closure] : state.changed()) {
        if (state.is_same(id, before))
            continue;
        result.changed.insert(id);
        if (!wanted.contains(id))
            continue;
        const Component& component = vocabulary.components()[id];
        std::vector<z3::sort> domain;
        Terms arguments;
        for (unsigned i = 0; i < component.symbol.arity(); ++i) {
            domain.push_back(component.symbol.domain(i));
            arguments.push_back(vocabulary.fresh_constant("i", domain.back()));
        }
        const z3::func_decl primed =
            vocabulary.fresh_function(component.name + " after", domain, component.symbol.range());
        const Closure apply([primed](const Terms& row) {
            z3::expr_vector vector(primed.ctx());
            for (const z3::expr& term : row)
                vector.push_back(term);
            return primed(vector);
        });
        result.definitions.push_back(
            for_all(arguments, same(apply(arguments), closure(arguments))));
        result.state.set(id, apply);
    }
    return result;
}

} // namespace muster::checker::smt
