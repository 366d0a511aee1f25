#include "checker/smt/encode_list.hpp"
#include "checker/smt/execution.hpp"
#include "spec/ast/overloaded.hpp"

/// Statements that change the state.
namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::ExprId;

Terms Executor::process_of_actor() const {
    return actor_.me ? vocabulary_.flatten(*actor_.me) : Terms{};
}

Executor::Target Executor::locate(const typed::Place& place, Path& path, spec::Span span) {
    Target target{&vocabulary_.variable(place.variable), process_of_actor(), std::nullopt};
    for (std::size_t i = 0; i < place.path.size(); ++i) {
        if (const auto* field = std::get_if<typed::PlaceField>(&place.path[i])) {
            target.layout = &target.layout->parts.at(field->field);
            continue;
        }
        const ExprId key = std::get<typed::PlaceKey>(place.path[i]).key;
        target.prefix = append(std::move(target.prefix), vocabulary_.flatten(evaluate(key, path)));
        if (i + 1 == place.path.size()) {
            target.domain = target.layout->component;
        } else {
            require(PathObligation::Kind::undefined,
                    path.state.read(*target.layout->component, target.prefix),
                    span,
                    path);
        }
        target.layout = &target.layout->parts.front();
    }
    return target;
}

void Executor::write(
    ComponentId component, const Terms& prefix, const Closure& value, Path& path, spec::Span span) {
    if (path.loop)
        note_write(component, prefix, *path.loop, span);
    const SymbolicState before = path.state;
    if (vocabulary_.components()[component].symbol.arity() == 0) {
        const z3::expr term = value({}).simplify();
        path.state.set(component, Closure([term](const Terms&) { return term; }));
        return;
    }
    path.state.set(component, Closure([before, component, prefix, value](const Terms& arguments) {
                       const auto middle =
                           arguments.begin() + static_cast<std::ptrdiff_t>(prefix.size());
                       const Terms around(arguments.begin(), middle);
                       const Terms inner(middle, arguments.end());
                       if (prefix.empty())
                           return value(inner);
                       return choice(same_rows(arguments.front().ctx(), around, prefix),
                                     value(inner),
                                     before.read(component, arguments));
                   }));
}

void Executor::run_assign(const typed::Assign& assign, Path& path, spec::Span span) {
    const Target target = locate(assign.place, path, span);
    const Sym value = evaluate(assign.value, path);
    const auto constant = [&ctx = ctx_](bool holds) {
        return Closure([&ctx, holds](const Terms&) { return truth(ctx, holds); });
    };
    if (target.domain)
        write(*target.domain, target.prefix, constant(true), path, span);
    write_value(target, value, path, span);
}

void Executor::write_value(const Target& target, const Sym& value, Path& path, spec::Span span) {
    for_each_part(
        vocabulary_,
        *target.layout,
        [value](const Terms&) { return value; },
        [&](ComponentId component, const Closure& part) {
            write(component, target.prefix, part, path, span);
        });
}

void Executor::run_element(
    const typed::Place& place, ExprId element, bool present, Path& path, spec::Span span) {
    Target target = locate(place, path, span);
    // A set or map that is itself the value of a map must already be there.
    if (target.domain) {
        require(PathObligation::Kind::undefined,
                path.state.read(*target.domain, target.prefix),
                span,
                path);
    }
    const Sym value = evaluate(element, path);
    if (vocabulary_.spec().types.is_list(target.layout->type)) {
        const Sym list = view(vocabulary_, *target.layout, target.prefix, path.state);
        if (path.loop && list.length && !present)
            throw Unsupported("removing from a list with repeats inside a loop", span);
        const Sym changed = present ? with_element(vocabulary_, list, value)
                                    : without_element(vocabulary_, list, value, path.definitions);
        write_value(target, changed, path, span);
        return;
    }
    target.prefix = append(std::move(target.prefix), vocabulary_.flatten(value));
    write(*target.layout->component,
          target.prefix,
          Closure([&ctx = ctx_, present](const Terms&) { return truth(ctx, present); }),
          path,
          span);
}

void Executor::set_timer(spec::TimerId timer, ExprId key, bool armed, Path& path, spec::Span span) {
    Terms prefix = process_of_actor();
    if (key.valid())
        prefix = append(std::move(prefix), vocabulary_.flatten(evaluate(key, path)));
    write(vocabulary_.timer(timer),
          prefix,
          Closure([&ctx = ctx_, armed](const Terms&) { return truth(ctx, armed); }),
          path,
          span);
}

} // namespace muster::checker::smt
