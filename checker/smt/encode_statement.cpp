#include "checker/smt/execution.hpp"
#include "checker/smt/walk.hpp"
#include "spec/ast/overloaded.hpp"

#include <fmt/format.h>

/// Statements that decide what runs next.
namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::BlockId;
using spec::ExprId;
using spec::overloaded;

namespace {

/// A constant in a loop would be one for all of its iterations.
Scope scope_of(const Path& path) {
    return Scope{path.env, path.state, std::nullopt, path.loop.has_value()};
}

void add(std::vector<Path>& paths, std::vector<Path> more) {
    for (Path& path : more)
        paths.push_back(std::move(path));
}

} // namespace

std::vector<Path> Executor::run(BlockId block, Path path) {
    Paths paths;
    paths.push_back(std::move(path));
    if (!block.valid())
        return paths;
    for (const typed::Statement& statement : vocabulary_.spec().block(block).statements) {
        Paths next;
        for (Path& current : paths) {
            if (current.returned)
                next.push_back(std::move(current));
            else
                add(next, run_statement(statement, std::move(current)));
        }
        paths = std::move(next);
    }
    return paths;
}

void Executor::absorb(Path& path) {
    path.definitions = append(std::move(path.definitions), encoder_.take_facts());
    path.abstractions.merge(encoder_.take_abstractions());
}

Sym Executor::evaluate(ExprId id, Path& path) {
    const Scope scope = scope_of(path);
    const z3::expr defined = encoder_.defined(id, scope);
    absorb(path);
    require(PathObligation::Kind::undefined, defined, vocabulary_.spec().expr(id).span, path);
    Sym result = encoder_.value(id, scope);
    absorb(path);
    return result;
}

void Executor::require(PathObligation::Kind kind,
                       const z3::expr& formula,
                       spec::Span span,
                       Path& path) {
    if (formula.is_true())
        return;
    obligations_.push_back(
        {kind, append(path.conditions, path.definitions), formula, span, path.abstractions});
    path.conditions.push_back(formula);
}

Executor::Paths Executor::run_statement(const typed::Statement& statement, Path path) {
    const auto one = [&path] {
        Paths paths;
        paths.push_back(std::move(path));
        return paths;
    };
    const spec::Span span = statement.span;
    return std::visit(
        overloaded{[&](const typed::Assign& s) {
                       run_assign(s, path, span);
                       return one();
                   },
                   [&](const typed::AddElement& s) {
                       run_element(s.place, s.element, true, path, span);
                       return one();
                   },
                   [&](const typed::RemoveElement& s) {
                       run_element(s.place, s.element, false, path, span);
                       return one();
                   },
                   [&](const typed::Let& s) {
                       path.env = path.env.with(s.local, evaluate(s.value, path));
                       return one();
                   },
                   [&](const typed::Fresh& s) {
                       run_fresh(s, path, span);
                       return one();
                   },
                   [&](const typed::If& s) { return run_if(s, std::move(path)); },
                   [&](const typed::Send& s) {
                       run_send(s, path);
                       return one();
                   },
                   [&](const typed::Reply& s) {
                       run_reply(s, path);
                       return one();
                   },
                   [&](const typed::StartTimer& s) {
                       if (s.duration.valid())
                           evaluate(s.duration, path);
                       set_timer(s.timer, s.key, true, path, span);
                       return one();
                   },
                   [&](const typed::StopTimer& s) {
                       set_timer(s.timer, s.key, false, path, span);
                       return one();
                   },
                   [&](const typed::Ignore&) { return one(); },
                   [&](const typed::Return&) {
                       path.returned = true;
                       return one();
                   },
                   [&](const typed::Assert& s) {
                       const z3::expr condition = *evaluate(s.condition, path).term;
                       require(PathObligation::Kind::assertion, condition, span, path);
                       return one();
                   },
                   [&](const typed::ProcedureCall& s) { return run_call(s, std::move(path)); },
                   [&](const typed::For& s) { return run_for(s, std::move(path), span); },
                   [&](const typed::ForEach& s) { return run_for_each(s, std::move(path), span); },
                   [&](const typed::Pick& s) {
                       return run_pick(s, std::move(path), span);
                   }},
        statement.node);
}

Executor::Paths Executor::run_call(const typed::ProcedureCall& call, Path path) {
    const spec::ProcedureInfo& procedure = vocabulary_.spec().procedure(call.procedure);
    std::vector<Sym> arguments;
    for (ExprId argument : call.arguments)
        arguments.push_back(evaluate(argument, path));
    for (std::size_t i = 0; i < arguments.size(); ++i)
        path.env = path.env.with(procedure.parameters[i], arguments[i]);
    Paths paths = run(procedure.body, std::move(path));
    for (Path& finished : paths)
        finished.returned = false;
    return paths;
}

bool Executor::is_small(BlockId block) const {
    bool small = true;
    for_each_statement(vocabulary_.spec(), block, [&](const typed::Statement& statement) {
        small = small && !std::holds_alternative<typed::Return>(statement.node) &&
                !std::holds_alternative<typed::Pick>(statement.node) &&
                !std::holds_alternative<typed::For>(statement.node) &&
                !std::holds_alternative<typed::ForEach>(statement.node) &&
                !std::holds_alternative<typed::Fresh>(statement.node) &&
                !std::holds_alternative<typed::ProcedureCall>(statement.node);
    });
    return small;
}

Executor::Paths Executor::run_if(const typed::If& branch, Path path) {
    z3::expr condition = evaluate(branch.condition, path).term->simplify();
    if (condition.is_true())
        return run(branch.then_block, std::move(path));
    if (condition.is_false())
        return run(branch.else_block, std::move(path));
    const bool merged =
        path.loop.has_value() || (is_small(branch.then_block) && is_small(branch.else_block));
    // A merged branch puts its condition below the quantifiers that define the next state. There
    // the solver would make a new quantifier of each instance.
    if (merged && !path.loop && has_quantifier(condition)) {
        const z3::expr name = vocabulary_.fresh_constant("condition", ctx_.bool_sort());
        path.definitions.push_back(name == condition);
        condition = name;
    }
    const Path base = path;
    Path yes = path;
    Path no = std::move(path);
    yes.conditions.push_back(condition);
    no.conditions.push_back(negation(condition));
    if (merged) {
        if (base.loop) {
            yes.loop->guards.push_back(condition);
            no.loop->guards.push_back(negation(condition));
        }
        Paths then_paths = run(branch.then_block, std::move(yes));
        Paths else_paths = run(branch.else_block, std::move(no));
        if (then_paths.size() != 1 || else_paths.size() != 1 || then_paths[0].returned ||
            else_paths[0].returned)
            throw Unsupported("`return` or `pick` inside a loop",
                              vocabulary_.spec().expr(branch.condition).span);
        Paths result;
        result.push_back(
            merge(condition, base, std::move(then_paths[0]), std::move(else_paths[0])));
        return result;
    }
    Paths result;
    if (around_.feasible(yes))
        add(result, run(branch.then_block, std::move(yes)));
    if (around_.feasible(no))
        add(result, run(branch.else_block, std::move(no)));
    return result;
}

Executor::Paths Executor::run_pick(const typed::Pick& pick, Path path, spec::Span span) {
    if (path.loop)
        throw Unsupported("`pick` inside a loop", span);
    if (pick.order != spec::PickOrder::any)
        path.abstractions.insert("`pick … by` takes any element");
    const Sym domain = evaluate(pick.domain, path);
    const spec::LocalInfo& local = vocabulary_.spec().local(pick.local);
    // An element that stands for all of them: what the condition and the key need.
    const Sym any = vocabulary_.unknown(local.type, local.name);
    const Terms bound = vocabulary_.flatten(any);
    const auto fits = [&](const Sym& element, const Scope& scope) {
        const z3::expr inside = domain.contains(vocabulary_.flatten(element));
        return pick.condition.valid() ? both(inside, encoder_.term(pick.condition, scope)) : inside;
    };
    const Scope scope = scope_of(path).with(pick.local, any);
    const z3::expr condition_defined = encoder_.defined(pick.condition, scope);
    absorb(path);
    require(PathObligation::Kind::undefined,
            for_all(bound, implication(domain.contains(bound), condition_defined)),
            span,
            path);
    const z3::expr key_defined = encoder_.defined(pick.key, scope);
    require(PathObligation::Kind::undefined,
            for_all(bound, implication(fits(any, scope), key_defined)),
            span,
            path);
    absorb(path);
    const z3::expr exists = there_is(bound, fits(any, scope));
    absorb(path);
    if (!pick.else_block.valid())
        require(PathObligation::Kind::nothing_to_pick, exists, span, path);

    const Sym chosen = vocabulary_.unknown(local.type, local.name);
    Scope chosen_scope = scope_of(path);
    chosen_scope.env = chosen_scope.env.with(pick.local, chosen);
    const z3::expr chosen_fits = fits(chosen, chosen_scope);
    Path yes = path;
    Path no = std::move(path);
    yes.conditions.push_back(chosen_fits);
    yes.env = yes.env.with(pick.local, chosen);
    no.conditions.push_back(negation(exists));
    absorb(yes);
    if (!pick.else_block.valid())
        return run(pick.body, std::move(yes));
    if (is_small(pick.body) && is_small(pick.else_block)) {
        // Where both branches do the same (they only differ in the duration of a timer, which
        // the model ignores), there is nothing to split.
        Path then_path = run(pick.body, yes).front();
        const Path else_path = run(pick.else_block, no).front();
        bool equal = then_path.state.changed().size() == else_path.state.changed().size();
        for (const auto& [component, closure] : then_path.state.changed())
            equal = equal && then_path.state.is_same(component, else_path.state);
        if (equal) {
            then_path.conditions = no.conditions;
            then_path.conditions.pop_back();
            then_path.env = no.env;
            Paths result;
            result.push_back(std::move(then_path));
            return result;
        }
    }
    Paths result;
    if (around_.feasible(yes))
        add(result, run(pick.body, std::move(yes)));
    if (around_.feasible(no))
        add(result, run(pick.else_block, std::move(no)));
    return result;
}

} // namespace muster::checker::smt
