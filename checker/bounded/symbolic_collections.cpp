#include "checker/bounded/symbolic_interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/eval/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

/// Sets, maps, lists, and what goes through their elements.
namespace muster::checker::bounded {

using namespace spec::typed;
using spec::BinaryOp;
using spec::TypeKind;

Datum SymbolicInterpreter::set_operation(BinaryOp operator_,
                                         const Datum& left,
                                         const Datum& right) {
    switch (operator_) {
    case BinaryOp::subset:
        return Algebra::truth(algebra_.subset(left, right));
    case BinaryOp::set_union:
        return algebra_.set_union(left, right);
    case BinaryOp::intersection:
        return algebra_.intersection(left, right);
    default:
        return algebra_.difference(left, right);
    }
}

Bit SymbolicInterpreter::is_in(const Datum& element,
                               spec::TypeId element_type,
                               const Datum& container,
                               spec::TypeId container_type) {
    return spec_.types.is_list(container_type)
               ? algebra_.list_contains(element_type, container, element)
               : algebra_.contains(container->entries, algebra_.keys(element_type, element));
}

const std::vector<Value>& SymbolicInterpreter::values_of(spec::TypeId type) {
    const auto found = values_.find(type);
    if (found != values_.end()) {
        return found->second;
    }
    auto values = all_values(spec_, universe_, type, universe_.integers);
    if (!values) {
        throw Unsupported{fmt::format("going through all values of `{}`", spec_.type_name(type))};
    }
    return values_.emplace(type, std::move(*values)).first->second;
}

const std::vector<Datum>& SymbolicInterpreter::data_of(spec::TypeId type) {
    const auto found = data_.find(type);
    if (found != data_.end()) {
        return found->second;
    }
    std::vector<Datum> data;
    for (const Value& value : values_of(type)) {
        data.push_back(algebra_.constant(type, value));
    }
    return data_.emplace(type, std::move(data)).first->second;
}

std::vector<SymbolicInterpreter::Member> SymbolicInterpreter::members(spec::ExprId domain) {
    const Datum container = eval(domain);
    std::vector<Member> result;
    for (const Entry& entry : container->entries) {
        result.push_back({entry.present, algebra_.element(spec_.expr(domain).type, entry)});
    }
    return result;
}

std::vector<SymbolicInterpreter::Member> SymbolicInterpreter::members(const Expr& expr,
                                                                      const Binder& binder) {
    if (binder.domain.valid()) {
        return members(binder.domain);
    }
    if (ranges_over_integers(spec_, binder)) {
        return integer_members(expr, binder);
    }
    std::vector<Member> result;
    for (const Datum& datum : data_of(spec_.local(binder.local).type)) {
        result.push_back({Bit::constant(true), datum});
    }
    return result;
}

Datum SymbolicInterpreter::eval_node(const MapLookup& node, const Expr& expr) {
    const Datum map = eval(node.map);
    const auto keys = algebra_.keys(spec_.expr(node.key).type, eval(node.key));
    const Bit is_there = algebra_.contains(map->entries, keys);
    const Datum found = algebra_.lookup(map->entries, keys);
    if (node.optional) {
        return algebra_.choice(is_there, Algebra::some(found), Algebra::none());
    }
    fail_if(
        !is_there,
        Failure::Kind::undefined,
        fmt::format("`{}` has no key `{}`", describe(spec_, node.map), describe(spec_, node.key)),
        expr.span);
    return found;
}

Datum SymbolicInterpreter::eval_node(const SetLiteral& node, const Expr&) {
    std::vector<Entry> entries;
    for (const spec::ExprId element : node.elements) {
        for (const auto& [key, guard] : algebra_.keys(spec_.expr(element).type, eval(element))) {
            algebra_.put(entries, key, guard, nullptr);
        }
    }
    return Algebra::collection(std::move(entries));
}

Datum SymbolicInterpreter::eval_node(const MapLiteral& node, const Expr&) {
    std::vector<Entry> entries;
    for (const auto& [key, value] : node.entries) {
        const auto keys = algebra_.keys(spec_.expr(key).type, eval(key));
        const Datum put = eval(value);
        for (const auto& [at, guard] : keys) {
            algebra_.put(entries, at, guard, put);
        }
    }
    return Algebra::collection(std::move(entries));
}

Datum SymbolicInterpreter::eval_node(const ListLiteral& node, const Expr& expr) {
    const bool distinct = spec_.types[expr.type].kind == TypeKind::distinct_list;
    const spec::TypeId type = spec_.types[expr.type].first;
    Datum list = Algebra::collection({});
    for (const spec::ExprId id : node.elements) {
        const Datum element = eval(id);
        const Bit is_new =
            distinct ? !algebra_.list_contains(type, list, element) : Bit::constant(true);
        list = algebra_.append(list, element, is_new);
    }
    return list;
}

Datum SymbolicInterpreter::eval_node(const Size& node, const Expr&) {
    return algebra_.size(eval(node.container));
}

Datum SymbolicInterpreter::eval_node(const Keys& node, const Expr&) {
    std::vector<Entry> entries = eval(node.map)->entries;
    for (Entry& entry : entries) {
        entry.value = nullptr;
    }
    return Algebra::collection(std::move(entries));
}

Datum SymbolicInterpreter::eval_node(const First& node, const Expr& expr) {
    std::vector<std::pair<Bit, Datum>> options;
    Bit still_looking = Bit::constant(true);
    for (const Member& member : members(node.list)) {
        const Bit looked_at = circuit_.conjunction(still_looking, member.present);
        if (looked_at.is_false()) {
            continue;
        }
        locals_[node.local.value] = member.element;
        const Bit fits = node.condition.valid()
                             ? under(looked_at, [&] { return truth(node.condition); })
                             : Bit::constant(true);
        const Bit is_it = circuit_.conjunction(looked_at, fits);
        options.emplace_back(is_it, member.element);
        still_looking = circuit_.conjunction(still_looking, !is_it);
    }
    fail_if(still_looking,
            Failure::Kind::undefined,
            fmt::format("no element of `{}` is such a first one", describe(spec_, node.list)),
            expr.span);
    return algebra_.select(options);
}

Datum SymbolicInterpreter::eval_node(const Quantifier& node, const Expr& expr) {
    return Algebra::truth(quantify(expr, 0, node.kind == spec::QuantifierKind::exists));
}

// An element after one that decides the quantifier is not looked at.
Bit SymbolicInterpreter::quantify(const Expr& expr, std::size_t binder, bool stop_at) {
    const auto& node = std::get<Quantifier>(expr.node);
    if (binder == node.binders.size()) {
        return truth(node.body);
    }
    Bit going_on = Bit::constant(true);
    for (const Member& member : members(expr, node.binders[binder])) {
        const Bit looked_at = circuit_.conjunction(going_on, member.present);
        if (looked_at.is_false()) {
            continue;
        }
        locals_[node.binders[binder].local.value] = member.element;
        const Bit value = under(looked_at, [&] { return quantify(expr, binder + 1, stop_at); });
        const Bit decides = circuit_.conjunction(member.present, stop_at ? value : !value);
        going_on = circuit_.conjunction(going_on, !decides);
    }
    return stop_at ? !going_on : going_on;
}

Datum SymbolicInterpreter::eval_node(const Comprehension&, const Expr& expr) {
    std::vector<Entry> found;
    comprehend(expr, 0, Bit::constant(true), found);
    return Algebra::collection(std::move(found));
}

void SymbolicInterpreter::comprehend(const Expr& expr,
                                     std::size_t clause,
                                     Bit condition,
                                     std::vector<Entry>& found) {
    const auto& node = std::get<Comprehension>(expr.node);
    if (condition.is_false()) {
        return;
    }
    if (clause == node.clauses.size()) {
        under(condition, [&] {
            const spec::TypeId type = spec_.expr(node.head).type;
            const auto keys = algebra_.keys(type, eval(node.head));
            const Datum value = node.value.valid() ? eval(node.value) : nullptr;
            for (const auto& [key, guard] : keys) {
                const Bit here = circuit_.conjunction(condition, guard);
                if (value) {
                    const Bit again = circuit_.conjunction(here, algebra_.contains(found, key));
                    const Datum other = algebra_.lookup(found, {{key, Bit::constant(true)}});
                    const Bit same = algebra_.equal(spec_.expr(node.value).type, other, value);
                    fail_if(circuit_.conjunction(again, !same),
                            Failure::Kind::undefined,
                            "two values for one key of this map",
                            expr.span);
                }
                algebra_.put(found, key, here, value);
            }
            return true;
        });
        return;
    }
    if (const auto* filter = std::get_if<spec::ExprId>(&node.clauses[clause])) {
        const Bit holds = under(condition, [&] { return truth(*filter); });
        comprehend(expr, clause + 1, circuit_.conjunction(condition, holds), found);
        return;
    }
    const auto& binder = std::get<Binder>(node.clauses[clause]);
    for (const Member& member : under(condition, [&] { return members(expr, binder); })) {
        locals_[binder.local.value] = member.element;
        comprehend(expr, clause + 1, circuit_.conjunction(condition, member.present), found);
    }
}

} // namespace muster::checker::bounded
