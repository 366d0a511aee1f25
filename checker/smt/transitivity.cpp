#include "checker/smt/transitivity.hpp"

#include <array>

namespace muster::checker::smt {

bool Transitivity::holds(std::size_t property) {
    const auto known = known_.find(property);
    if (known != known_.end())
        return known->second;
    const bool result = ask(property);
    known_.emplace(property, result);
    return result;
}

bool Transitivity::ask(std::size_t property) {
    Vocabulary& vocabulary = context_.vocabulary();
    const std::array<SymbolicState, 3> states{
        SymbolicState(vocabulary), other_state(vocabulary, "mid"), other_state(vocabulary, "end")};
    Session questions = context_.session(GroupContext::Assumptions::none);
    const auto formula = [&](std::size_t from, std::size_t to) {
        const Formula result =
            encode_property(context_.encoder(), property, states.at(from), states.at(to));
        questions.add(result.facts);
        return result.holds;
    };
    questions.add(vocabulary.state_facts(states[1]));
    questions.add(vocabulary.state_facts(states[2]));
    questions.add(formula(0, 1));
    questions.add(formula(1, 2));
    const z3::expr question = negation(formula(0, 2));
    if (questions.check(question, "transitive") != Answer::unsatisfiable)
        return false;
    context_.certify(questions,
                     question,
                     {CertifiedQuery::Kind::transitive,
                      property,
                      context_.spec().properties[property].name,
                      {},
                      {},
                      {}});
    return true;
}

} // namespace muster::checker::smt
