#include "checker/smt/encode_collection.hpp"
#include "checker/smt/walk.hpp"
#include "spec/ast/overloaded.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>

/// When an expression is defined. `and`, `or`, `implies` and `if` go from left to right: what
/// stands to the right is only needed where the left leaves the result open.
namespace muster::checker::smt {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::overloaded;

class DefinedOf {
public:
    DefinedOf(ExprEncoder& encoder, const Scope& scope)
        : encoder_(encoder)
        , vocabulary_(encoder.vocabulary_)
        , ctx_(vocabulary_.ctx())
        , scope_(scope) {}

    z3::expr of(const typed::Expr& expr) {
        return std::visit(
            overloaded{
                [&](const typed::Binary& e) { return binary(e); },
                [&](const typed::IfElse& e) {
                    const z3::expr condition = encoder_.term(e.condition, scope_);
                    return both(go(e.condition),
                                both(where(condition, go(e.then_value)),
                                     where(negation(condition), go(e.else_value))));
                },
                [&](const typed::OptionValue& e) {
                    const z3::expr part = go(e.option);
                    if (!counts(expr))
                        return part;
                    return both(part, *encoder_.value(e.option, scope_).term);
                },
                [&](const typed::MapLookup& e) {
                    const z3::expr parts = both(go(e.map), go(e.key));
                    if (e.optional || !counts(expr))
                        return parts;
                    return both(parts,
                                encoder_.value(e.map, scope_)
                                    .contains(vocabulary_.flatten(encoder_.value(e.key, scope_))));
                },
                [&](const typed::DefCall& e) {
                    const z3::expr body = encoder_.defined(vocabulary_.spec().def(e.def).body,
                                                           def_scope(encoder_, e, scope_));
                    return both(parts(expr), body);
                },
                [&](const typed::Quantifier& e) {
                    std::vector<std::variant<typed::Binder, ExprId>> clauses(e.binders.begin(),
                                                                             e.binders.end());
                    return under(clauses, {e.body});
                },
                [&](const typed::Comprehension& e) {
                    return under(e.clauses, {e.head, e.value});
                },
                [&](const typed::First& e) { return first(expr, e); },
                [&](const typed::Old& e) {
                    Scope past = scope_;
                    past.now = scope_.before.value();
                    return encoder_.defined(e.value, past);
                },
                [&](const auto&) {
                    return parts(expr);
                }},
            expr.node);
    }

private:
    [[nodiscard]] bool counts(const typed::Expr& operation) const {
        return encoder_.only_ == nullptr || encoder_.only_ == &operation;
    }

    z3::expr go(ExprId id) { return encoder_.defined(id, scope_); }

    z3::expr parts(const typed::Expr& expr) {
        Terms all;
        spec::for_each_part(expr, [&](ExprId part) { all.push_back(go(part)); });
        return conjunction(ctx_, all);
    }

    z3::expr binary(const typed::Binary& e) {
        const z3::expr left = go(e.left);
        const z3::expr right = go(e.right);
        if (right.is_true())
            return left;
        switch (e.op) {
        case BinaryOp::logical_and:
        case BinaryOp::implies:
            return both(left, where(encoder_.term(e.left, scope_), right));
        case BinaryOp::logical_or:
            return both(left, where(negation(encoder_.term(e.left, scope_)), right));
        default:
            return both(left, right);
        }
    }

    /// Every clause is defined where the ones before it hold, and so are the results. A clause is
    /// evaluated only if something behind it may be undefined.
    z3::expr under(const std::vector<std::variant<typed::Binder, ExprId>>& clauses,
                   const std::vector<ExprId>& results) {
        Scope inner = scope_;
        Terms bound;
        Terms conditions;
        Terms needed;
        const auto part_of = [](const std::variant<typed::Binder, ExprId>& clause) {
            const auto* binder = std::get_if<typed::Binder>(&clause);
            return binder != nullptr ? binder->domain : std::get<ExprId>(clause);
        };
        const auto counts_here = [&](ExprId id) {
            return id.valid() && encoder_.may_be_undefined(id);
        };
        std::size_t last =
            std::any_of(results.begin(), results.end(), counts_here) ? clauses.size() : 0;
        for (std::size_t i = last; i < clauses.size(); ++i) {
            if (counts_here(part_of(clauses[i])))
                last = i;
        }
        const auto need = [&](ExprId id) {
            if (counts_here(id)) {
                needed.push_back(where(conjunction(ctx_, conditions), encoder_.defined(id, inner)));
            }
        };
        for (std::size_t i = 0; i < clauses.size() && i <= last; ++i) {
            need(part_of(clauses[i]));
            if (i == last)
                break;
            if (const auto* binder = std::get_if<typed::Binder>(&clauses[i])) {
                Range range = range_over(encoder_, *binder, inner);
                bound = append(std::move(bound), range.bound);
                conditions.push_back(range.guard);
                inner = inner.with(binder->local, std::move(range.element));
            } else {
                conditions.push_back(encoder_.term(std::get<ExprId>(clauses[i]), inner));
            }
        }
        for (ExprId result : results)
            need(result);
        return for_all(bound, conjunction(ctx_, needed));
    }

    z3::expr first(const typed::Expr& expr, const typed::First& e) {
        const Sym list = encoder_.value(e.list, scope_);
        const spec::LocalInfo& local = vocabulary_.spec().local(e.local);
        const Sym element = vocabulary_.unknown(local.type, local.name);
        const Terms x = vocabulary_.flatten(element);
        const Scope inner = scope_.with(e.local, element);
        z3::expr fits = list.contains(x);
        z3::expr condition_defined = truth(ctx_, true);
        if (e.condition.valid()) {
            condition_defined = for_all(x, where(fits, encoder_.defined(e.condition, inner)));
            fits = both(fits, encoder_.term(e.condition, inner));
        }
        const z3::expr parts = both(go(e.list), condition_defined);
        return counts(expr) ? both(parts, there_is(x, fits)) : parts;
    }

    ExprEncoder& encoder_;
    Vocabulary& vocabulary_;
    z3::context& ctx_;
    const Scope& scope_;
};

z3::expr ExprEncoder::defined(ExprId id, const Scope& scope) {
    if (!id.valid() || !may_be_undefined(id))
        return truth(vocabulary_.ctx(), true);
    return DefinedOf(*this, scope).of(vocabulary_.spec().expr(id));
}

z3::expr ExprEncoder::defined_at(const typed::Expr& operation, ExprId id, const Scope& scope) {
    struct AskedAbout {
        const typed::Expr*& only;

        ~AskedAbout() { only = nullptr; }
    } const asked{only_};

    only_ = &operation;
    return defined(id, scope);
}

bool is_partial(const typed::Expr& expr) {
    const auto* lookup = std::get_if<typed::MapLookup>(&expr.node);
    return std::holds_alternative<typed::OptionValue>(expr.node) ||
           std::holds_alternative<typed::First>(expr.node) ||
           (lookup != nullptr && !lookup->optional);
}

bool ExprEncoder::may_be_undefined(ExprId id) {
    const auto known = partial_.find(id);
    if (known != partial_.end())
        return known->second;
    bool partial = false;
    for_each_inside(vocabulary_.spec(), id, [&](const typed::Expr& expr) {
        partial = partial || is_partial(expr);
    });
    partial_.emplace(id, partial);
    return partial;
}

} // namespace muster::checker::smt
