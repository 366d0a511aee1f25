#include "checker/smt/oracle_paths.hpp"

#include "checker/smt/encode_property.hpp"
#include "checker/smt/read_model.hpp"
#include "checker/smt/small_model.hpp"
#include "checker/smt/unsupported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::checker::smt {

namespace {

constexpr unsigned kMinimiseTimeoutMs = 200;

} // namespace

bool OraclePath::changes_any_of(const std::set<ComponentId>& components) const {
    return std::any_of(
        components.begin(), components.end(), [&](ComponentId id) { return changed.contains(id); });
}

OraclePaths::OraclePaths(const TransitionSystem& system,
                         Vocabulary& vocabulary,
                         ExprEncoder& encoder,
                         OracleFormulas& formulas,
                         const OracleOptions& options)
    : system_(system)
    , vocabulary_(vocabulary)
    , encoder_(encoder)
    , formulas_(formulas)
    , options_(options)
    , owners_(vocabulary)
    , pruner_(vocabulary.ctx()) {
    const std::vector<spec::PropertyInfo>& properties = system.spec->properties;
    for (std::size_t property = 0; property < properties.size(); ++property) {
        if (properties[property].kind == spec::PropertyKind::axiom)
            axioms_.push_back(encode_property(encoder_, property, std::nullopt, now()).holds);
    }
    pruner_.add(vocabulary_.background());
    pruner_.add(axioms_);
    encode_steps();
    encode_the_start();
}

void OraclePaths::assume(FormulaNumber formula) {
    assumed_.push_back(formula);
    // A loop in order was encoded with what was assumed then.
    outdate_loops();
}

void OraclePaths::retract(FormulaNumber formula) {
    const auto found = std::find(assumed_.begin(), assumed_.end(), formula);
    if (found == assumed_.end())
        return;
    assumed_.erase(found);
    for (OraclePath& path : paths_)
        path.solver.reset();
    outdate_loops();
}

void OraclePaths::encode_steps() {
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        if (is_relevant(vocabulary_.relevance(), system_.steps[i]))
            encode_one_step(i);
    }
}

void OraclePaths::encode_one_step(std::uint32_t index) {
    const Step& step = system_.steps[index];
    try {
        const Surroundings around{[this](const Path& path) {
                                      return pruner_.perhaps(
                                          append(path.conditions, path.definitions));
                                  },
                                  [this](const SymbolicState& state) {
                                      return assumptions_in(state);
                                  }};
        const EncodedStep encoded = encode_step(encoder_, step, around);
        if (!encoded.stations.empty())
            loops_.insert(index);
        for (const Path& path : encoded.stations)
            add_path(paths_, index, encoded, path);
        for (const Path& path : encoded.paths)
            add_path(paths_, index, encoded, path);
    } catch (const Unsupported& unsupported) {
        step_reason_ =
            fmt::format("proofs do not understand {} in {}", unsupported.what(), step.name);
    }
}

void OraclePaths::encode_the_start() {
    try {
        const EncodedStep start = encode_start(encoder_, {[](const Path&) { return true; }, {}});
        for (const Path& path : start.paths)
            add_path(starts_, std::nullopt, start, path);
    } catch (const Unsupported& unsupported) {
        start_reason_ = fmt::format("proofs do not understand {} at the start", unsupported.what());
    }
}

void OraclePaths::add_path(std::vector<OraclePath>& paths,
                           std::optional<std::uint32_t> step,
                           const EncodedStep& encoded,
                           const Path& path) {
    std::set<ComponentId> all;
    for (ComponentId id = 0; id < vocabulary_.components().size(); ++id)
        all.insert(id);
    NamedState named = name_state(vocabulary_, path.state, all);
    OraclePath result{step, encoded.event, encoded.facts, path, named.state, named.changed, {}};
    auto definition = named.definitions.begin();
    for (const ComponentId id : named.changed)
        result.definitions.emplace(id, *definition++);
    paths.push_back(std::move(result));
}

Terms OraclePaths::assumptions_in(const SymbolicState& state) {
    Terms result = vocabulary_.state_facts(state);
    Terms facts;
    for (const FormulaNumber formula : assumed_)
        result.push_back(formulas_.encode(formula, std::nullopt, state, facts));
    return append(std::move(result), facts);
}

std::vector<OraclePath>& OraclePaths::of_steps() {
    if (!loops_are_outdated_)
        return paths_;
    loops_are_outdated_ = false;
    const std::set<std::uint32_t> loops = loops_;
    std::erase_if(paths_, [&](const OraclePath& path) { return loops.contains(*path.step); });
    for (const std::uint32_t index : loops)
        encode_one_step(index);
    return paths_;
}

std::string OraclePaths::name(const OraclePath& path) const {
    return path.step ? system_.steps[*path.step].name : "the start";
}

z3::solver& OraclePaths::solver_of(OraclePath& path, const std::set<ComponentId>& mentions) {
    if (!path.solver) {
        path.solver = make_solver(vocabulary_.ctx(), options_.timeout_ms, options_.seed);
        path.assumed = 0;
        path.defined.clear();
        for (const Terms& terms : {vocabulary_.background(),
                                   axioms_,
                                   path.facts,
                                   path.path.conditions,
                                   path.path.definitions}) {
            for (const z3::expr& term : terms)
                path.solver->add(term);
        }
    }
    for (; path.step && path.assumed < assumed_.size(); ++path.assumed) {
        Terms facts;
        path.solver->add(formulas_.encode(assumed_[path.assumed], std::nullopt, now(), facts));
        for (const z3::expr& fact : facts)
            path.solver->add(fact);
    }
    for (const ComponentId id : mentions) {
        const auto definition = path.definitions.find(id);
        if (definition != path.definitions.end() && path.defined.insert(id).second)
            path.solver->add(definition->second);
    }
    return *path.solver;
}

z3::solver OraclePaths::with_another_seed(const z3::solver& solver) {
    z3::solver result = make_solver(vocabulary_.ctx(), options_.timeout_ms, options_.seed + 1);
    const z3::expr_vector known = solver.assertions();
    for (unsigned i = 0; i < known.size(); ++i)
        result.add(known[static_cast<int>(i)]);
    return result;
}

z3::solver OraclePaths::where_sorts_are_small(const z3::solver& solver) {
    z3::solver result = with_another_seed(solver);
    for (std::uint32_t s = 0; s < system_.spec->sorts.size(); ++s)
        result.add(at_most(vocabulary_.element_sort(spec::SortId{s}), kFewElements));
    return result;
}

SymbolicState OraclePaths::first(const OraclePath& path) const {
    return path.path.since.value_or(now());
}

Terms OraclePaths::holding_before(const OraclePath& path,
                                  const std::vector<FormulaNumber>& formulas) {
    Terms result;
    Terms facts;
    for (const FormulaNumber formula : formulas)
        result.push_back(formulas_.encode(formula, std::nullopt, first(path), facts));
    return append(std::move(result), facts);
}

std::optional<OracleCounterexample> OraclePaths::read_counterexample(OraclePath& path,
                                                                     z3::solver& solver,
                                                                     unsigned max_elements,
                                                                     std::string& reason) {
    try {
        const z3::model model =
            small_model(solver, max_elements, {options_.timeout_ms, kMinimiseTimeoutMs});
        ModelReader reader(vocabulary_, model);
        reader.read_from(path.step ? first(path) : path.last);
        OracleCounterexample result;
        result.step = path.step;
        result.way = path.step ? static_cast<std::size_t>(&path - paths_.data()) : 0;
        result.state = reader.state();
        result.universe = reader.universe();
        return result;
    } catch (const Unsupported& unsupported) {
        reason += fmt::format(" ({})", unsupported.what());
        return std::nullopt;
    }
}

Footprint OraclePaths::cone(const OraclePath& path, FormulaNumber formula) {
    const auto before =
        formulas_.is_over_two_states(formula) ? std::optional(first(path)) : std::nullopt;
    Terms facts;
    std::set<ComponentId> components =
        components_in(vocabulary_, formulas_.encode(formula, before, path.path.state, facts));
    for (const Terms& terms : {path.path.conditions, path.path.definitions}) {
        const auto more = components_in(vocabulary_, conjunction(vocabulary_.ctx(), terms));
        components.insert(more.begin(), more.end());
    }
    return owners_.of(components);
}

} // namespace muster::checker::smt
