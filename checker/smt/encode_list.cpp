#include "checker/smt/encode_list.hpp"

/// A `distinct list` is a membership predicate with a strict order; a list with repeats is a length
/// and a value for every position.
namespace muster::checker::smt {

namespace {

bool is_distinct(const Vocabulary& vocabulary, const Sym& list) {
    return vocabulary.spec().types[list.type].kind == spec::TypeKind::distinct_list;
}

z3::expr is_below(const z3::expr& number, const z3::expr& length) {
    return both(number >= 0, number < length);
}

Sym distinct_list_of(Vocabulary& vocabulary, const std::vector<Sym>& elements) {
    z3::context& ctx = vocabulary.ctx();
    std::vector<Terms> rows;
    rows.reserve(elements.size());
    for (const Sym& element : elements)
        rows.push_back(vocabulary.flatten(element));
    const std::size_t width = rows.empty() ? 0 : rows.front().size();
    Sym result;
    const Closure contains([&ctx, rows](const Terms& x) {
        Terms cases;
        for (const Terms& row : rows)
            cases.push_back(same_rows(ctx, x, row));
        return disjunction(ctx, cases);
    });
    result.contains = contains;
    // Some element is the first operand, and no element up to it is the second.
    result.before = Closure([&ctx, rows, contains, width](const Terms& pair) {
        const auto middle = pair.begin() + static_cast<std::ptrdiff_t>(width);
        const Terms x(pair.begin(), middle);
        const Terms y(middle, pair.end());
        Terms cases;
        z3::expr not_yet = truth(ctx, true);
        for (const Terms& row : rows) {
            not_yet = both(not_yet, negation(same_rows(ctx, y, row)));
            cases.push_back(both(same_rows(ctx, x, row), not_yet));
        }
        return both(contains(y), disjunction(ctx, cases));
    });
    return result;
}

} // namespace

z3::expr is_position(const Sym& list, const z3::expr& number) {
    return is_below(number, *list.length);
}

Closure members_by_position(Vocabulary& vocabulary,
                            const z3::expr& length,
                            const std::function<Sym(const Terms&)>& at) {
    return Closure([&vocabulary, length, at](const Terms& element) {
        const z3::expr i = vocabulary.fresh_constant("i", vocabulary.ctx().int_sort());
        return there_is({i},
                        both(is_below(i, length),
                             same_rows(vocabulary.ctx(), vocabulary.flatten(at({i})), element)));
    });
}

Sym list_of(Vocabulary& vocabulary, spec::TypeId type, const std::vector<Sym>& elements) {
    Sym result;
    result.type = type;
    if (is_distinct(vocabulary, result)) {
        result = distinct_list_of(vocabulary, elements);
        result.type = type;
        return result;
    }
    z3::context& ctx = vocabulary.ctx();
    result.length = ctx.int_val(static_cast<unsigned>(elements.size()));
    const spec::TypeId element_type = vocabulary.spec().types[type].first;
    result.at = [&vocabulary, &ctx, elements, element_type](const Terms& position) {
        Sym value = elements.empty() ? vocabulary.placeholder(element_type) : elements.back();
        for (std::size_t i = elements.size(); i-- > 0;) {
            const z3::expr here = same(position.front(), ctx.int_val(static_cast<unsigned>(i)));
            value = choose_value(vocabulary, here, elements[i], value);
        }
        return value;
    };
    // Without quantifiers, as the elements are known.
    result.contains = distinct_list_of(vocabulary, elements).contains;
    return result;
}

Sym with_element(Vocabulary& vocabulary, const Sym& list, const Sym& element) {
    z3::context& ctx = vocabulary.ctx();
    const Terms added = vocabulary.flatten(element);
    Sym result;
    result.type = list.type;
    result.contains = Closure([&ctx, old = list.contains, added](const Terms& x) {
        return either(old(x), same_rows(ctx, x, added));
    });
    if (!is_distinct(vocabulary, list)) {
        const z3::expr end = *list.length;
        result.length = end + 1;
        result.at = [&vocabulary, end, element, old = list.at](const Terms& position) {
            return choose_value(vocabulary, same(position.front(), end), element, old(position));
        };
        return result;
    }
    // The new element stands behind all others. Only members are in the order, so that it stays
    // strict whatever the old relation says of other elements.
    result.before = Closure([&ctx, list, added](const Terms& pair) {
        const auto middle = pair.begin() + static_cast<std::ptrdiff_t>(added.size());
        const Terms x(pair.begin(), middle);
        const Terms y(middle, pair.end());
        const z3::expr is_new = both(same_rows(ctx, y, added), negation(list.contains(added)));
        return both(list.contains(x), either(both(list.contains(y), list.before(pair)), is_new));
    });
    return result;
}

Sym without_element(Vocabulary& vocabulary,
                    const Sym& list,
                    const Sym& element,
                    Terms& definitions) {
    z3::context& ctx = vocabulary.ctx();
    const Terms removed = vocabulary.flatten(element);
    Sym result = list;
    result.term.reset();
    result.contains = Closure([&ctx, old = list.contains, removed](const Terms& x) {
        return both(old(x), negation(same_rows(ctx, x, removed)));
    });
    if (is_distinct(vocabulary, list))
        return result;
    // `source` says where an element of the new list stood; it keeps the order and leaves out
    // exactly the removed element. `target` is its inverse.
    const z3::sort number = ctx.int_sort();
    const z3::expr length = vocabulary.fresh_constant("length", number);
    const z3::func_decl source = vocabulary.fresh_function("source", {number}, number);
    const z3::func_decl target = vocabulary.fresh_function("target", {number}, number);
    const z3::expr i = vocabulary.fresh_constant("i", number);
    const z3::expr j = vocabulary.fresh_constant("j", number);
    const auto is_removed = [&](const z3::expr& position) {
        return same_rows(ctx, vocabulary.flatten(list.at({position})), removed);
    };
    definitions.push_back(both(length >= 0, length <= *list.length));
    definitions.push_back(
        for_all({i},
                implication(is_below(i, length),
                            both(is_position(list, source(i)), negation(is_removed(source(i)))))));
    definitions.push_back(
        for_all({i, j}, implication(both(both(i >= 0, i < j), j < length), source(i) < source(j))));
    definitions.push_back(
        for_all({j},
                implication(both(is_position(list, j), negation(is_removed(j))),
                            both(is_below(target(j), length), same(source(target(j)), j)))));
    result.length = length;
    result.at = [old = list.at, source](const Terms& position) {
        return old({source(position.front())});
    };
    return result;
}

} // namespace muster::checker::smt
