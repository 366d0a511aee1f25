#include "checker/smt/encode_step.hpp"

/// Initial states and crashes.
namespace muster::checker::smt {

using spec::VariableKind;

void Executor::reset(Path& path) {
    const spec::TypedSpec& spec = vocabulary_.spec();
    const spec::RoleInfo& role = spec.role(actor_.role);
    const Terms process = process_of_actor();
    const SymbolicState before = path.state;
    for (spec::VariableId variable : role.variables) {
        if (spec.variable(variable).kind != VariableKind::volatile_)
            continue;
        const Sym value = encoder_.value(spec.variable(variable).initial,
                                         Scope{path.env, before, std::nullopt, false});
        for_each_part(
            vocabulary_,
            vocabulary_.variable(variable),
            [value](const Terms&) { return value; },
            [&](ComponentId component, const Closure& part) {
                write(component, process, part, path, role.span);
            });
    }
    for (spec::TimerId timer : role.timers) {
        if (spec.timer(timer).durable)
            continue;
        write(vocabulary_.timer(timer),
              process,
              Closure([&ctx = ctx_](const Terms&) { return truth(ctx, false); }),
              path,
              role.span);
    }
}

Path Executor::run_for_all(spec::BlockId block, Path path) {
    const spec::RoleInfo& role = vocabulary_.spec().role(actor_.role);
    Sym everyone;
    everyone.contains = Closure([&ctx = ctx_](const Terms&) { return truth(ctx, true); });
    Path body = path;
    body.loop = Loop{{*actor_.me->term}, {}, {}, {}};
    std::vector<Path> finished = run(block, std::move(body));
    if (finished.size() != 1 || finished.front().returned)
        throw Unsupported("`return` or `pick` in `on start` of a role with an index",
                          role.on_start_span);
    close_loop(finished.front(), everyone, path);
    return path;
}

SymbolicState initial_values(ExprEncoder& encoder) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const spec::TypedSpec& spec = vocabulary.spec();
    const SymbolicState symbols(vocabulary);
    SymbolicState state(vocabulary);
    for (std::uint32_t v = 0; v < spec.variables.size(); ++v) {
        const spec::VariableInfo& variable = spec.variables[v];
        const spec::RoleInfo& role = spec.role(variable.role);
        Scope scope{Env(), symbols, std::nullopt, false};
        std::optional<z3::expr> me;
        if (role.index.valid()) {
            const Sym process = vocabulary.unknown(spec.local(role.me).type, "me");
            me = process.term;
            scope.env = scope.env.with(role.me, process);
        }
        const Sym value = encoder.value(variable.initial, scope);
        for_each_part(
            vocabulary,
            vocabulary.variable(spec::VariableId{v}),
            [value](const Terms&) { return value; },
            [&](ComponentId component, const Closure& part) {
                state.set(component, Closure([part, me](const Terms& row) {
                              if (!me)
                                  return part(row);
                              const Terms inner(row.begin() + 1, row.end());
                              return replace(part(inner), *me, row.front());
                          }));
            });
    }
    const Closure nothing([&ctx = vocabulary.ctx()](const Terms&) { return truth(ctx, false); });
    for (std::uint32_t t = 0; t < spec.timers.size(); ++t)
        state.set(vocabulary.timer(spec::TimerId{t}), nothing);
    for (std::uint32_t r = 0; r < spec.roles.size(); ++r) {
        if (const auto stopped = vocabulary.stopped(spec::RoleId{r}))
            state.set(*stopped, nothing);
    }
    const Closure zero([&ctx = vocabulary.ctx()](const Terms&) { return ctx.int_val(0); });
    for (std::uint32_t m = 0; m < spec.messages.size(); ++m) {
        if (const auto sent = vocabulary.sent(spec::MessageId{m}))
            state.set(*sent, nothing);
        if (const auto in_flight = vocabulary.in_flight(spec::MessageId{m}))
            state.set(*in_flight, zero);
    }
    return state;
}

EncodedStep encode_start(ExprEncoder& encoder, const Surroundings& around) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const spec::TypedSpec& spec = vocabulary.spec();
    EncodedStep result;
    result.paths.emplace_back(initial_values(encoder));
    for (std::uint32_t r = 0; r < spec.roles.size(); ++r) {
        const spec::RoleInfo& role = spec.roles[r];
        if (!role.on_start.valid())
            continue;
        Actor actor{spec::RoleId{r}, std::nullopt, {}};
        if (role.index.valid())
            actor.me = vocabulary.unknown(spec.local(role.me).type, "me");
        Executor executor(encoder, actor, around);
        std::vector<Path> next;
        for (Path& path : result.paths) {
            if (actor.me) {
                path.env = path.env.with(role.me, *actor.me);
                next.push_back(executor.run_for_all(role.on_start, std::move(path)));
                continue;
            }
            for (Path& finished : executor.run(role.on_start, std::move(path))) {
                finished.returned = false;
                next.push_back(std::move(finished));
            }
        }
        result.paths = std::move(next);
        for (PathObligation& obligation : executor.take_obligations())
            result.obligations.push_back(std::move(obligation));
    }
    return result;
}

} // namespace muster::checker::smt
