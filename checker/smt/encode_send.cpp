#include "checker/smt/encode_network.hpp"
#include "checker/smt/execution.hpp"

/// Messages and fresh values.
namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::ExprId;
using spec::TypeId;
using spec::TypeKind;

Sym Executor::with_identity(const Sym& value, Path& path) {
    Sym result = value;
    if (!vocabulary_.is_container(value.type)) {
        for (Sym& part : result.parts)
            part = with_identity(part, path);
        return result;
    }
    if (value.term)
        return value;
    // A value of the container's own sort, one for each element of a loop, defined pointwise.
    const Terms around = path.loop ? path.loop->elements : Terms{};
    std::vector<z3::sort> domain;
    for (const z3::expr& element : around)
        domain.push_back(element.get_sort());
    const z3::func_decl name =
        vocabulary_.fresh_function("value", domain, vocabulary_.sort_of(value.type));
    z3::expr_vector row(ctx_);
    for (const z3::expr& term : around)
        row.push_back(term);
    const z3::expr identity = name(row);
    for_each_part(
        vocabulary_,
        vocabulary_.content(value.type),
        [value](const Terms&) { return value; },
        [&](ComponentId component, const Closure& part) {
            const z3::func_decl symbol = vocabulary_.components()[component].symbol;
            Terms inner;
            for (unsigned i = 1; i < symbol.arity(); ++i)
                inner.push_back(vocabulary_.fresh_constant("k", symbol.domain(i)));
            z3::expr_vector arguments(ctx_);
            arguments.push_back(identity);
            for (const z3::expr& term : inner)
                arguments.push_back(term);
            path.definitions.push_back(
                for_all(append(around, inner), same(symbol(arguments), part(inner))));
        });
    result.term = identity;
    return result;
}

void Executor::send(spec::MessageId message,
                    const std::vector<ExprId>& fields,
                    const std::optional<z3::expr>& to,
                    Path& path) {
    const spec::MessageInfo& info = vocabulary_.spec().message(message);
    const TrackedMessage& tracked = vocabulary_.relevance().messages[message.value];
    Terms arguments;
    if (tracked.tracked && tracked.from && vocabulary_.is_indexed(info.from))
        arguments = process_of_actor();
    if (tracked.tracked && tracked.to && to)
        arguments.push_back(*to);
    for (std::size_t f = 0; f < fields.size(); ++f) {
        // Every field is evaluated, as what it needs is an obligation.
        const Sym value = evaluate(fields[f], path);
        if (tracked.tracked && tracked.fields[f])
            arguments =
                append(std::move(arguments), vocabulary_.flatten(with_identity(value, path)));
    }
    if (!tracked.tracked)
        return;
    if (path.loop) {
        path.loop->sends.push_back(
            {conjunction(ctx_, path.loop->guards), message, std::move(arguments), {}});
        return;
    }
    const SymbolicState before = path.state;
    if (const auto sent = vocabulary_.sent(message)) {
        path.state.set(*sent, Closure([before, sent, arguments, &ctx = ctx_](const Terms& row) {
            return either(before.read(*sent, row), same_rows(ctx, row, arguments));
        }));
    }
    if (const auto in_flight = vocabulary_.in_flight(message))
        change_count(vocabulary_, path.state, *in_flight, arguments, 1);
}

void Executor::run_send(const typed::Send& statement, Path& path) {
    std::optional<z3::expr> to;
    if (statement.to.valid())
        to = *evaluate(statement.to, path).term;
    send(statement.message, statement.fields, to, path);
}

void Executor::run_reply(const typed::Reply& statement, Path& path) {
    const Sym request = evaluate(statement.request, path);
    std::optional<z3::expr> to;
    if (vocabulary_.is_indexed(vocabulary_.spec().message(statement.message).to))
        to = vocabulary_.sender_of(request.type)(*request.term);
    send(statement.message, statement.fields, to, path);
}

void Executor::run_fresh(const typed::Fresh& fresh, Path& path, spec::Span span) {
    if (path.loop)
        throw Unsupported("`fresh` inside a loop", span);
    const spec::LocalInfo& local = vocabulary_.spec().local(fresh.local);
    const Sym element = vocabulary_.unknown(local.type, local.name);
    const SymbolicState start(vocabulary_);
    for (const z3::expr& formula : absent(vocabulary_, start, *element.term))
        path.conditions.push_back(formula);
    if (path.since) {
        for (const z3::expr& formula : absent(vocabulary_, *path.since, *element.term))
            path.conditions.push_back(formula);
    }
    for (const Sym& parameter : actor_.event)
        path.conditions.push_back(absent_from(vocabulary_, parameter, *element.term));
    for (const z3::expr& earlier : path.fresh)
        path.conditions.push_back(negation(same(earlier, *element.term)));
    path.fresh.push_back(*element.term);
    // The true rule also excludes what occurred earlier in the run, and fields that are not
    // tracked.
    path.abstractions.insert("`fresh` takes any value that the state does not mention");
    path.env = path.env.with(fresh.local, element);
}

z3::expr absent_from(Vocabulary& vocabulary, const Sym& value, const z3::expr& element) {
    z3::context& ctx = vocabulary.ctx();
    const spec::Type& type = vocabulary.spec().types[value.type];
    if (type.kind == TypeKind::record) {
        Terms all;
        for (const Sym& part : value.parts)
            all.push_back(absent_from(vocabulary, part, element));
        return conjunction(ctx, all);
    }
    if (type.kind == TypeKind::option)
        return implication(*value.term, absent_from(vocabulary, value.parts.front(), element));
    if (vocabulary.is_container(value.type)) {
        const Sym key = vocabulary.unknown(type.first, "k");
        const Terms terms = vocabulary.flatten(key);
        z3::expr inside = absent_from(vocabulary, key, element);
        if (type.kind == TypeKind::map)
            inside = both(inside, absent_from(vocabulary, value.at(terms), element));
        return for_all(terms, implication(value.contains(terms), inside));
    }
    if (!z3::eq(value.term->get_sort(), element.get_sort()))
        return truth(ctx, true);
    return negation(same(*value.term, element));
}

Terms absent(Vocabulary& vocabulary, const SymbolicState& state, const z3::expr& element) {
    const spec::TypedSpec& spec = vocabulary.spec();
    Terms result;
    const auto keep = [&](const Terms& bound, const z3::expr& formula) {
        if (!formula.is_true())
            result.push_back(for_all(bound, formula));
    };
    const auto process = [&](spec::RoleId role) {
        Terms prefix;
        if (vocabulary.is_indexed(role)) {
            prefix.push_back(vocabulary.fresh_constant(
                "process", vocabulary.element_sort(spec.role(role).index)));
        }
        return prefix;
    };
    for (std::uint32_t v = 0; v < spec.variables.size(); ++v) {
        const Terms prefix = process(spec.variables[v].role);
        const Sym value = view(vocabulary, vocabulary.variable(spec::VariableId{v}), prefix, state);
        keep(prefix, absent_from(vocabulary, value, element));
    }
    for (std::uint32_t t = 0; t < spec.timers.size(); ++t) {
        if (!spec.timers[t].key_type.valid())
            continue;
        const Sym key = vocabulary.unknown(spec.timers[t].key_type, "k");
        const Terms row = append(process(spec.timers[t].role), vocabulary.flatten(key));
        keep(row,
             implication(state.read(vocabulary.timer(spec::TimerId{t}), row),
                         absent_from(vocabulary, key, element)));
    }
    for (std::uint32_t m = 0; m < spec.messages.size(); ++m) {
        const TrackedMessage& tracked = vocabulary.relevance().messages[m];
        if (!tracked.tracked)
            continue;
        const spec::MessageInfo& message = spec.messages[m];
        Terms row = tracked.from ? process(message.from) : Terms{};
        if (tracked.to)
            row = append(std::move(row), process(message.to));
        Terms fields;
        for (std::size_t f = 0; f < message.fields.size(); ++f) {
            if (!tracked.fields[f])
                continue;
            const Sym field = vocabulary.unknown(message.fields[f].type, "field");
            row = append(std::move(row), vocabulary.atoms(field));
            fields.push_back(absent_from(vocabulary, field, element));
        }
        const z3::expr free = conjunction(vocabulary.ctx(), fields);
        if (const auto sent = vocabulary.sent(spec::MessageId{m}))
            keep(row, implication(state.read(*sent, row), free));
        if (const auto in_flight = vocabulary.in_flight(spec::MessageId{m}))
            keep(row, implication(state.read(*in_flight, row) > 0, free));
    }
    return result;
}

} // namespace muster::checker::smt
