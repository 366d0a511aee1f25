#include "checker/smt/grounding.hpp"

#include <set>

namespace muster::checker::smt {

namespace {

/// Instances of quantifiers, all in all. A question with more takes longer to write out than it is
/// worth.
constexpr std::size_t kMaxInstances = 100'000;

bool is_plain(const z3::sort& sort) {
    return sort.sort_kind() == Z3_UNINTERPRETED_SORT;
}

z3::sort bound_sort(const z3::expr& quantifier, unsigned position) {
    z3::context& ctx = quantifier.ctx();
    return {ctx, Z3_get_quantifier_bound_sort(ctx, quantifier, position)};
}

z3::expr fresh(const z3::sort& sort) {
    return {sort.ctx(), Z3_mk_fresh_const(sort.ctx(), "bound", sort)};
}

/// The functions of the terms, constants among them, whose values are of a sort without structure.
std::vector<z3::func_decl> functions_to_elements(const Terms& terms) {
    std::vector<z3::func_decl> result;
    std::set<unsigned> functions;
    std::set<unsigned> seen;
    std::vector<z3::expr> open(terms.begin(), terms.end());
    while (!open.empty()) {
        const z3::expr next = open.back();
        open.pop_back();
        if (!seen.insert(next.id()).second)
            continue;
        if (next.is_quantifier())
            open.push_back(next.body());
        if (!next.is_app())
            continue;
        const z3::func_decl function = next.decl();
        if (is_plain(next.get_sort()) && function.decl_kind() == Z3_OP_UNINTERPRETED &&
            functions.insert(Z3_get_ast_id(next.ctx(), function)).second)
            result.push_back(function);
        for (unsigned i = 0; i < next.num_args(); ++i)
            open.push_back(next.arg(i));
    }
    return result;
}

} // namespace

Grounding::Grounding(z3::context& ctx, Sizes sizes)
    : ctx_(ctx)
    , sizes_(std::move(sizes)) {}

std::optional<Terms> Grounding::operator()(const Terms& question) {
    try {
        Terms result;
        for (const z3::expr& term : question)
            result.push_back(ground(term));
        for (const z3::func_decl& function : functions_to_elements(question))
            result.push_back(closed(function));
        return append(std::move(result), distinct_);
    } catch (const TooLong&) {
        return std::nullopt;
    }
}

const Terms& Grounding::elements(const z3::sort& sort) {
    const auto [found, is_new] = elements_.try_emplace(Z3_get_ast_id(ctx_, sort));
    Terms& row = found->second;
    if (!is_new)
        return row;
    const std::optional<unsigned> exact = exact_size(sort);
    z3::expr_vector differ(ctx_);
    for (unsigned i = 0; i < exact.value_or(sizes_.most); ++i) {
        row.emplace_back(ctx_, Z3_mk_fresh_const(ctx_, "element", sort));
        if (exact) {
            differ.push_back(row.back());
            is_distinct_.insert(row.back().id());
        }
    }
    if (differ.size() > 1)
        distinct_.push_back(z3::distinct(differ));
    return row;
}

std::optional<unsigned> Grounding::exact_size(const z3::sort& sort) const {
    for (const auto& [known, size] : sizes_.exact) {
        if (z3::eq(known, sort))
            return size;
    }
    return std::nullopt;
}

bool Grounding::is_distinct(const z3::expr& term) const {
    return is_distinct_.count(term.id()) != 0;
}

z3::expr Grounding::ground(const z3::expr& term) {
    if (const auto found = known_.find(term.id()); found != known_.end())
        return found->second.result;
    const z3::expr result = ground_new(term);
    known_.emplace(term.id(), Entry{term, result});
    return result;
}

z3::expr Grounding::ground_new(const z3::expr& term) {
    if (term.is_quantifier())
        return ground_quantifier(term);
    return term.is_app() && term.num_args() > 0 ? ground_application(term) : term;
}

z3::expr Grounding::ground_application(const z3::expr& term) {
    Terms arguments;
    for (unsigned i = 0; i < term.num_args(); ++i)
        arguments.push_back(ground(term.arg(i)));
    switch (term.decl().decl_kind()) {
    case Z3_OP_AND:
        return conjunction(ctx_, arguments);
    case Z3_OP_OR:
        return disjunction(ctx_, arguments);
    case Z3_OP_NOT:
        return negation(arguments[0]);
    case Z3_OP_IMPLIES:
        return implication(arguments[0], arguments[1]);
    case Z3_OP_ITE:
        return choice(arguments[0], arguments[1], arguments[2]);
    case Z3_OP_EQ:
        return ground_equation(arguments);
    default:
        break;
    }
    std::vector<Z3_ast> row(arguments.begin(), arguments.end());
    return {ctx_, Z3_update_term(ctx_, term, static_cast<unsigned>(row.size()), row.data())};
}

z3::expr Grounding::ground_equation(const Terms& arguments) {
    const z3::expr& a = arguments[0];
    const z3::expr& b = arguments[1];
    if (is_distinct(a) && is_distinct(b))
        return truth(ctx_, z3::eq(a, b));
    return same(a, b);
}

z3::expr Grounding::ground_quantifier(const z3::expr& term) {
    const unsigned count = Z3_get_quantifier_num_bound(ctx_, term);
    Terms kept;
    std::vector<Terms> choices;
    for (unsigned i = 0; i < count; ++i) {
        const z3::sort sort = bound_sort(term, i);
        if (is_plain(sort)) {
            choices.push_back(elements(sort));
        } else {
            kept.push_back(fresh(sort));
            choices.push_back({kept.back()});
        }
    }
    Terms instances;
    std::vector<std::size_t> chosen(count, 0);
    for (bool more = true; more;) {
        if (++instances_ > kMaxInstances)
            throw TooLong{};
        // The last variable that is bound has the number 0.
        z3::expr_vector values(ctx_);
        for (unsigned i = count; i-- > 0;)
            values.push_back(choices[i][chosen[i]]);
        z3::expr body = term.body();
        instances.push_back(ground(body.substitute(values)));
        more = false;
        for (unsigned i = 0; i < count && !more; ++i) {
            more = ++chosen[i] < choices[i].size();
            if (!more)
                chosen[i] = 0;
        }
    }
    return term.is_forall() ? for_all(kept, conjunction(ctx_, instances))
                            : there_is(kept, disjunction(ctx_, instances));
}

z3::expr Grounding::closed(const z3::func_decl& function) {
    Terms bound;
    z3::expr_vector arguments(ctx_);
    for (unsigned i = 0; i < function.arity(); ++i) {
        bound.push_back(fresh(function.domain(i)));
        arguments.push_back(bound.back());
    }
    const z3::expr value = function(arguments);
    Terms cases;
    for (const z3::expr& element : elements(function.range()))
        cases.push_back(value == element);
    return ground(for_all(bound, disjunction(ctx_, cases)));
}

} // namespace muster::checker::smt
