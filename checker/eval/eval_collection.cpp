#include "checker/eval/collections.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/eval/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {

using namespace spec::typed;

template <class Values, class Visit>
bool Interpreter::for_each_of(spec::LocalId local, const Values& values, Visit visit) {
    for (const Value& value : values) {
        tick();
        bind(local, value);
        if (!visit()) {
            return false;
        }
    }
    return true;
}

template <class Visit>
bool Interpreter::for_each_value(const Expr& expr, const Binder& binder, Visit visit) {
    if (!binder.domain.valid()) {
        if (IntegerBinder* integers = integer_binder(expr, binder)) {
            std::vector<Value> more;
            return for_each_of(binder.local, integer_values(*integers, more), visit);
        }
        return for_each_of(binder.local, values_of(spec_.local(binder.local).type), visit);
    }
    const Value domain = eval(binder.domain);
    if (spec_.type_of(binder.domain).kind == spec::TypeKind::map) {
        const Value keys = map_keys(domain);
        return for_each_of(binder.local, keys.items(), visit);
    }
    return for_each_of(binder.local, domain.items(), visit);
}

Value Interpreter::eval_node(const MapLookup& node, const Expr& expr) {
    const Value map = eval(node.map);
    const Value key = eval(node.key);
    const Value* found = map_find(map, key);
    if (node.optional) {
        return found == nullptr ? Value::none() : Value::some(*found);
    }
    if (found == nullptr) {
        fail(Failure::Kind::undefined,
             fmt::format(
                 "`{}` has no key `{}`", describe(spec_, node.map), describe(spec_, node.key)),
             expr.span);
    }
    return *found;
}

Value Interpreter::eval_node(const SetLiteral& node, const Expr&) {
    std::vector<Value> elements;
    for (const spec::ExprId element : node.elements) {
        elements.push_back(eval(element));
    }
    return make_set(std::move(elements));
}

Value Interpreter::eval_node(const MapLiteral& node, const Expr&) {
    Value map = Value::row({});
    for (const auto& [key, value] : node.entries) {
        const Value at = eval(key);
        map = map_insert(map, at, eval(value));
    }
    return map;
}

Value Interpreter::eval_node(const ListLiteral& node, const Expr& expr) {
    const bool distinct = spec_.types[expr.type].kind == spec::TypeKind::distinct_list;
    std::vector<Value> elements;
    for (const spec::ExprId id : node.elements) {
        Value element = eval(id);
        if (!distinct || std::find(elements.begin(), elements.end(), element) == elements.end()) {
            elements.push_back(std::move(element));
        }
    }
    return Value::row(std::move(elements));
}

Value Interpreter::eval_node(const Size& node, const Expr&) {
    const Value container = eval(node.container);
    const std::size_t count = spec_.type_of(node.container).kind == spec::TypeKind::map
                                  ? map_size(container)
                                  : container.items().size();
    return Value::scalar(static_cast<std::int64_t>(count));
}

Value Interpreter::eval_node(const Keys& node, const Expr&) {
    return map_keys(eval(node.map));
}

Value Interpreter::eval_node(const First& node, const Expr& expr) {
    const Value list = eval(node.list);
    for (const Value& element : list.items()) {
        bind(node.local, element);
        if (!node.condition.valid() || truth(node.condition)) {
            return element;
        }
    }
    fail(Failure::Kind::undefined,
         fmt::format("no element of `{}` is such a first one", describe(spec_, node.list)),
         expr.span);
}

Value Interpreter::eval_node(const Quantifier& node, const Expr& expr) {
    const bool stop_at = node.kind == spec::QuantifierKind::exists;
    return Value::boolean(quantify(expr, 0, stop_at));
}

// The value of the quantifier over the binders from this one on: `stop_at` as soon as one body has
// that value, its opposite if none has.
bool Interpreter::quantify(const Expr& expr, std::size_t binder, bool stop_at) {
    const auto& node = std::get<Quantifier>(expr.node);
    if (binder == node.binders.size()) {
        return truth(node.body);
    }
    const bool never_stopped = for_each_value(
        expr, node.binders[binder], [&] { return quantify(expr, binder + 1, stop_at) != stop_at; });
    return never_stopped != stop_at;
}

Value Interpreter::eval_node(const Comprehension& node, const Expr& expr) {
    std::vector<Value> heads;
    std::vector<Value> values;
    comprehend(expr, 0, heads, values);
    if (!node.value.valid()) {
        return make_set(std::move(heads));
    }
    Value map = Value::row({});
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const Value* other = map_find(map, heads[i]);
        if (other != nullptr && *other != values[i]) {
            fail(Failure::Kind::undefined, "two values for one key of this map", expr.span);
        }
        map = map_insert(map, heads[i], std::move(values[i]));
    }
    return map;
}

void Interpreter::comprehend(const Expr& expr,
                             std::size_t clause,
                             std::vector<Value>& heads,
                             std::vector<Value>& values) {
    const auto& node = std::get<Comprehension>(expr.node);
    if (clause == node.clauses.size()) {
        heads.push_back(eval(node.head));
        if (node.value.valid()) {
            values.push_back(eval(node.value));
        }
        return;
    }
    if (const auto* condition = std::get_if<spec::ExprId>(&node.clauses[clause])) {
        if (truth(*condition)) {
            comprehend(expr, clause + 1, heads, values);
        }
        return;
    }
    for_each_value(expr, std::get<Binder>(node.clauses[clause]), [&] {
        comprehend(expr, clause + 1, heads, values);
        return true;
    });
}

} // namespace muster::checker
