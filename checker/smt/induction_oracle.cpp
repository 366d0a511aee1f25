#include "checker/smt/induction_oracle.hpp"

#include "checker/smt/encode_property.hpp"
#include "checker/smt/find_interpretations.hpp"
#include "checker/smt/query.hpp"
#include "checker/smt/read_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker::smt {

namespace {

constexpr unsigned kMinimiseTimeoutMs = 200;
constexpr unsigned kMaxElements = 3;

/// Which part of the state each component belongs to.
class ComponentOwners {
public:
    explicit ComponentOwners(const Vocabulary& vocabulary) {
        const spec::TypedSpec& spec = vocabulary.spec();
        owners_.resize(vocabulary.components().size());
        for (std::uint32_t v = 0; v < spec.variables.size(); ++v) {
            Footprint owner;
            owner.variables.insert(spec::VariableId{v});
            claim(vocabulary.variable(spec::VariableId{v}), owner);
        }
        for (std::uint32_t t = 0; t < spec.timers.size(); ++t)
            owners_[vocabulary.timer(spec::TimerId{t})].timers.insert(spec::TimerId{t});
        for (std::uint32_t m = 0; m < spec.messages.size(); ++m) {
            const spec::MessageId id{m};
            for (const auto& component : {vocabulary.sent(id), vocabulary.in_flight(id)}) {
                if (component)
                    owners_[*component].messages.insert(id);
            }
        }
    }

    [[nodiscard]] Footprint of(const std::set<ComponentId>& components) const {
        Footprint result;
        for (const ComponentId component : components) {
            if (component < owners_.size())
                result.add(owners_[component]);
        }
        return result;
    }

private:
    void claim(const Layout& layout, const Footprint& owner) {
        if (layout.component)
            owners_[*layout.component] = owner;
        if (layout.order)
            owners_[*layout.order] = owner;
        for (const Layout& part : layout.parts)
            claim(part, owner);
    }

    std::vector<Footprint> owners_;
};

z3::expr at_most(Vocabulary& vocabulary, const z3::sort& sort, unsigned size) {
    const z3::expr x = vocabulary.fresh_constant("x", sort);
    Terms cases;
    for (unsigned i = 0; i < size; ++i)
        cases.push_back(x == vocabulary.fresh_constant("element", sort));
    return for_all({x}, disjunction(vocabulary.ctx(), cases));
}

std::vector<z3::sort> sorts_of(z3::context& ctx, const z3::model& model) {
    std::vector<z3::sort> result;
    for (unsigned i = 0; i < Z3_model_get_num_sorts(ctx, model); ++i)
        result.emplace_back(ctx, Z3_model_get_sort(ctx, model, i));
    return result;
}

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
        entry.mentions = components_in(vocabulary_, encode(entry, before, now()));
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

    OracleAnswer kept_by_steps(FormulaNumber number, Models models) {
        models_ = models;
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

    OracleAnswer ask_solver(PathQuestions& path, FormulaNumber number) {
        const Entry& entry = entries_[number];
        z3::solver& solver = solver_of(path);
        for (const ComponentId id : entry.mentions) {
            const auto definition = path.definitions.find(id);
            if (definition != path.definitions.end() && path.defined.insert(id).second)
                solver.add(definition->second);
        }
        const SymbolicState first = path.path.since.value_or(now());
        Terms question;
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
        z3::check_result result = solver.check();
        std::string reason;
        if (result == z3::unknown)
            reason = solver.reason_unknown();
        std::optional<OracleAnswer> answer;
        if (result == z3::sat)
            answer = broken(path, entry, solver);
        solver.pop();
        if (result == z3::unknown)
            answer = ask_again(path, entry, question, reason);
        return answer.value_or(OracleAnswer{});
    }

    /// An unknown is asked twice more, on solvers of their own: where sorts have few elements,
    /// which finds most counterexamples that there are, and with another seed.
    OracleAnswer ask_again(PathQuestions& path,
                           const Entry& entry,
                           const Terms& question,
                           const std::string& reason) {
        for (const bool small : {true, false}) {
            z3::solver again =
                make_solver(vocabulary_.ctx(), options_.timeout_ms, options_.seed + 1);
            const z3::expr_vector known = path.solver->assertions();
            for (unsigned i = 0; i < known.size(); ++i)
                again.add(known[static_cast<int>(i)]);
            for (const z3::expr& term : question)
                again.add(term);
            for (std::uint32_t s = 0; small && s < spec_.sorts.size(); ++s) {
                again.add(
                    at_most(vocabulary_, vocabulary_.element_sort(spec::SortId{s}), kMaxElements));
            }
            const z3::check_result result = again.check();
            if (result == z3::sat)
                return broken(path, entry, again);
            if (result == z3::unsat && !small)
                return {};
        }
        return {OracleAnswer::Kind::unknown,
                std::nullopt,
                fmt::format("the solver gave up on {} ({})", place(path), reason)};
    }

    std::string place(const PathQuestions& path) const {
        return path.step ? system_.steps[*path.step].name : "the start";
    }

    OracleAnswer broken(PathQuestions& path, const Entry& entry, z3::solver& solver) {
        OracleAnswer answer{
            OracleAnswer::Kind::broken, std::nullopt, fmt::format("not kept by {}", place(path))};
        if (models_ == Models::unwanted)
            return answer;
        try {
            const z3::model model = small_model(solver);
            ModelReader reader(vocabulary_, model);
            reader.read_from(path.step ? path.path.since.value_or(now()) : path.last);
            OracleCounterexample counterexample;
            counterexample.step = path.step;
            counterexample.state = reader.state();
            counterexample.universe = reader.universe();
            counterexample.cone = cone(path, entry);
            answer.counterexample = std::move(counterexample);
        } catch (const Unsupported& unsupported) {
            answer.reason += fmt::format(" ({})", unsupported.what());
        }
        return answer;
    }

    /// A model with as few elements of each sort as can be had cheaply.
    z3::model small_model(z3::solver& solver) {
        z3::context& ctx = vocabulary_.ctx();
        z3::model best = solver.get_model();
        limit(solver, kMinimiseTimeoutMs);
        unsigned levels = 0;
        bool go_on = true;
        for (const z3::sort& sort : sorts_of(ctx, best)) {
            for (unsigned size = 1; go_on && size <= kMaxElements; ++size) {
                solver.push();
                solver.add(at_most(vocabulary_, sort, size));
                const z3::check_result answer = solver.check();
                if (answer == z3::sat) {
                    best = solver.get_model();
                    ++levels;
                    break;
                }
                solver.pop();
                go_on = answer == z3::unsat;
            }
        }
        solver.pop(levels);
        limit(solver, options_.timeout_ms);
        return best;
    }

    void limit(z3::solver& solver, unsigned timeout_ms) {
        z3::params parameters(vocabulary_.ctx());
        parameters.set("timeout", timeout_ms);
        solver.set(parameters);
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

OracleAnswer InductionOracle::kept_by_steps(FormulaNumber formula, Models models) {
    return impl_->kept_by_steps(formula, models);
}

std::vector<Interpretation>
InductionOracle::interpretations(const std::vector<std::uint32_t>& sort_sizes, std::size_t count) {
    return impl_->interpretations(sort_sizes, count);
}

std::size_t InductionOracle::queries() const {
    return impl_->queries();
}

} // namespace muster::checker::smt
