#include "checker/explain/tell_guards.hpp"

namespace muster::checker {

std::vector<ToldCondition> tell_guards(const Evaluator& evaluator,
                                       const State& state,
                                       const Event& event,
                                       const SpecText& text) {
    const spec::TypedSpec& spec = *evaluator.system().spec;
    std::vector<ToldCondition> guards;
    for (const Decision& decision : evaluator.decisions(state, event)) {
        // What a `not` says is simpler without it.
        spec::ExprId id = decision.condition;
        bool truth = decision.truth;
        while (const auto* unary = std::get_if<spec::typed::Unary>(&spec.expr(id).node)) {
            id = unary->operand;
            truth = !truth;
        }
        guards.push_back({told_text(spec, id, text), truth, spec.expr(id).span});
    }
    return guards;
}

} // namespace muster::checker
