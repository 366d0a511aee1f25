#include "checker/smt/group_context.hpp"

#include "checker/smt/counterexample.hpp"

namespace muster::checker::smt {

namespace {

Relevance relevance_of(const GroupTask& task) {
    std::vector<std::size_t> all = task.properties;
    all.insert(all.end(), task.known.begin(), task.known.end());
    return find_relevance(*task.system, all);
}

} // namespace

GroupContext::GroupContext(const GroupTask& task, const InductionOptions& options)
    : task_(task)
    , options_(options)
    , vocabulary_(*task.system, relevance_of(task))
    , encoder_(vocabulary_)
    , queries_(task.queries_before) {
    const SymbolicState now(vocabulary_);
    for (std::size_t property = 0; property < spec().properties.size(); ++property) {
        if (spec().properties[property].kind == spec::PropertyKind::axiom)
            axioms_.push_back(encode_property(encoder_, property, std::nullopt, now).holds);
    }
}

void GroupContext::assume(const Formula& formula) {
    hypothesis_.push_back(formula.holds);
    hypothesis_ = append(std::move(hypothesis_), formula.facts);
    assumed_.push_back(formula.property);
}

Session GroupContext::session(Assumptions assumptions) {
    Session result(vocabulary_.ctx(), options_, queries_);
    result.add(vocabulary_.background());
    result.add(axioms_);
    if (assumptions == Assumptions::before_the_step)
        result.add(hypothesis_);
    return result;
}

bool GroupContext::perhaps(const Path& path) {
    if (!pruner_) {
        pruner_.emplace(vocabulary_.ctx());
        pruner_->add(vocabulary_.background());
        pruner_->add(axioms_);
        pruner_->add(hypothesis_);
    }
    return pruner_->perhaps(append(path.conditions, path.definitions));
}

std::optional<StepCounterexample>
GroupContext::counterexample(const Session& questions,
                             const z3::expr& question,
                             const Scene& scene,
                             std::optional<std::size_t> property,
                             const std::set<std::string>& abstractions) {
    if (!options_.with_counterexamples)
        return std::nullopt;
    const Refutation refutation{append(questions.assertions(), {question}),
                                questions.model().value(),
                                scene.step,
                                scene.event,
                                property,
                                scene.step ? assumed_ : std::vector<std::size_t>{},
                                abstractions};
    StepCounterexample result = explain(vocabulary_, refutation, options_);
    for (const spec::FaultInfo& fault : spec().faults) {
        if (!task_.system->has_fault(fault.kind, fault.role))
            result.trace.without.push_back(fault);
    }
    return result;
}

} // namespace muster::checker::smt
