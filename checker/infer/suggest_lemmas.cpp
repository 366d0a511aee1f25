#include "checker/infer/suggest_lemmas.hpp"

#include "checker/explain/step_footprint.hpp"
#include "checker/infer/clause_finder.hpp"
#include "checker/infer/lemma_name.hpp"
#include "checker/infer/lemma_text.hpp"
#include "checker/infer/sample_states.hpp"
#include "checker/infer/state_excluder.hpp"
#include "checker/smt/unsupported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

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

/// Those that are about something else before those that are about the same.
std::vector<Clause> varied(const std::vector<Clause>& ranked,
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
    return first;
}

} // namespace

/// A copy of the spec, to which predicates add expressions, and states of it without some faults.
struct LemmaSuggester::Model {
    Model(const LemmaSuggester& suggester, const std::vector<spec::FaultInfo>& left_out)
        : without(left_out)
        , spec(suggester.given_)
        , system(lower(spec, without))
        , builder(spec)
        , predicates(make_predicates(builder, predicate_options(system)))
        , finder(predicates, samples, finder_options())
        , known(known_without(spec, suggester.proved_, without)) {
        for (Sample& sample : sample_states(system, {}, sample_options())) {
            states += sample.states.size();
            samples.emplace_back(
                spec, predicates, std::move(sample.universe), std::move(sample.states));
        }
        try {
            excluder.emplace(system, builder, predicates, samples, known, suggester.options_.stop);
        } catch (const smt::Unsupported&) {
            excluder.reset(); // an axiom that proofs do not understand: they say so themselves
        }
    }

    spec::PropertyInfo lemma_of(const Clause& clause) const {
        spec::PropertyInfo lemma;
        lemma.kind = spec::PropertyKind::lemma;
        lemma.without = without;
        lemma.body = formula_of(builder, predicates, clause);
        return lemma;
    }

    /// Of which the finder knows that they hold on the samples and exclude the state.
    std::vector<Clause> candidates(const Trace& step, std::optional<std::size_t> property) {
        const Event& event = step.ending ? step.ending->event : step.steps.front().event;
        const Footprint footprint = footprint_of(
            system, event, property ? spec.properties[*property].body : spec::ExprId{});
        const auto is_in = [](const auto& part, const auto& whole) {
            return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
        };
        std::vector<bool> allowed;
        for (const Predicate& predicate : predicates) {
            const bool speaks_of_it =
                std::all_of(predicate.reads.variables.begin(),
                            predicate.reads.variables.end(),
                            [&](spec::VariableId id) {
                                return footprint.variables.contains(id) ||
                                       spec.variable(id).kind == spec::VariableKind::ghost;
                            }) &&
                is_in(predicate.reads.timers, footprint.timers) &&
                is_in(predicate.reads.messages, footprint.messages);
            allowed.push_back(speaks_of_it && !predicate.is_projection);
        }
        GroundStates excluded(spec, predicates, step.universe, {step.initial});
        return varied(finder.find(excluded, allowed, kMaxLiterals), predicates);
    }

    std::vector<spec::FaultInfo> without;
    spec::TypedSpec spec;
    TransitionSystem system;
    ExprBuilder builder;
    std::vector<Predicate> predicates;
    std::vector<GroundStates> samples;
    ClauseFinder finder;
    ProvedAlready known;
    std::optional<StateExcluder> excluder; // none where nothing can be proved
    std::size_t states = 0;
};

LemmaSuggester::LemmaSuggester(const spec::TypedSpec& spec,
                               ProvedAlready proved,
                               const InductionOptions& options)
    : given_(spec)
    , proved_(std::move(proved))
    , options_(options) {
    for (const spec::PropertyInfo& property : spec.properties) {
        taken_.insert(property.name);
    }
}

LemmaSuggester::~LemmaSuggester() = default;

LemmaSuggester::Model& LemmaSuggester::model_of(const std::vector<spec::FaultInfo>& without) {
    for (const auto& model : models_) {
        if (model->without == without) {
            return *model;
        }
    }
    models_.push_back(std::make_unique<Model>(*this, without));
    return *models_.back();
}

/// First those with which the property is kept as well. More than can be shown are not asked again
/// from scratch; they come last, so that others are seen.
LemmaSuggester::Candidates LemmaSuggester::candidates(Model& model,
                                                      const Trace& step,
                                                      std::optional<std::size_t> property) const {
    using Standing = StateExcluder::Standing;
    const std::vector<Clause> clauses = model.candidates(step, property);
    const std::vector<Standing> standings =
        model.excluder ? model.excluder->standings(clauses, property)
                       : std::vector<Standing>(clauses.size(), Standing::open);
    Candidates result;
    std::vector<Clause> others;
    for (const Standing wanted : {Standing::is_enough, Standing::kept, Standing::open}) {
        for (std::size_t i = 0; i < clauses.size(); ++i) {
            if (standings[i] != wanted) {
                continue;
            }
            if (wanted == Standing::open) {
                result.open.push_back(clauses[i]);
            } else if (result.proved.size() < kMaxSuggestions &&
                       are_proved(
                           model.spec, {model.lemma_of(clauses[i])}, model.known, options_)) {
                result.proved.push_back(clauses[i]);
            } else {
                others.push_back(clauses[i]);
            }
        }
    }
    result.open.insert(result.open.end(), others.begin(), others.end());
    return result;
}

/// What the search believes is asked again, from scratch.
std::vector<Clause> LemmaSuggester::search_backwards(Model& model, const Trace& step) const {
    if (!model.excluder) {
        return {};
    }
    std::vector<Clause> found = model.excluder->exclude(step.universe, step.initial);
    std::vector<spec::PropertyInfo> lemmas;
    for (const Clause& clause : found) {
        lemmas.push_back(model.lemma_of(clause));
    }
    if (lemmas.empty() || !are_proved(model.spec, lemmas, model.known, options_)) {
        return {};
    }
    return found;
}

bool LemmaSuggester::prove_property(Model& model,
                                    const std::vector<Clause>& lemmas,
                                    std::size_t property) const {
    if (lemmas.empty() || !model.excluder->are_enough(lemmas, property)) {
        return false;
    }
    std::vector<spec::PropertyInfo> all{model.spec.properties[property]};
    for (const Clause& clause : lemmas) {
        all.push_back(model.lemma_of(clause));
    }
    return are_proved(model.spec, all, model.known, options_);
}

std::string LemmaSuggester::text_of_proved(Model& model, const Clause& clause) {
    spec::PropertyInfo lemma = model.lemma_of(clause);
    const std::string formula = lemma_text(model.spec, lemma);
    const auto found = names_.find(formula);
    lemma.name = found != names_.end() ? found->second : lemma_name(model.spec, lemma.body, taken_);
    names_.emplace(formula, lemma.name);
    taken_.insert(lemma.name);
    return lemma_text(model.spec, lemma);
}

LemmaSuggestions LemmaSuggester::suggest(const Trace& step, std::optional<std::size_t> property) {
    Model& model = model_of(step.without);
    LemmaSuggestions result;
    result.states = model.states;
    if (model.states == 0) {
        return result;
    }
    Candidates found = candidates(model, step, property);
    std::vector<Clause> excluding;
    if (found.proved.empty()) {
        excluding = search_backwards(model, step);
    } else {
        excluding.push_back(found.proved.front());
        found.proved.erase(found.proved.begin());
    }
    result.proves_property = property && prove_property(model, excluding, *property);
    for (const Clause& clause : excluding) {
        result.excluded_by.push_back(text_of_proved(model, clause));
    }
    const auto is_told = [&](const Clause& clause) {
        return std::any_of(excluding.begin(), excluding.end(), [&](const Clause& other) {
            return canonical(clause) == canonical(other);
        });
    };
    std::erase_if(found.open, is_told);
    result.proved = found.proved.size();
    std::vector<Clause> shown = std::move(found.proved);
    shown.insert(shown.end(), found.open.begin(), found.open.end());
    shown.resize(std::min(shown.size(), kMaxSuggestions));
    for (const Clause& clause : shown) {
        spec::PropertyInfo lemma = model.lemma_of(clause);
        lemma.name = fmt::format("candidate_{}", result.lemmas.size() + 1);
        result.lemmas.push_back(lemma_text(model.spec, lemma));
    }
    return result;
}

} // namespace muster::checker::infer
