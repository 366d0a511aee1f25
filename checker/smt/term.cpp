#include "checker/smt/term.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace muster::checker::smt {

struct Closure::Body {
    struct Entry {
        Terms arguments; // kept, so that their ids cannot be given to other terms
        z3::expr result;
    };

    std::function<z3::expr(const Terms&)> function;
    std::map<std::vector<unsigned>, Entry> known;
};

Closure::Closure(std::function<z3::expr(const Terms&)> body)
    : body_(std::make_shared<Body>(Body{std::move(body), {}})) {}

z3::expr Closure::operator()(const Terms& arguments) const {
    std::vector<unsigned> ids;
    ids.reserve(arguments.size());
    for (const z3::expr& argument : arguments)
        ids.push_back(argument.id());
    if (const auto found = body_->known.find(ids); found != body_->known.end())
        return found->second.result;
    z3::expr result = body_->function(arguments);
    body_->known.emplace(std::move(ids), Body::Entry{arguments, result});
    return result;
}

z3::expr truth(z3::context& ctx, bool value) {
    return ctx.bool_val(value);
}

z3::expr negation(const z3::expr& a) {
    if (a.is_true() || a.is_false())
        return a.ctx().bool_val(a.is_false());
    if (a.is_not())
        return a.arg(0);
    return !a;
}

z3::expr both(const z3::expr& a, const z3::expr& b) {
    if (a.is_true() || b.is_false() || z3::eq(a, b))
        return b;
    if (b.is_true() || a.is_false())
        return a;
    return a && b;
}

z3::expr either(const z3::expr& a, const z3::expr& b) {
    if (a.is_false() || b.is_true() || z3::eq(a, b))
        return b;
    if (b.is_false() || a.is_true())
        return a;
    return a || b;
}

z3::expr implication(const z3::expr& a, const z3::expr& b) {
    if (a.is_true() || b.is_true())
        return b;
    if (a.is_false())
        return a.ctx().bool_val(true);
    if (b.is_false())
        return negation(a);
    return z3::implies(a, b);
}

z3::expr same(const z3::expr& a, const z3::expr& b) {
    if (z3::eq(a, b))
        return a.ctx().bool_val(true);
    if (a.is_bool()) {
        if (a.is_true())
            return b;
        if (b.is_true())
            return a;
        if (a.is_false())
            return negation(b);
        if (b.is_false())
            return negation(a);
    }
    const bool values =
        (a.is_numeral() || (a.is_app() && a.decl().decl_kind() == Z3_OP_DT_CONSTRUCTOR)) &&
        (b.is_numeral() || (b.is_app() && b.decl().decl_kind() == Z3_OP_DT_CONSTRUCTOR));
    if (values)
        return a.ctx().bool_val(false);
    return a == b;
}

z3::expr choice(const z3::expr& condition, const z3::expr& then_term, const z3::expr& else_term) {
    if (condition.is_true() || z3::eq(then_term, else_term))
        return then_term;
    if (condition.is_false())
        return else_term;
    if (then_term.is_bool()) {
        if (then_term.is_true())
            return either(condition, else_term);
        if (then_term.is_false())
            return both(negation(condition), else_term);
        if (else_term.is_false())
            return both(condition, then_term);
        if (else_term.is_true())
            return either(negation(condition), then_term);
    }
    return z3::ite(condition, then_term, else_term);
}

namespace {

z3::expr fold(z3::context& ctx, const Terms& terms, bool conjunctive) {
    z3::expr_vector kept(ctx);
    for (const z3::expr& term : terms) {
        if (conjunctive ? term.is_true() : term.is_false())
            continue;
        if (conjunctive ? term.is_false() : term.is_true())
            return term;
        kept.push_back(term);
    }
    if (kept.empty())
        return ctx.bool_val(conjunctive);
    if (kept.size() == 1)
        return kept[0];
    return conjunctive ? z3::mk_and(kept) : z3::mk_or(kept);
}

z3::expr_vector row(const Terms& terms) {
    z3::expr_vector result(terms.front().ctx());
    for (const z3::expr& term : terms)
        result.push_back(term);
    return result;
}

} // namespace

z3::expr conjunction(z3::context& ctx, const Terms& terms) {
    return fold(ctx, terms, true);
}

z3::expr disjunction(z3::context& ctx, const Terms& terms) {
    return fold(ctx, terms, false);
}

z3::expr same_rows(z3::context& ctx, const Terms& a, const Terms& b) {
    Terms equations;
    for (std::size_t i = 0; i < a.size(); ++i)
        equations.push_back(same(a[i], b[i]));
    return conjunction(ctx, equations);
}

namespace {

void collect_conjuncts(const z3::expr& term, Terms& result) {
    if (!term.is_and()) {
        result.push_back(term);
        return;
    }
    for (unsigned i = 0; i < term.num_args(); ++i)
        collect_conjuncts(term.arg(i), result);
}

/// What the conjunct says that the constant is.
std::optional<z3::expr> equal_to(const z3::expr& constant, const z3::expr& conjunct) {
    if (!conjunct.is_eq())
        return std::nullopt;
    for (unsigned side = 0; side < 2; ++side) {
        const z3::expr value = conjunct.arg(1 - side);
        if (z3::eq(conjunct.arg(side), constant) && !mentions(value, constant))
            return value;
    }
    return std::nullopt;
}

/// Bound constants that an equation determines are replaced by what they are equal to (the
/// one-point rule). A quantifier less is a Skolem function less, and with it often a cycle of sorts
/// that keeps the solver from ending.
struct OnePoint {
    Terms bound;
    Terms conjuncts;
    z3::expr conclusion;

    void run() {
        while (step()) {
        }
    }

private:
    bool step() {
        for (std::size_t b = 0; b < bound.size(); ++b) {
            for (std::size_t c = 0; c < conjuncts.size(); ++c) {
                const std::optional<z3::expr> value = equal_to(bound[b], conjuncts[c]);
                if (!value)
                    continue;
                const z3::expr point = bound[b];
                bound.erase(bound.begin() + static_cast<std::ptrdiff_t>(b));
                conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(c));
                for (z3::expr& conjunct : conjuncts)
                    conjunct = folded(replace(conjunct, point, *value));
                conclusion = folded(replace(conclusion, point, *value));
                return true;
            }
        }
        return false;
    }

    static z3::expr folded(const z3::expr& term) {
        return term.is_eq() ? same(term.arg(0), term.arg(1)) : term;
    }
};

} // namespace

z3::expr for_all(const Terms& bound, const z3::expr& body) {
    if (bound.empty() || body.is_true() || body.is_false())
        return body;
    if (!body.is_implies())
        return z3::forall(row(bound), body);
    OnePoint rest{bound, {}, body.arg(1)};
    collect_conjuncts(body.arg(0), rest.conjuncts);
    rest.run();
    if (rest.bound.size() == bound.size())
        return z3::forall(row(bound), body);
    const z3::expr shorter = implication(conjunction(body.ctx(), rest.conjuncts), rest.conclusion);
    return for_all(rest.bound, shorter);
}

z3::expr there_is(const Terms& bound, const z3::expr& body) {
    if (bound.empty() || body.is_true() || body.is_false())
        return body;
    OnePoint rest{bound, {}, truth(body.ctx(), true)};
    collect_conjuncts(body, rest.conjuncts);
    rest.run();
    if (rest.bound.size() == bound.size())
        return z3::exists(row(bound), body);
    return there_is(rest.bound, conjunction(body.ctx(), rest.conjuncts));
}

z3::expr at_most(const z3::sort& sort, unsigned size) {
    const auto fresh = [&](const char* name) {
        return z3::expr(sort.ctx(), Z3_mk_fresh_const(sort.ctx(), name, sort));
    };
    const z3::expr x = fresh("of small sort");
    Terms cases;
    for (unsigned i = 0; i < size; ++i)
        cases.push_back(x == fresh("small element"));
    return for_all({x}, disjunction(sort.ctx(), cases));
}

z3::expr given(const z3::expr& condition, const z3::expr& claim) {
    Terms conjuncts;
    collect_conjuncts(condition, conjuncts);
    z3::expr_vector known(claim.ctx());
    z3::expr_vector values(claim.ctx());
    for (const z3::expr& conjunct : conjuncts) {
        known.push_back(conjunct.is_not() ? conjunct.arg(0) : conjunct);
        values.push_back(truth(claim.ctx(), !conjunct.is_not()));
    }
    z3::expr copy = claim;
    const z3::expr rest = copy.substitute(known, values);
    return z3::eq(rest, claim) ? claim : rest.simplify();
}

z3::expr where(const z3::expr& condition, const z3::expr& claim) {
    if (condition.is_false() || claim.is_true())
        return truth(claim.ctx(), true);
    return implication(condition, given(condition, claim));
}

z3::expr replace(const z3::expr& term, const z3::expr& from, const z3::expr& to) {
    if (z3::eq(from, to))
        return term;
    z3::expr_vector source(term.ctx());
    z3::expr_vector target(term.ctx());
    source.push_back(from);
    target.push_back(to);
    z3::expr copy = term;
    return copy.substitute(source, target);
}

namespace {

/// Whether some part of the term, bodies of quantifiers included, is what is looked for.
template <class Matches>
bool has_part(const z3::expr& term, const Matches& matches) {
    std::set<unsigned> seen;
    std::vector<z3::expr> open{term};
    while (!open.empty()) {
        const z3::expr next = open.back();
        open.pop_back();
        if (!seen.insert(next.id()).second)
            continue;
        if (matches(next))
            return true;
        if (next.is_quantifier()) {
            open.push_back(next.body());
        } else if (next.is_app()) {
            for (unsigned i = 0; i < next.num_args(); ++i)
                open.push_back(next.arg(i));
        }
    }
    return false;
}

} // namespace

bool mentions(const z3::expr& term, const z3::expr& constant) {
    return has_part(term, [&](const z3::expr& part) { return z3::eq(part, constant); });
}

bool has_quantifier(const z3::expr& term) {
    return has_part(term, [](const z3::expr& part) { return part.is_quantifier(); });
}

std::vector<z3::sort> uninterpreted_sorts_in(const Terms& terms) {
    std::vector<z3::sort> result;
    const auto meet = [&](const z3::sort& sort) {
        const auto is_it = [&](const z3::sort& known) {
            return z3::eq(known, sort);
        };
        if (sort.sort_kind() == Z3_UNINTERPRETED_SORT &&
            std::none_of(result.begin(), result.end(), is_it))
            result.push_back(sort);
    };
    for (const z3::expr& term : terms) {
        has_part(term, [&](const z3::expr& part) {
            if (part.is_app()) {
                meet(part.get_sort());
                for (unsigned i = 0; i < part.num_args(); ++i)
                    meet(part.arg(i).get_sort());
            }
            return false;
        });
    }
    return result;
}

Terms append(Terms row, const Terms& more) {
    row.insert(row.end(), more.begin(), more.end());
    return row;
}

} // namespace muster::checker::smt
