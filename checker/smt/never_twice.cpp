#include "checker/smt/never_twice.hpp"

#include <algorithm>

namespace muster::checker::smt {

namespace {

bool contains(const std::vector<spec::MessageId>& all, spec::MessageId message) {
    return std::find(all.begin(), all.end(), message) != all.end();
}

} // namespace

std::optional<ComponentId> NeverTwice::assume(spec::MessageId message) {
    const std::optional<ComponentId> in_flight = context_.vocabulary().in_flight(message);
    if (!in_flight)
        return std::nullopt;
    candidates_.push_back(message);
    context_.assume(
        [this, message](const SymbolicState& state) { return formula(message, state); });
    return in_flight;
}

z3::expr NeverTwice::formula(spec::MessageId message, const SymbolicState& state) {
    Vocabulary& vocabulary = context_.vocabulary();
    const ComponentId in_flight = *vocabulary.in_flight(message);
    const z3::func_decl symbol = vocabulary.components()[in_flight].symbol;
    Terms row;
    for (unsigned i = 0; i < symbol.arity(); ++i)
        row.push_back(vocabulary.fresh_constant("i", symbol.domain(i)));
    return for_all(row, state.read(in_flight, row) <= 1);
}

void NeverTwice::ask(Session& questions, const NamedState& last, const std::string& place) {
    for (spec::MessageId message : candidates_) {
        if (!last.changed.contains(*context_.vocabulary().in_flight(message)) ||
            contains(perhaps_twice_, message))
            continue;
        const z3::expr question = negation(formula(message, last.state));
        if (questions.check(question, "never twice " + place) != Answer::unsatisfiable) {
            perhaps_twice_.push_back(message);
            continue;
        }
        context_.certify(questions,
                         question,
                         {CertifiedQuery::Kind::never_twice,
                          std::nullopt,
                          context_.spec().message(message).name,
                          place,
                          {},
                          {}});
    }
}

std::vector<spec::MessageId> NeverTwice::standing() const {
    std::vector<spec::MessageId> result;
    for (spec::MessageId message : candidates_) {
        if (!contains(perhaps_twice_, message))
            result.push_back(message);
    }
    return result;
}

} // namespace muster::checker::smt
