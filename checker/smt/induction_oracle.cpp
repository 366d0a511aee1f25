#include "checker/smt/induction_oracle.hpp"

#include "checker/smt/component_owners.hpp"
#include "checker/smt/encode_property.hpp"
#include "checker/smt/find_interpretations.hpp"
#include "checker/smt/query.hpp"
#include "checker/smt/read_model.hpp"
#include "checker/smt/small_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker::smt {

namespace {

constexpr unsigned kMinimiseTimeoutMs = 200;
constexpr unsigned kMaxElements = 3;

} // namespace

class InductionOracle::Impl {
public:
    Impl(const TransitionSystem& system, Relevance relevance, OracleOptions options)
        : system_(system)
        , spec_(*system.spec)
        , options_(std::move(options))
        , vocabulary_(system, std::move(relevance))
        , encoder_(vocabulary_)
        , owners_(vocabulary_)
        , pruner_(vocabulary_.ctx()) {
        for (std::size_t property = 0; property < spec_.properties.size(); ++property) {
            if (spec_.properties[property].kind == spec::PropertyKind::axiom) {
                axioms_.push_back(encode_property(encoder_, property, std::nullopt, now()).holds);
            }
        }
        pruner_.add(vocabulary_.background());
        pruner_.add(axioms_);
        encode_steps();
        encode_the_start();
    }

    FormulaNumber add(std::optional<spec::ExprId> body, spec::MessageId never_twice, bool step) {
        Entry entry;
        entry.body = body;
        entry.never_twice = never_twice;
        entry.is_step = step;
        const auto before =
            step ? std::optional(other_state(vocabulary_, "old")) : std::optional<SymbolicState>();
        const z3::expr holds = encode(entry, before, now());
        // What is known about a size or a first element is part of what the formula says.
        entry.mentions =
            components_in(vocabulary_, both(conjunction(vocabulary_.ctx(), facts_), holds));
        entries_.push_back(std::move(entry));
        return entries_.size() - 1;
    }

    bool is_tracked_in_flight(spec::MessageId message) const {
        return vocabulary_.in_flight(message).has_value();
    }

    void assume(FormulaNumber formula) {
        assumed_.push_back(formula);
        // A loop in order was encoded with what was assumed then.
        outdate_loops();
    }

    void retract(FormulaNumber formula) {
        const auto found = std::find(assumed_.begin(), assumed_.end(), formula);
        if (found == assumed_.end())
            return;
        assumed_.erase(found);
        for (PathQuestions& path : paths_)
            path.solver.reset();
        outdate_loops();
    }

    OracleAnswer holds_at_start(FormulaNumber number) {
        models_ = Models::unwanted;
        also_.clear();
        const Entry& entry = entries_[number];
        OracleAnswer result;
        if (entry.is_step)
            return result;
        if (!start_reason_.empty())
            return {OracleAnswer::Kind::unknown, std::nullopt, start_reason_};
        for (PathQuestions& path : starts_) {
            result = ask(path, number);
            if (result.kind != OracleAnswer::Kind::kept)
                return result;
        }
        return result;
    }

    OracleAnswer
    kept_by_steps(FormulaNumber number, Models models, const std::vector<FormulaNumber>& also) {
        models_ = models;
        also_ = also;
        if (!step_reason_.empty())
            return {OracleAnswer::Kind::unknown, std::nullopt, step_reason_};
        renew_loops();
        OracleAnswer result;
        // What broke the last formula is the likeliest to break the next.
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            const std::size_t at = (first_ + i) % paths_.size();
            if (!touches(paths_[at], entries_[number]))
                continue;
            result = ask(paths_[at], number);
            if (result.kind != OracleAnswer::Kind::kept) {
                first_ = at;
                return result;
            }
        }
        return result;
    }

    OracleAnswer
    kept_on_way(FormulaNumber number, std::size_t way, const std::vector<FormulaNumber>& also) {
        models_ = Models::wanted;
        also_ = also;
        renew_loops();
        return way < paths_.size() ? ask(paths_[way], number) : OracleAnswer{};
    }

    CubeAnswer reached_at_start(const Cube& cube) {
        also_.clear();
        if (!start_reason_.empty())
            return {OracleAnswer::Kind::unknown, std::nullopt, {}, start_reason_};
        return reached(starts_, cube);
    }

    CubeAnswer reached_by_steps(const Cube& cube, const std::vector<FormulaNumber>& also) {
        also_ = also;
        if (!step_reason_.empty())
            return {OracleAnswer::Kind::unknown, std::nullopt, {}, step_reason_};
        renew_loops();
        return reached(paths_, cube);
    }

    std::vector<Interpretation> interpretations(const std::vector<std::uint32_t>& sort_sizes,
                                                std::size_t count) {
        return find_interpretations(vocabulary_, axioms_, {sort_sizes, count, options_.seed});
    }

    [[nodiscard]] std::size_t queries() const { return queries_; }

private:
    struct Entry {
        std::optional<spec::ExprId> body;
        spec::MessageId never_twice;
        bool is_step = false;
        std::set<ComponentId> mentions;
        Terms facts; // of what the last encoding introduced
    };

    /// One path of a step or of the start, with its solver.
    struct PathQuestions {
        std::optional<std::uint32_t> step;
        EventSymbols event;
        Terms facts;
        Path path;
        SymbolicState last; // every changed component has a symbol of its own
        std::set<ComponentId> changed;
        std::map<ComponentId, z3::expr> definitions;
        std::optional<z3::solver> solver{};
        std::size_t assumed = 0; // how many of the assumptions the solver knows
        std::set<ComponentId> defined{};
    };

    SymbolicState now() { return SymbolicState(vocabulary_); }

    z3::expr encode(const Entry& entry,
                    const std::optional<SymbolicState>& before,
                    const SymbolicState& state) {
        if (!entry.body)
            return never_twice(entry.never_twice, state);
        const z3::expr holds = encoder_.term(*entry.body, Scope{Env(), state, before, false});
        facts_ = encoder_.take_facts();
        static_cast<void>(encoder_.take_abstractions()); // a proof will name them
        return holds;
    }

    z3::expr never_twice(spec::MessageId message, const SymbolicState& state) {
        facts_.clear();
        const ComponentId in_flight = *vocabulary_.in_flight(message);
        const z3::func_decl symbol = vocabulary_.components()[in_flight].symbol;
        Terms row;
        for (unsigned i = 0; i < symbol.arity(); ++i)
            row.push_back(vocabulary_.fresh_constant("i", symbol.domain(i)));
        return for_all(row, state.read(in_flight, row) <= 1);
    }

    void encode_steps() {
        for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
            if (is_relevant(vocabulary_.relevance(), system_.steps[i]))
                encode_one_step(i);
        }
    }

    void encode_one_step(std::uint32_t index) {
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

    void encode_the_start() {
        try {
            const EncodedStep start =
                encode_start(encoder_, {[](const Path&) { return true; }, {}});
            for (const Path& path : start.paths)
                add_path(starts_, std::nullopt, start, path);
        } catch (const Unsupported& unsupported) {
            start_reason_ =
                fmt::format("proofs do not understand {} at the start", unsupported.what());
        }
    }

    void add_path(std::vector<PathQuestions>& paths,
                  std::optional<std::uint32_t> step,
                  const EncodedStep& encoded,
                  const Path& path) {
        std::set<ComponentId> all;
        for (ComponentId id = 0; id < vocabulary_.components().size(); ++id)
            all.insert(id);
        NamedState named = name_state(vocabulary_, path.state, all);
        PathQuestions result{
            step, encoded.event, encoded.facts, path, named.state, named.changed, {}};
        auto definition = named.definitions.begin();
        for (const ComponentId id : named.changed)
            result.definitions.emplace(id, *definition++);
        paths.push_back(std::move(result));
    }

    Terms assumptions_in(const SymbolicState& state) {
        Terms result = vocabulary_.state_facts(state);
        for (const FormulaNumber formula : assumed_) {
            result.push_back(encode(entries_[formula], std::nullopt, state));
            result = append(std::move(result), facts_);
        }
        return result;
    }

    void outdate_loops() { loops_are_outdated_ = !loops_.empty(); }

    void renew_loops() {
        if (!loops_are_outdated_)
            return;
        loops_are_outdated_ = false;
        const std::set<std::uint32_t> loops = loops_;
        std::erase_if(paths_,
                      [&](const PathQuestions& path) { return loops.contains(*path.step); });
        for (const std::uint32_t index : loops)
            encode_one_step(index);
    }

    static bool touches(const PathQuestions& path, const Entry& entry) {
        return std::any_of(entry.mentions.begin(), entry.mentions.end(), [&](ComponentId id) {
            return path.changed.contains(id);
        });
    }

    z3::solver& solver_of(PathQuestions& path) {
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
            path.solver->add(encode(entries_[assumed_[path.assumed]], std::nullopt, now()));
            for (const z3::expr& fact : facts_)
                path.solver->add(fact);
        }
        return *path.solver;
    }

    OracleAnswer ask(PathQuestions& path, FormulaNumber number) {
        if (options_.out_of_time && options_.out_of_time())
            return {OracleAnswer::Kind::unknown, std::nullopt, "out of time"};
        try {
            return ask_solver(path, number);
        } catch (const z3::exception& error) {
            path.solver.reset();
            return {OracleAnswer::Kind::unknown,
                    std::nullopt,
                    fmt::format("the solver gave up on {} ({})", place(path), error.msg())};
        }
    }

    /// The solver learns what these components are after the step.
    static void
    define(PathQuestions& path, z3::solver& solver, const std::set<ComponentId>& mentions) {
        for (const ComponentId id : mentions) {
            const auto definition = path.definitions.find(id);
            if (definition != path.definitions.end() && path.defined.insert(id).second)
                solver.add(definition->second);
        }
    }

    OracleAnswer ask_solver(PathQuestions& path, FormulaNumber number) {
        const Entry& entry = entries_[number];
        z3::solver& solver = solver_of(path);
        define(path, solver, entry.mentions);
        const SymbolicState first = path.path.since.value_or(now());
        Terms question = assumed_also(path, first);
        if (path.step && !entry.is_step) {
            question.push_back(encode(entry, std::nullopt, first));
            question = append(std::move(question), facts_);
        }
        question.push_back(negation(
            encode(entry, entry.is_step ? std::optional(first) : std::nullopt, path.last)));
        question = append(std::move(question), facts_);

        ++queries_;
        solver.push();
        for (const z3::expr& term : question)
            solver.add(term);
        const z3::check_result result = solver.check();
        OracleAnswer answer;
        if (result == z3::sat)
            answer = broken(path, entry, solver);
        else if (result == z3::unknown)
            answer = ask_again(path, entry, solver);
        solver.pop();
        return answer;
    }

    /// What is assumed for this question only.
    Terms assumed_also(const PathQuestions& path, const SymbolicState& first) {
        Terms result;
        for (std::size_t i = 0; path.step && i < also_.size(); ++i) {
            result.push_back(encode(entries_[also_[i]], std::nullopt, first));
            result = append(std::move(result), facts_);
        }
        return result;
    }

    /// An unknown is asked twice more, on solvers of their own: where sorts have few elements,
    /// which finds most counterexamples that there are, and with another seed.
    OracleAnswer ask_again(PathQuestions& path, const Entry& entry, z3::solver& solver) {
        const std::string reason = solver.reason_unknown();
        z3::solver small = where_sorts_are_small(solver);
        if (small.check() == z3::sat)
            return broken(path, entry, small);
        z3::solver other = with_another_seed(solver);
        const z3::check_result result = other.check();
        if (result == z3::sat)
            return broken(path, entry, other);
        if (result == z3::unsat)
            return {};
        return {OracleAnswer::Kind::unknown,
                std::nullopt,
                fmt::format("the solver gave up on {} ({})", place(path), reason)};
    }

    z3::solver with_another_seed(const z3::solver& solver) {
        z3::solver result = make_solver(vocabulary_.ctx(), options_.timeout_ms, options_.seed + 1);
        const z3::expr_vector known = solver.assertions();
        for (unsigned i = 0; i < known.size(); ++i)
            result.add(known[static_cast<int>(i)]);
        return result;
    }

    z3::solver where_sorts_are_small(const z3::solver& solver) {
        z3::solver result = with_another_seed(solver);
        for (std::uint32_t s = 0; s < spec_.sorts.size(); ++s) {
            result.add(
                at_most(vocabulary_, vocabulary_.element_sort(spec::SortId{s}), kMaxElements));
        }
        return result;
    }

    CubeAnswer reached(std::vector<PathQuestions>& paths, const Cube& cube) {
        CubeAnswer result;
        const std::set<ComponentId> mentions = mentions_of(cube);
        for (PathQuestions& path : paths) {
            if (options_.out_of_time && options_.out_of_time())
                return {OracleAnswer::Kind::unknown, std::nullopt, {}, "out of time"};
            try {
                if (ask_cube(path, cube, mentions, result) != OracleAnswer::Kind::kept)
                    return result;
            } catch (const z3::exception& error) {
                path.solver.reset();
                return {OracleAnswer::Kind::unknown,
                        std::nullopt,
                        {},
                        fmt::format("the solver gave up on {} ({})", place(path), error.msg())};
            }
        }
        return result;
    }

    Scope scope_of(const Cube& cube, const SymbolicState& state) {
        Scope scope{Env(), state, std::nullopt, false};
        for (const spec::LocalId variable : cube.variables) {
            const spec::LocalInfo& local = spec_.local(variable);
            scope.env = scope.env.with(variable, vocabulary_.unknown(local.type, local.name));
        }
        return scope;
    }

    /// The literals, which hold in the scope; what is known of them is added to `facts`.
    Terms encode(const Cube& cube, const Scope& scope, Terms& facts) {
        Terms literals;
        for (const spec::ExprId literal : cube.literals) {
            literals.push_back(encoder_.term(literal, scope));
            facts = append(std::move(facts), encoder_.take_facts());
            static_cast<void>(encoder_.take_abstractions());
        }
        return literals;
    }

    /// Of a state that has no symbols but the components themselves.
    std::set<ComponentId> mentions_of(const Cube& cube) {
        Terms facts;
        const Terms literals = encode(cube, scope_of(cube, now()), facts);
        return components_in(vocabulary_,
                             conjunction(vocabulary_.ctx(), append(std::move(facts), literals)));
    }

    /// Adds to `result` what this path says.
    OracleAnswer::Kind ask_cube(PathQuestions& path,
                                const Cube& cube,
                                const std::set<ComponentId>& mentions,
                                CubeAnswer& result) {
        // A path that changes none of it leads there from a state that is there already.
        const bool changes = std::any_of(mentions.begin(), mentions.end(), [&](ComponentId id) {
            return path.changed.contains(id);
        });
        if (path.step && !changes)
            return OracleAnswer::Kind::kept;
        Terms question = assumed_also(path, path.path.since.value_or(now()));
        const Terms literals = encode(cube, scope_of(cube, path.last), question);
        z3::solver& solver = solver_of(path);
        define(path, solver, mentions);
        ++queries_;
        solver.push();
        for (const z3::expr& term : question)
            solver.add(term);
        z3::expr_vector switches(vocabulary_.ctx());
        for (const z3::expr& literal : literals) {
            switches.push_back(
                vocabulary_.fresh_constant("literal", vocabulary_.ctx().bool_sort()));
            solver.add(z3::implies(switches.back(), literal));
        }
        const OracleAnswer::Kind kind = ask_switched(path, solver, switches, result);
        solver.pop();
        return kind;
    }

    OracleAnswer::Kind ask_switched(PathQuestions& path,
                                    z3::solver& solver,
                                    const z3::expr_vector& switches,
                                    CubeAnswer& result) {
        const z3::check_result answer = solver.check(switches);
        if (answer == z3::unsat)
            return add_core(solver, switches, result);
        if (answer == z3::sat)
            return add_model(path, solver, switches, result);
        const std::string reason = solver.reason_unknown();
        z3::solver small = where_sorts_are_small(solver);
        if (small.check(switches) == z3::sat)
            return add_model(path, small, switches, result);
        z3::solver other = with_another_seed(solver);
        const z3::check_result second = other.check(switches);
        if (second == z3::unsat)
            return add_core(other, switches, result);
        if (second == z3::sat)
            return add_model(path, other, switches, result);
        result.kind = OracleAnswer::Kind::unknown;
        result.reason = fmt::format("the solver gave up on {} ({})", place(path), reason);
        return result.kind;
    }

    static OracleAnswer::Kind
    add_core(const z3::solver& solver, const z3::expr_vector& switches, CubeAnswer& result) {
        const z3::expr_vector core = solver.unsat_core();
        for (unsigned i = 0; i < core.size(); ++i) {
            for (unsigned s = 0; s < switches.size(); ++s) {
                if (z3::eq(core[static_cast<int>(i)], switches[static_cast<int>(s)]))
                    result.needed.insert(s);
            }
        }
        return OracleAnswer::Kind::kept;
    }

    OracleAnswer::Kind add_model(PathQuestions& path,
                                 z3::solver& solver,
                                 const z3::expr_vector& switches,
                                 CubeAnswer& result) {
        result.kind = OracleAnswer::Kind::broken;
        result.reason = fmt::format("reached by {}", place(path));
        for (unsigned s = 0; s < switches.size(); ++s)
            solver.add(switches[static_cast<int>(s)]);
        if (solver.check() == z3::sat)
            result.before = read_counterexample(path, solver, result.reason);
        return result.kind;
    }

    std::string place(const PathQuestions& path) const {
        return path.step ? system_.steps[*path.step].name : "the start";
    }

    OracleAnswer broken(PathQuestions& path, const Entry& entry, z3::solver& solver) {
        OracleAnswer answer{
            OracleAnswer::Kind::broken, std::nullopt, fmt::format("not kept by {}", place(path))};
        if (models_ == Models::unwanted)
            return answer;
        answer.counterexample = read_counterexample(path, solver, answer.reason);
        if (answer.counterexample)
            answer.counterexample->cone = cone(path, entry);
        return answer;
    }

    /// Nothing if the model cannot be read; then `reason` says so.
    std::optional<OracleCounterexample>
    read_counterexample(PathQuestions& path, z3::solver& solver, std::string& reason) {
        try {
            const z3::model model = small_model(
                vocabulary_, solver, kMaxElements, {options_.timeout_ms, kMinimiseTimeoutMs});
            ModelReader reader(vocabulary_, model);
            reader.read_from(path.step ? path.path.since.value_or(now()) : path.last);
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

    Footprint cone(const PathQuestions& path, const Entry& entry) {
        const auto before = entry.is_step ? std::optional(path.path.since.value_or(now()))
                                          : std::optional<SymbolicState>();
        std::set<ComponentId> components =
            components_in(vocabulary_, encode(entry, before, path.path.state));
        for (const Terms& terms : {path.path.conditions, path.path.definitions}) {
            const auto more = components_in(vocabulary_, conjunction(vocabulary_.ctx(), terms));
            components.insert(more.begin(), more.end());
        }
        return owners_.of(components);
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    OracleOptions options_;
    Vocabulary vocabulary_;
    ExprEncoder encoder_;
    ComponentOwners owners_;
    Pruner pruner_;
    Terms axioms_;
    Terms facts_; // that the last encoding introduced
    std::vector<Entry> entries_;
    std::vector<FormulaNumber> assumed_;
    std::vector<PathQuestions> paths_;
    std::vector<PathQuestions> starts_;
    std::set<std::uint32_t> loops_; // the steps with a loop in order
    bool loops_are_outdated_ = false;
    std::string step_reason_;
    std::string start_reason_;
    std::size_t first_ = 0; // the path that is asked first
    Models models_ = Models::wanted;
    std::vector<FormulaNumber> also_; // assumed for the question that is being asked
    std::size_t queries_ = 0;
};

InductionOracle::InductionOracle(const TransitionSystem& system,
                                 Relevance relevance,
                                 OracleOptions options)
    : impl_(std::make_unique<Impl>(system, std::move(relevance), std::move(options))) {}

InductionOracle::~InductionOracle() = default;

FormulaNumber InductionOracle::add_state_formula(spec::ExprId body) {
    return impl_->add(body, {}, false);
}

FormulaNumber InductionOracle::add_step_formula(spec::ExprId body) {
    return impl_->add(body, {}, true);
}

std::optional<FormulaNumber> InductionOracle::add_never_twice(spec::MessageId message) {
    if (!impl_->is_tracked_in_flight(message))
        return std::nullopt;
    return impl_->add(std::nullopt, message, false);
}

void InductionOracle::assume(FormulaNumber formula) {
    impl_->assume(formula);
}

void InductionOracle::retract(FormulaNumber formula) {
    impl_->retract(formula);
}

OracleAnswer InductionOracle::holds_at_start(FormulaNumber formula) {
    return impl_->holds_at_start(formula);
}

OracleAnswer InductionOracle::kept_by_steps(FormulaNumber formula,
                                            Models models,
                                            const std::vector<FormulaNumber>& also) {
    return impl_->kept_by_steps(formula, models, also);
}

OracleAnswer InductionOracle::kept_on_way(FormulaNumber formula,
                                          std::size_t way,
                                          const std::vector<FormulaNumber>& also) {
    return impl_->kept_on_way(formula, way, also);
}

CubeAnswer InductionOracle::reached_at_start(const Cube& cube) {
    return impl_->reached_at_start(cube);
}

CubeAnswer InductionOracle::reached_by_steps(const Cube& cube,
                                             const std::vector<FormulaNumber>& also) {
    return impl_->reached_by_steps(cube, also);
}

std::vector<Interpretation>
InductionOracle::interpretations(const std::vector<std::uint32_t>& sort_sizes, std::size_t count) {
    return impl_->interpretations(sort_sizes, count);
}

std::size_t InductionOracle::queries() const {
    return impl_->queries();
}

} // namespace muster::checker::smt
