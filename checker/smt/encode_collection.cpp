#include "checker/smt/encode_collection.hpp"

#include "checker/smt/encode_list.hpp"
#include "spec/ast/overloaded.hpp"

namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::overloaded;

Scope def_scope(ExprEncoder& encoder, const typed::DefCall& call, const Scope& scope) {
    const spec::DefInfo& def = encoder.vocabulary().spec().def(call.def);
    Scope inner = scope;
    if (def.me.valid() && call.process.valid())
        inner.env = inner.env.with(def.me, encoder.value(call.process, scope));
    for (std::size_t i = 0; i < def.parameters.size(); ++i) {
        inner.env = inner.env.with(def.parameters[i], encoder.value(call.arguments[i], scope));
    }
    return inner;
}

Sym empty_container(Vocabulary& vocabulary, spec::TypeId type) {
    if (vocabulary.spec().types.is_list(type))
        return list_of(vocabulary, type, {});
    Sym result;
    result.type = type;
    const Closure nothing([&ctx = vocabulary.ctx()](const Terms&) { return truth(ctx, false); });
    result.contains = nothing;
    const spec::Type& info = vocabulary.spec().types[type];
    if (info.kind == spec::TypeKind::map) {
        result.at = [&vocabulary, value = info.second](const Terms&) {
            return vocabulary.is_container(value) ? empty_container(vocabulary, value)
                                                  : vocabulary.placeholder(value);
        };
    }
    return result;
}

Sym map_of(Vocabulary& vocabulary,
           spec::TypeId type,
           const std::vector<std::pair<Sym, Sym>>& entries) {
    if (entries.empty())
        return empty_container(vocabulary, type);
    z3::context& ctx = vocabulary.ctx();
    std::vector<std::pair<Terms, Sym>> rows;
    rows.reserve(entries.size());
    for (const auto& [key, value] : entries)
        rows.emplace_back(vocabulary.flatten(key), value);
    Sym result;
    result.type = type;
    result.contains = Closure([&ctx, rows](const Terms& x) {
        Terms cases;
        for (const auto& row : rows)
            cases.push_back(same_rows(ctx, x, row.first));
        return disjunction(ctx, cases);
    });
    result.at = [&vocabulary, &ctx, rows](const Terms& x) {
        // Of equal keys the last one counts.
        Sym value = rows.front().second;
        for (std::size_t i = 1; i < rows.size(); ++i) {
            value =
                choose_value(vocabulary, same_rows(ctx, x, rows[i].first), rows[i].second, value);
        }
        return value;
    };
    return result;
}

Sym set_operation(
    Vocabulary& vocabulary, BinaryOp op, spec::TypeId type, const Sym& a, const Sym& b) {
    Sym result;
    result.type = type;
    if (op == BinaryOp::subset) {
        const Terms x =
            vocabulary.flatten(vocabulary.unknown(vocabulary.spec().types[a.type].first, "x"));
        result.term = for_all(x, implication(a.contains(x), b.contains(x)));
        return result;
    }
    result.contains = Closure([op, left = a.contains, right = b.contains](const Terms& x) {
        switch (op) {
        case BinaryOp::set_union:
            return either(left(x), right(x));
        case BinaryOp::intersection:
            return both(left(x), right(x));
        default:
            return both(left(x), negation(right(x)));
        }
    });
    return result;
}

namespace {

/// All clauses hold, with some binders fixed beforehand by `fixed`; the others are existential.
struct Clauses {
    Scope scope;
    Terms bound;
    Terms conditions;
};

Clauses run_clauses(ExprEncoder& encoder,
                    const typed::Comprehension& expr,
                    const Scope& scope,
                    const std::optional<std::pair<spec::LocalId, Sym>>& fixed) {
    Clauses result{scope, {}, {}};
    for (const auto& clause : expr.clauses) {
        std::visit(
            overloaded{[&](const typed::Binder& binder) {
                           if (fixed && fixed->first == binder.local) {
                               if (binder.domain.valid()) {
                                   result.conditions.push_back(
                                       encoder.value(binder.domain, result.scope)
                                           .contains(encoder.vocabulary().flatten(fixed->second)));
                               }
                               result.scope = result.scope.with(binder.local, fixed->second);
                               return;
                           }
                           Range range = range_over(encoder, binder, result.scope);
                           result.bound = append(std::move(result.bound), range.bound);
                           result.conditions.push_back(range.guard);
                           result.scope = result.scope.with(binder.local, std::move(range.element));
                       },
                       [&](ExprId condition) {
                           result.conditions.push_back(encoder.term(condition, result.scope));
                       }},
            clause);
    }
    return result;
}

/// The binder that the head is, if it is one: then an element is in the result when the clauses
/// hold for that very element, without an existential quantifier.
std::optional<spec::LocalId> binder_of_head(const spec::TypedSpec& spec,
                                            const typed::Comprehension& expr) {
    const auto* local = std::get_if<typed::LocalRef>(&spec.expr(expr.head).node);
    if (local == nullptr)
        return std::nullopt;
    for (const auto& clause : expr.clauses) {
        const auto* binder = std::get_if<typed::Binder>(&clause);
        if (binder != nullptr && binder->local == local->local)
            return local->local;
    }
    return std::nullopt;
}

} // namespace

Sym comprehension(ExprEncoder& encoder,
                  const typed::Comprehension& expr,
                  spec::TypeId type,
                  const Scope& scope) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const spec::TypeId key_type = vocabulary.spec().types[type].first;
    const auto own = binder_of_head(vocabulary.spec(), expr);
    const auto fix = [&vocabulary, own, key_type](const Terms& key) {
        std::size_t next = 0;
        std::optional<std::pair<spec::LocalId, Sym>> fixed;
        if (own)
            fixed.emplace(*own, vocabulary.rebuild(key_type, key, next));
        return fixed;
    };
    Sym result;
    result.type = type;
    // The expression is copied: where lemmas are looked for, the spec grows while closures live.
    result.contains = Closure([&encoder, expr, scope, fix, own](const Terms& key) {
        z3::context& ctx = encoder.vocabulary().ctx();
        Clauses clauses = run_clauses(encoder, expr, scope, fix(key));
        if (!own) {
            const Terms head =
                encoder.vocabulary().flatten(encoder.value(expr.head, clauses.scope));
            clauses.conditions.push_back(same_rows(ctx, key, head));
        }
        return there_is(clauses.bound, conjunction(ctx, clauses.conditions));
    });
    if (!expr.value.valid())
        return result;
    const bool depends_on_key_only = own && expr.clauses.size() >= 1;
    if (!depends_on_key_only)
        throw Unsupported("a map whose key is not one of its binders",
                          vocabulary.spec().expr(expr.head).span);
    result.at = [&encoder, expr, scope, fix](const Terms& key) {
        const Clauses clauses = run_clauses(encoder, expr, scope, fix(key));
        if (!clauses.bound.empty())
            throw Unsupported("a map with a binder besides its key",
                              encoder.vocabulary().spec().expr(expr.head).span);
        return encoder.value(expr.value, clauses.scope);
    };
    return result;
}

namespace {

/// In a list with repeats, the element at the least position that fits.
Sym first_by_position(ExprEncoder& encoder,
                      const typed::First& expr,
                      const Scope& scope,
                      const Sym& list,
                      Terms& facts) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const z3::sort number = vocabulary.ctx().int_sort();
    const z3::expr found = vocabulary.fresh_constant("first", number);
    const z3::expr other = vocabulary.fresh_constant("i", number);
    const auto fits = [&](const z3::expr& position) {
        const z3::expr inside = is_position(list, position);
        if (!expr.condition.valid())
            return inside;
        return both(inside,
                    encoder.term(expr.condition, scope.with(expr.local, list.at({position}))));
    };
    const z3::expr least = for_all({other}, implication(fits(other), other >= found));
    facts.push_back(implication(there_is({other}, fits(other)), both(fits(found), least)));
    return list.at({found});
}

} // namespace

Sym first_of(ExprEncoder& encoder, const typed::First& expr, const Scope& scope, Terms& facts) {
    Vocabulary& vocabulary = encoder.vocabulary();
    z3::context& ctx = vocabulary.ctx();
    const Sym list = encoder.value(expr.list, scope);
    const spec::LocalInfo& local = vocabulary.spec().local(expr.local);
    if (list.length)
        return first_by_position(encoder, expr, scope, list, facts);
    const auto fits = [&](const Sym& element) {
        const z3::expr inside = list.contains(vocabulary.flatten(element));
        if (!expr.condition.valid())
            return inside;
        return both(inside, encoder.term(expr.condition, scope.with(expr.local, element)));
    };
    const Sym found = vocabulary.unknown(local.type, local.name);
    const Sym other = vocabulary.unknown(local.type, local.name);
    const Terms f = vocabulary.flatten(found);
    const Terms o = vocabulary.flatten(other);
    const z3::expr exists = there_is(o, fits(other));
    const z3::expr least = for_all(
        o, implication(fits(other), either(same_rows(ctx, f, o), list.before(append(f, o)))));
    facts.push_back(implication(exists, both(fits(found), least)));
    return found;
}

z3::expr pattern(ExprEncoder& encoder, const typed::MessagePattern& expr, const Scope& scope) {
    Vocabulary& vocabulary = encoder.vocabulary();
    const spec::MessageInfo& message = vocabulary.spec().message(expr.message);
    if (vocabulary.system().is_arbitrary(message.from))
        throw Unsupported("a property of messages whose sender is arbitrary", {});
    const TrackedMessage& tracked = vocabulary.relevance().messages[expr.message.value];
    Terms arguments;
    Terms bound;
    const auto add = [&](ExprId given, spec::TypeId type, const std::string& name) {
        Terms terms;
        if (given.valid()) {
            terms = vocabulary.flatten(encoder.value(given, scope));
        } else {
            terms = vocabulary.atoms(vocabulary.unknown(type, name));
            bound = append(std::move(bound), terms);
        }
        arguments = append(std::move(arguments), terms);
    };
    const auto add_process = [&](ExprId given, spec::RoleId role) {
        if (given.valid()) {
            add(given, {}, {});
            return;
        }
        const z3::expr process = vocabulary.fresh_constant(
            "process", vocabulary.element_sort(vocabulary.spec().role(role).index));
        arguments.push_back(process);
        bound.push_back(process);
    };
    if (tracked.from && vocabulary.is_indexed(message.from))
        add_process(expr.from, message.from);
    if (tracked.to && vocabulary.is_indexed(message.to))
        add_process(expr.to, message.to);
    for (std::size_t f = 0; f < message.fields.size(); ++f) {
        if (!tracked.fields[f])
            continue;
        ExprId given;
        for (const auto& [field, value] : expr.fields) {
            if (field == f)
                given = value;
        }
        add(given, message.fields[f].type, message.fields[f].name);
    }
    // What was sent over an unreliable network can be delivered for ever.
    const auto in_flight = vocabulary.in_flight(expr.message);
    if (expr.in_flight && in_flight)
        return there_is(bound, scope.now.read(*in_flight, arguments) > 0);
    return there_is(bound, scope.now.read(*vocabulary.sent(expr.message), arguments));
}

} // namespace muster::checker::smt
