#include "checker/smt/group_context.hpp"

#include "checker/smt/counterexample.hpp"
#include "checker/smt/portable_text.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>

namespace muster::checker::smt {

namespace {

Relevance relevance_of(const GroupTask& task) {
    std::vector<std::size_t> all = task.properties;
    all.insert(all.end(), task.known.begin(), task.known.end());
    return find_relevance(*task.system, all);
}

} // namespace

std::string title(const spec::PropertyInfo& property) {
    return fmt::format("{} {}", spec::word(property.kind), property.name);
}

GroupContext::GroupContext(const GroupTask& task, const InductionOptions& options)
    : task_(task)
    , options_(options)
    , vocabulary_(*task.system, relevance_of(task))
    , waiting_(options.stop, [this] { Z3_interrupt(vocabulary_.ctx()); })
    , encoder_(vocabulary_)
    , queries_(task.queries_before) {
    fragment_.add(vocabulary_.background(), "what is true of all lists and counts");
    // Whoever wants to see the queries wants to see all of them.
    if (options.answers != nullptr && options.query_directory.empty())
        cache_.emplace(*options.answers);
    const SymbolicState now(vocabulary_);
    for (std::size_t property = 0; property < spec().properties.size(); ++property) {
        if (spec().properties[property].kind != spec::PropertyKind::axiom)
            continue;
        const Formula axiom = encode_axiom(property, now);
        axioms_.push_back(axiom.holds);
        fragment_.add(axiom.holds, title(spec().properties[property]));
        abstractions_.insert(axiom.abstractions.begin(), axiom.abstractions.end());
    }
}

Formula GroupContext::encode_axiom(std::size_t property, const SymbolicState& now) {
    try {
        return encode_property(encoder_, property, std::nullopt, now);
    } catch (const Unsupported& unsupported) {
        throw Unsupported(fmt::format("{} in axiom `{}`, which every proof rests on",
                                      unsupported.what(),
                                      spec().properties[property].name),
                          unsupported.span);
    }
}

void GroupContext::assume(const Formula& formula) {
    hypothesis_.push_back(formula.holds);
    const std::string source = title(spec().properties[formula.property]);
    fragment_.add(formula.holds, source);
    fragment_.add(formula.facts, source);
    abstractions_.insert(formula.abstractions.begin(), formula.abstractions.end());
    hypothesis_ = append(std::move(hypothesis_), formula.facts);
    assumed_.push_back(formula.property);
}

void GroupContext::assume(std::function<z3::expr(const SymbolicState&)> formula) {
    hypothesis_.push_back(formula(SymbolicState(vocabulary_)));
    fragment_.add(hypothesis_.back(), "what is in flight once only");
    assumed_besides_.push_back(std::move(formula));
}

Terms GroupContext::assumptions_in(const SymbolicState& state) {
    Terms result = vocabulary_.state_facts(state);
    for (std::size_t property : assumed_) {
        const Formula formula = encode_property(encoder_, property, std::nullopt, state);
        result.push_back(formula.holds);
        result = append(std::move(result), formula.facts);
    }
    for (const auto& formula : assumed_besides_)
        result.push_back(formula(state));
    return result;
}

Session GroupContext::session(Assumptions assumptions) {
    Session result(vocabulary_.ctx(), options_, queries_, cache());
    result.add(vocabulary_.background());
    result.add(axioms_);
    if (assumptions == Assumptions::before_the_step)
        result.add(hypothesis_);
    return result;
}

bool GroupContext::perhaps(const Path& path, const std::string& step) {
    if (!pruner_) {
        pruner_.emplace(vocabulary_.ctx(), options_.stop, cache());
        pruner_->add(vocabulary_.background());
        pruner_->add(axioms_);
        pruner_->add(hypothesis_);
    }
    const Terms conditions = append(path.conditions, path.definitions);
    const bool result = pruner_->perhaps(conditions);
    if (!result && options_.with_certificates) {
        const Terms known = append(append(vocabulary_.background(), axioms_), hypothesis_);
        certified_.push_back(
            {CertifiedQuery::Kind::no_path,
             std::nullopt,
             step,
             step,
             {},
             portable_text(vocabulary_.ctx(), append(known, conditions), Status::unsatisfiable)});
    }
    return result;
}

void GroupContext::certify(const Session& questions,
                           const z3::expr& question,
                           CertifiedQuery query) {
    if (!options_.with_certificates)
        return;
    query.text = portable_text(
        vocabulary_.ctx(), append(questions.assertions(), {question}), Status::unsatisfiable);
    certified_.push_back(std::move(query));
}

std::optional<StepCounterexample>
GroupContext::counterexample(const Session& questions,
                             const z3::expr& question,
                             const Scene& scene,
                             std::optional<std::size_t> property,
                             const std::set<std::string>& abstractions) {
    if (!options_.with_counterexamples)
        return std::nullopt;
    std::set<std::string> all = abstractions_;
    all.insert(abstractions.begin(), abstractions.end());
    const Refutation refutation{append(questions.assertions(), {question}),
                                scene.step,
                                scene.event,
                                property,
                                scene.step ? assumed_ : std::vector<std::size_t>{},
                                std::move(all)};
    StepCounterexample result = explain(vocabulary_, refutation, options_);
    for (const spec::FaultInfo& fault : spec().faults) {
        if (!task_.system->has_fault(fault.kind, fault.role))
            result.trace.without.push_back(fault);
    }
    return result;
}

} // namespace muster::checker::smt
