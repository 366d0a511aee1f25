#include "checker/infer/suggest_lemmas.hpp"

#include "checker/explain/step_footprint.hpp"
#include "checker/infer/lemma_text.hpp"
#include "checker/infer/sample_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::checker::infer {

namespace {

constexpr std::size_t kMaxSuggestions = 3;
constexpr std::size_t kMaxLiterals = 3;

SampleOptions sample_options() {
    SampleOptions options;
    options.max_states = 4000;
    options.max_expansions = 3000;
    return options;
}

FinderOptions finder_options() {
    FinderOptions options;
    options.max_clauses = 20;
    options.max_tries = 40'000;
    return options;
}

PredicateOptions predicate_options(const TransitionSystem& system) {
    const spec::TypedSpec& spec = *system.spec;
    PredicateOptions options;
    options.roles.assign(spec.roles.size(), true);
    for (const spec::MessageInfo& message : spec.messages) {
        options.messages.push_back(!system.is_arbitrary(message.from));
        options.history.push_back(true);
    }
    return options;
}

/// What a clause is about.
std::set<std::uint32_t> subjects(const std::vector<Predicate>& predicates, const Clause& clause) {
    std::set<std::uint32_t> result;
    for (const Literal& literal : clause.literals) {
        const Footprint& reads = predicates[literal.predicate].reads;
        for (const spec::VariableId id : reads.variables) {
            result.insert(3 * id.value);
        }
        for (const spec::MessageId id : reads.messages) {
            result.insert(3 * id.value + 1);
        }
        for (const spec::TimerId id : reads.timers) {
            result.insert(3 * id.value + 2);
        }
    }
    return result;
}

/// The first ones, but those that are about something else before those that are about the same.
std::vector<Clause> choose(const std::vector<Clause>& ranked,
                           const std::vector<Predicate>& predicates) {
    std::vector<Clause> first;
    std::vector<Clause> alike;
    std::set<std::set<std::uint32_t>> seen;
    for (const Clause& clause : ranked) {
        if (subjects(predicates, clause).empty()) {
            continue; // about functions and constants alone: that would be an axiom
        }
        (seen.insert(subjects(predicates, clause)).second ? first : alike).push_back(clause);
    }
    first.insert(first.end(), alike.begin(), alike.end());
    first.resize(std::min(first.size(), kMaxSuggestions));
    return first;
}

} // namespace

/// A copy of the spec, to which predicates add expressions, and states of it without some faults.
struct LemmaSuggester::Model {
    Model(const spec::TypedSpec& given, const std::vector<spec::FaultInfo>& left_out)
        : without(left_out)
        , spec(given)
        , system(lower(spec, without))
        , builder(spec)
        , predicates(make_predicates(builder, predicate_options(system)))
        , finder(predicates, samples, finder_options()) {
        for (Sample& sample : sample_states(system, {}, sample_options())) {
            states += sample.states.size();
            samples.emplace_back(
                spec, predicates, std::move(sample.universe), std::move(sample.states));
        }
    }

    std::vector<spec::FaultInfo> without;
    spec::TypedSpec spec;
    TransitionSystem system;
    ExprBuilder builder;
    std::vector<Predicate> predicates;
    std::vector<GroundStates> samples;
    ClauseFinder finder;
    std::size_t states = 0;
};

LemmaSuggester::LemmaSuggester(const spec::TypedSpec& spec)
    : given_(spec) {}

LemmaSuggester::~LemmaSuggester() = default;

LemmaSuggester::Model& LemmaSuggester::model_of(const std::vector<spec::FaultInfo>& without) {
    for (const auto& model : models_) {
        if (model->without == without) {
            return *model;
        }
    }
    models_.push_back(std::make_unique<Model>(given_, without));
    return *models_.back();
}

LemmaSuggestions LemmaSuggester::suggest(const Trace& step, std::size_t property) {
    Model& model = model_of(step.without);
    LemmaSuggestions result;
    result.states = model.states;
    if (model.states == 0) {
        return result;
    }
    const Event& event = step.ending ? step.ending->event : step.steps.front().event;
    const Footprint footprint =
        footprint_of(model.system, event, model.spec.properties[property].body);
    const auto is_in = [](const auto& part, const auto& whole) {
        return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
    };
    std::vector<bool> allowed;
    for (const Predicate& predicate : model.predicates) {
        const bool speaks_of_it =
            std::all_of(predicate.reads.variables.begin(),
                        predicate.reads.variables.end(),
                        [&](spec::VariableId id) {
                            return footprint.variables.contains(id) ||
                                   model.spec.variable(id).kind == spec::VariableKind::ghost;
                        }) &&
            is_in(predicate.reads.timers, footprint.timers) &&
            is_in(predicate.reads.messages, footprint.messages);
        allowed.push_back(speaks_of_it && !predicate.is_projection);
    }
    GroundStates excluded(model.spec, model.predicates, step.universe, {step.initial});
    for (const Clause& clause :
         choose(model.finder.find(excluded, allowed, kMaxLiterals), model.predicates)) {
        spec::PropertyInfo lemma;
        lemma.kind = spec::PropertyKind::lemma;
        lemma.name = fmt::format("candidate_{}", result.lemmas.size() + 1);
        lemma.without = step.without;
        lemma.body = formula_of(model.builder, model.predicates, clause);
        result.lemmas.push_back(lemma_text(model.spec, lemma));
    }
    return result;
}

} // namespace muster::checker::infer
