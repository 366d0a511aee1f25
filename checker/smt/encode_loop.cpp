#include "checker/smt/encode_property.hpp"

#include <algorithm>

/// `for` runs all its iterations at once: the body is executed for one symbolic element, and what
/// it does to that element's part of the state is done to the part of every element of the domain.
namespace muster::checker::smt {

namespace typed = spec::typed;

Executor::Paths Executor::run_for(const typed::For& loop, Path path, spec::Span span) {
    const Sym domain = evaluate(loop.domain, path);
    const spec::LocalInfo& local = vocabulary_.spec().local(loop.local);
    const Sym element = vocabulary_.unknown(local.type, local.name);
    const Terms terms = vocabulary_.flatten(element);
    if (terms.size() != 1)
        throw Unsupported("a loop over records or options", span);
    Path body = path;
    body.env = body.env.with(loop.local, element);
    body.conditions.push_back(domain.contains(terms));
    const Terms around = path.loop ? path.loop->elements : Terms{};
    body.loop = Loop{append(around, terms), {}, {}, {}};
    Paths finished = run(loop.body, std::move(body));
    if (finished.size() != 1 || finished.front().returned)
        throw Unsupported("`return` or `pick` inside a loop", span);
    close_loop(finished.front(), domain, path);
    Paths result;
    result.push_back(std::move(path));
    return result;
}

void Executor::forget_state(Path& path) {
    path.state = other_state(vocabulary_, "mid");
    path.since = path.state;
    path.conditions = append(std::move(path.conditions), around_.invariants(path.state));
}

// What was known before the loop stays known: it is about the state before the step, the parameters
// and the list, none of which the loop changes.
Executor::Paths Executor::run_for_each(const typed::ForEach& loop, Path path, spec::Span span) {
    if (path.loop)
        throw Unsupported("`for each` inside a loop", span);
    if (!around_.invariants)
        throw Unsupported("`for each` in `on start`", span);
    const Sym list = evaluate(loop.list, path);
    path.abstractions.insert("the invariants are kept within a loop in order, whose iterations "
                             "start in any state that satisfies them");
    stations_.push_back(path);
    Path iteration = path;
    forget_state(iteration);
    const spec::LocalInfo& local = vocabulary_.spec().local(loop.local);
    const Sym element = vocabulary_.unknown(local.type, local.name);
    iteration.env = iteration.env.with(loop.local, element);
    iteration.conditions.push_back(list.contains(vocabulary_.flatten(element)));
    Paths result;
    for (Path& finished : run(loop.body, std::move(iteration))) {
        if (finished.returned)
            result.push_back(std::move(finished));
        else
            stations_.push_back(std::move(finished));
    }
    forget_state(path);
    result.push_back(std::move(path));
    return result;
}

void Executor::note_write(ComponentId component,
                          const Terms& prefix,
                          Loop& loop,
                          spec::Span span) const {
    std::vector<std::size_t> positions;
    for (const z3::expr& element : loop.elements) {
        std::size_t position = prefix.size();
        for (std::size_t i = 0; i < prefix.size(); ++i) {
            if (z3::eq(prefix[i], element))
                position = i;
        }
        if (position == prefix.size())
            throw Unsupported("a loop that writes to state which its element does not index", span);
        positions.push_back(position);
    }
    note_positions(component, std::move(positions), loop, span);
}

void Executor::note_positions(ComponentId component,
                              std::vector<std::size_t> positions,
                              Loop& loop,
                              spec::Span span) {
    const auto [known, added] = loop.positions.try_emplace(component, positions);
    if (!added && known->second != positions)
        throw Unsupported("a loop that indexes one variable by its element in two ways", span);
}

void Executor::close_loop(const Path& body, const Sym& domain, Path& path) {
    const SymbolicState before = path.state;
    const z3::expr element = body.loop->elements.back();
    for (const auto& [component, closure] : body.state.changed()) {
        if (body.state.is_same(component, before))
            continue;
        std::vector<std::size_t> positions = body.loop->positions.at(component);
        const std::size_t position = positions.back();
        positions.pop_back();
        if (path.loop)
            note_positions(component, std::move(positions), *path.loop, {});
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
        LoopSend all{both(domain.contains({element}), sent.guard),
                     sent.message,
                     sent.arguments,
                     append(Terms{element}, sent.elements)};
        if (!path.loop) {
            send_for_all(all, path);
            continue;
        }
        all.guard = both(conjunction(ctx_, path.loop->guards), all.guard);
        path.loop->sends.push_back(std::move(all));
    }
}

void Executor::send_for_all(const LoopSend& sent, Path& path) {
    const SymbolicState before = path.state;
    // Which message the iteration of some elements sends. Where an argument is an element itself,
    // there is no need to ask which one it was, and if all are, it was only one iteration.
    std::vector<std::optional<std::size_t>> own;
    Terms asked;
    for (const z3::expr& element : sent.elements) {
        const auto at = std::find_if(sent.arguments.begin(),
                                     sent.arguments.end(),
                                     [&](const z3::expr& term) { return z3::eq(term, element); });
        if (at == sent.arguments.end()) {
            own.emplace_back();
            asked.push_back(element);
        } else {
            own.emplace_back(static_cast<std::size_t>(at - sent.arguments.begin()));
        }
    }
    const Closure by_loop([=](const Terms& row) {
        Terms equations;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (std::find(own.begin(), own.end(), std::optional(i)) == own.end())
                equations.push_back(same(row[i], sent.arguments[i]));
        }
        z3::expr holds = both(sent.guard, conjunction(sent.guard.ctx(), equations));
        for (std::size_t e = 0; e < own.size(); ++e) {
            if (own[e])
                holds = replace(holds, sent.elements[e], row[*own[e]]);
        }
        return there_is(asked, holds);
    });
    if (const auto history = vocabulary_.sent(sent.message)) {
        path.state.set(*history, Closure([=](const Terms& row) {
            return either(before.read(*history, row), by_loop(row));
        }));
    }
    const auto in_flight = vocabulary_.in_flight(sent.message);
    if (!in_flight)
        return;
    if (asked.empty()) {
        path.state.set(*in_flight, Closure([=](const Terms& row) {
            const z3::expr count = before.read(*in_flight, row);
            return choice(by_loop(row), count + 1, count);
        }));
        return;
    }
    // How many iterations send one message is left open.
    path.abstractions.insert("how many iterations of a loop send one message is any number");
    const z3::func_decl symbol = vocabulary_.components()[*in_flight].symbol;
    std::vector<z3::sort> domain_sorts;
    Terms row;
    z3::expr_vector arguments(ctx_);
    for (unsigned i = 0; i < symbol.arity(); ++i) {
        domain_sorts.push_back(symbol.domain(i));
        row.push_back(vocabulary_.fresh_constant("i", symbol.domain(i)));
        arguments.push_back(row.back());
    }
    const z3::func_decl added = vocabulary_.fresh_function("added", domain_sorts, ctx_.int_sort());
    path.definitions.push_back(
        for_all(row, both(added(arguments) >= 0, same(added(arguments) > 0, by_loop(row)))));
    path.state.set(*in_flight, Closure([=](const Terms& terms) {
        z3::expr_vector vector(added.ctx());
        for (const z3::expr& term : terms)
            vector.push_back(term);
        return before.read(*in_flight, terms) + added(vector);
    }));
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
