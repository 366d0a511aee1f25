#include "checker/smt/oracle_formulas.hpp"

#include "checker/smt/encode_property.hpp"

#include <utility>

namespace muster::checker::smt {

FormulaNumber OracleFormulas::add(spec::ExprId body, bool over_two_states) {
    return add({body, {}, over_two_states});
}

FormulaNumber OracleFormulas::add_never_twice(spec::MessageId message) {
    return add({std::nullopt, message, false});
}

FormulaNumber OracleFormulas::add_start(std::vector<Path> ways) {
    return add({std::nullopt, {}, false, std::move(ways)});
}

FormulaNumber OracleFormulas::add(Entry entry) {
    const FormulaNumber number = entries_.size();
    const auto before =
        entry.is_step ? std::optional(other_state(vocabulary_, "old")) : std::nullopt;
    entries_.push_back(std::move(entry));
    try {
        Terms facts;
        const z3::expr holds = encode(number, before, SymbolicState(vocabulary_), facts);
        // What is known about a size or a first element is part of what the formula says.
        entries_[number].mentions =
            components_in(vocabulary_, both(conjunction(vocabulary_.ctx(), facts), holds));
    } catch (...) {
        entries_.pop_back();
        throw;
    }
    return number;
}

z3::expr OracleFormulas::encode(FormulaNumber number,
                                const std::optional<SymbolicState>& before,
                                const SymbolicState& state,
                                Terms& facts) {
    const Entry& entry = entries_[number];
    if (!entry.body && entry.never_twice.valid())
        return never_twice(entry.never_twice, state);
    if (!entry.body) {
        Terms cases;
        for (const Path& start : entry.starts)
            cases.push_back(ended_in(start, state));
        return disjunction(vocabulary_.ctx(), cases);
    }
    const z3::expr holds = encoder_.term(*entry.body, Scope{Env(), state, before, false});
    facts = append(std::move(facts), encoder_.take_facts());
    static_cast<void>(encoder_.take_abstractions()); // a proof will name them
    return holds;
}

z3::expr OracleFormulas::never_twice(spec::MessageId message, const SymbolicState& state) {
    const ComponentId in_flight = *vocabulary_.in_flight(message);
    const z3::func_decl symbol = vocabulary_.components()[in_flight].symbol;
    Terms row;
    for (unsigned i = 0; i < symbol.arity(); ++i)
        row.push_back(vocabulary_.fresh_constant("i", symbol.domain(i)));
    return for_all(row, state.read(in_flight, row) <= 1);
}

z3::expr OracleFormulas::ended_in(const Path& start, const SymbolicState& state) const {
    Terms result = append(start.conditions, start.definitions);
    for (const auto& [id, closure] : start.state.changed()) {
        const z3::func_decl symbol = vocabulary_.components()[id].symbol;
        Terms row;
        for (unsigned i = 0; i < symbol.arity(); ++i)
            row.push_back(vocabulary_.fresh_constant("i", symbol.domain(i)));
        result.push_back(for_all(row, same(state.read(id, row), closure(row))));
    }
    return conjunction(vocabulary_.ctx(), result);
}

Terms OracleFormulas::encode(const Cube& cube, const SymbolicState& state, Terms& facts) {
    Scope scope{Env(), state, std::nullopt, false};
    for (const spec::LocalId variable : cube.variables) {
        const spec::LocalInfo& local = vocabulary_.spec().local(variable);
        scope.env = scope.env.with(variable, vocabulary_.unknown(local.type, local.name));
    }
    Terms literals;
    for (const spec::ExprId literal : cube.literals) {
        literals.push_back(encoder_.term(literal, scope));
        facts = append(std::move(facts), encoder_.take_facts());
        static_cast<void>(encoder_.take_abstractions());
    }
    return literals;
}

std::set<ComponentId> OracleFormulas::mentions(const Cube& cube) {
    Terms facts;
    const Terms literals = encode(cube, SymbolicState(vocabulary_), facts);
    return components_in(vocabulary_,
                         conjunction(vocabulary_.ctx(), append(std::move(facts), literals)));
}

} // namespace muster::checker::smt
