#include "checker/smt/execution.hpp"

/// Loops run all their iterations at once: the body is executed for one symbolic element, and what
/// it does to that element's part of the state is done to the part of every element of the domain.
namespace muster::checker::smt {

namespace typed = spec::typed;

Executor::Paths Executor::run_for(const typed::For& loop, Path path, spec::Span span) {
    if (path.loop)
        throw Unsupported("a loop inside a loop", span);
    const Sym domain = evaluate(loop.domain, path);
    const spec::LocalInfo& local = vocabulary_.spec().local(loop.local);
    const Sym element = vocabulary_.unknown(local.type, local.name);
    const Terms terms = vocabulary_.flatten(element);
    if (terms.size() != 1)
        throw Unsupported("a loop over records or options", span);
    Path body = path;
    body.env = body.env.with(loop.local, element);
    body.conditions.push_back(domain.contains(terms));
    body.loop = Loop{terms.front(), {}, {}, {}};
    Paths finished = run(loop.body, std::move(body));
    if (finished.size() != 1 || finished.front().returned)
        throw Unsupported("`return` or `pick` inside a loop", span);
    close_loop(finished.front(), domain, path);
    Paths result;
    result.push_back(std::move(path));
    return result;
}

void Executor::close_loop(const Path& body, const Sym& domain, Path& path) {
    const SymbolicState before = path.state;
    const z3::expr element = body.loop->element;
    for (const auto& [component, closure] : body.state.changed()) {
        if (body.state.is_same(component, before))
            continue;
        const std::size_t position = body.loop->positions.at(component);
        path.state.set(
            component,
            Closure([=, component = component, after = body.state](const Terms& arguments) {
                Terms shifted = arguments;
                shifted[position] = element;
                const z3::expr& key = arguments[position];
                const z3::expr inside = replace(after.read(component, shifted), element, key);
                return choice(domain.contains({key}), inside, before.read(component, arguments));
            }));
    }
    path.definitions = body.definitions;
    path.abstractions = body.abstractions;
    for (const LoopSend& sent : body.loop->sends) {
        const SymbolicState earlier = path.state;
        path.state.set(sent.message, Closure([=](const Terms& arguments) {
                           // The message was sent by the iteration of some element. Where an
                           // argument is that element itself, there is no need to ask which.
                           Terms equations;
                           std::optional<z3::expr> known;
                           for (std::size_t i = 0; i < arguments.size(); ++i) {
                               if (!known && z3::eq(sent.arguments[i], element))
                                   known = arguments[i];
                               else
                                   equations.push_back(same(arguments[i], sent.arguments[i]));
                           }
                           z3::expr body_holds = both(both(domain.contains({element}), sent.guard),
                                                      conjunction(element.ctx(), equations));
                           z3::expr now = known ? replace(body_holds, element, *known)
                                                : there_is({element}, body_holds);
                           return either(earlier.read(sent.message, arguments), now);
                       }));
    }
}

Path Executor::merge(const z3::expr& condition, const Path& base, Path yes, Path no) {
    Path result = base;
    result.definitions = std::move(yes.definitions);
    for (std::size_t i = base.definitions.size(); i < no.definitions.size(); ++i)
        result.definitions.push_back(no.definitions[i]);
    result.abstractions.merge(yes.abstractions);
    result.abstractions.merge(no.abstractions);
    std::set<ComponentId> changed;
    for (const auto& [component, closure] : yes.state.changed())
        changed.insert(component);
    for (const auto& [component, closure] : no.state.changed())
        changed.insert(component);
    for (ComponentId component : changed) {
        if (yes.state.is_same(component, no.state)) {
            if (!yes.state.is_same(component, base.state))
                result.state.set(component, yes.state.changed().at(component));
            continue;
        }
        result.state.set(component, Closure([=, a = yes.state, b = no.state](const Terms& row) {
                             return choice(
                                 condition, a.read(component, row), b.read(component, row));
                         }));
    }
    if (result.loop) {
        Loop& loop = *result.loop;
        for (std::size_t i = base.loop->sends.size(); i < yes.loop->sends.size(); ++i)
            loop.sends.push_back(yes.loop->sends[i]);
        for (std::size_t i = base.loop->sends.size(); i < no.loop->sends.size(); ++i)
            loop.sends.push_back(no.loop->sends[i]);
        for (const Path* branch : {&yes, &no}) {
            for (const auto& [component, position] : branch->loop->positions) {
                const auto [known, added] = loop.positions.try_emplace(component, position);
                if (!added && known->second != position)
                    throw Unsupported("a loop whose branches index one variable differently", {});
            }
        }
    }
    return result;
}

} // namespace muster::checker::smt
