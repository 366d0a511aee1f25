#include "checker/eval/integer_points.hpp"

#include "checker/eval/value_space.hpp"
#include "spec/ast/overloaded.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <optional>

namespace muster::checker {
namespace {

using namespace spec::typed;
using spec::BinaryOp;

constexpr std::size_t kMaxVisits = 100'000;
constexpr std::size_t kMaxOffsets = 200;
constexpr std::int64_t kMaxAdded = std::int64_t{1} << 40U;

using Offsets = std::set<std::int64_t>;

// How many integers one value has; none where containers hold them, in any number.
std::optional<std::size_t> count_integers(const spec::TypedSpec& spec, spec::TypeId id) {
    const spec::Type& type = spec.types[id];
    if (!holds_integers(spec, id)) {
        return 0;
    }
    if (type.kind == spec::TypeKind::integer) {
        return 1;
    }
    if (type.kind == spec::TypeKind::option) {
        return count_integers(spec, type.first);
    }
    if (type.kind != spec::TypeKind::record) {
        return std::nullopt;
    }
    std::size_t count = 0;
    for (const spec::FieldInfo& field : spec.records[type.declaration].fields) {
        const auto in_field = count_integers(spec, field.type);
        if (!in_field) {
            return std::nullopt;
        }
        count += *in_field;
    }
    return count;
}

// The binders of a quantifier or comprehension, of any other expression none.
std::vector<Binder> binders_of(const Expr& expr) {
    std::vector<Binder> binders;
    if (const auto* quantifier = std::get_if<Quantifier>(&expr.node)) {
        binders = quantifier->binders;
    } else if (const auto* comprehension = std::get_if<Comprehension>(&expr.node)) {
        for (const auto& clause : comprehension->clauses) {
            if (const auto* binder = std::get_if<Binder>(&clause)) {
                binders.push_back(*binder);
            }
        }
    }
    return binders;
}

std::size_t integers_of(const spec::TypedSpec& spec, const Binder& binder) {
    return ranges_over_integers(spec, binder)
               ? count_integers(spec, spec.local(binder.local).type).value_or(1)
               : 0;
}

// How many integers are quantified inside one another in an expression.
std::size_t integer_depth(const spec::TypedSpec& spec, spec::ExprId id) {
    const Expr& expr = spec.expr(id);
    std::size_t depth = 0;
    if (const auto* def = std::get_if<DefCall>(&expr.node)) {
        depth = integer_depth(spec, spec.def(def->def).body);
    }
    spec::for_each_part(
        expr, [&](spec::ExprId part) { depth = std::max(depth, integer_depth(spec, part)); });
    for (const Binder& binder : binders_of(expr)) {
        depth += integers_of(spec, binder);
    }
    return depth;
}

Offsets sums(const Offsets& some, const Offsets& others) {
    Offsets result;
    for (const std::int64_t one : some) {
        for (const std::int64_t other : others) {
            result.insert(one + other);
        }
    }
    return result;
}

// Goes through a quantified formula once, with the defs that it calls at every call. An integer
// expression matters where it meets one that depends on the binder.
class PointFinder {
public:
    PointFinder(const spec::TypedSpec& spec, IntegerPoints& points)
        : spec_(spec)
        , points_(points) {}

    void bind_own(const Binder& binder) {
        inner_.insert(binder.local);
        moving_.insert(binder.local);
        own_.insert(binder.local);
    }

    void visit_binder(const Binder& binder) {
        if (binder.domain.valid()) {
            visit(binder.domain, true);
            bind_element(binder);
        } else if (ranges_over_integers(spec_, binder)) {
            inner_.insert(binder.local);
            moving_.insert(binder.local);
        } else {
            inner_.insert(binder.local);
        }
    }

    void visit(spec::ExprId id, bool matters) {
        if (!id.valid()) {
            return;
        }
        if (++visits_ > kMaxVisits) {
            points_.exact = false;
            return;
        }
        const Expr& expr = spec_.expr(id);
        const auto part = [&](spec::ExprId one) {
            visit(one, matters);
        };
        std::visit(spec::overloaded{
                       [&](const IntLiteral& node) { note_literal(node.value); },
                       [&](const LocalRef& node) {
                           if (!inner_.contains(node.local) && holds_integers(spec_, expr.type)) {
                               points_.locals.insert(node.local);
                           }
                       },
                       [&](const ConstRef& node) { points_.constants.insert(node.constant); },
                       [&](const VariableRef& node) {
                           points_.variables.insert(node.variable);
                           spec::for_each_part(expr, part);
                       },
                       [&](const Armed& node) {
                           points_.timers.insert(node.timer);
                           visit_compared(node.key);
                       },
                       [&](const FunctionCall& node) { visit_call(node); },
                       [&](const DefCall& node) { visit_call(node, matters); },
                       [&](const Unary& node) { visit_unary(node, matters); },
                       [&](const Binary& node) { visit_binary(node, matters); },
                       [&](const IfElse& node) {
                           visit(node.condition, false);
                           visit(node.then_value, matters);
                           visit(node.else_value, matters);
                       },
                       [&](const MapLookup& node) {
                           visit(node.map, matters);
                           visit_compared(node.key);
                       },
                       [&](const Size& node) {
                           points_.exact =
                               points_.exact && !matters && !depends(node.container, moving_);
                           visit(node.container, matters);
                       },
                       [&](const First& node) {
                           visit(node.list, true);
                           bind_element({node.local, node.list});
                           visit(node.condition, false);
                       },
                       [&](const Comprehension& node) { visit_comprehension(node, matters); },
                       [&](const Quantifier& node) {
                           for (const Binder& binder : node.binders) {
                               visit_binder(binder);
                           }
                           visit(node.body, false);
                       },
                       [&](const MessagePattern& node) {
                           points_.messages.insert(node.message);
                           for (const auto& field : node.fields) {
                               visit_compared(field.second);
                           }
                       },
                       [&](const auto&) { spec::for_each_part(expr, part); },
                   },
                   expr.node);
    }

    // Everything that sums of the added literals can be.
    [[nodiscard]] Offsets added() const {
        Offsets result{0};
        for (const std::int64_t literal : added_) {
            const Offsets longer = sums(result, {-literal, 0, literal});
            if (longer.size() > kMaxOffsets) {
                points_.exact = false;
                return result;
            }
            result = longer;
        }
        return result;
    }

private:
    void note_literal(std::int64_t value) {
        points_.literals.insert(value);
        points_.literals.insert(-value); // it may stand behind a minus
    }

    // Where only equality with something of the state counts.
    void visit_compared(spec::ExprId id) {
        if (id.valid()) {
            visit(id, depends(id, moving_));
        }
    }

    void visit_call(const FunctionCall& node) {
        points_.functions.insert(node.function);
        const auto& parameters = spec_.functions[node.function.value].parameters;
        for (std::size_t i = 0; i < node.arguments.size(); ++i) {
            const spec::ExprId argument = node.arguments[i];
            if (holds_integers(spec_, spec_.local(parameters[i]).type) &&
                depends(argument, moving_)) {
                points_.exact = false;
                points_.of_universe_only = points_.of_universe_only || depends(argument, own_);
            }
            visit(argument, false);
        }
    }

    void visit_call(const DefCall& node, bool matters) {
        const spec::DefInfo& def = spec_.def(node.def);
        const bool moves = std::any_of(node.arguments.begin(),
                                       node.arguments.end(),
                                       [&](spec::ExprId id) { return depends(id, moving_); });
        for (std::size_t i = 0; i < node.arguments.size(); ++i) {
            visit(node.arguments[i], matters || moves);
        }
        for (std::size_t i = 0; i < node.arguments.size(); ++i) {
            bind(def.parameters[i], node.arguments[i]);
        }
        if (def.me.valid()) {
            inner_.insert(def.me);
        }
        visit(def.body, matters);
    }

    void visit_unary(const Unary& node, bool matters) {
        if (node.op == spec::UnaryOp::logical_not) {
            visit(node.operand, false);
            return;
        }
        if (!literal(node.operand) && (matters || depends(node.operand, moving_))) {
            points_.exact = false;
        }
        visit(node.operand, matters);
    }

    void visit_binary(const Binary& node, bool matters) {
        const bool moves = depends(node.left, moving_) || depends(node.right, moving_);
        switch (node.op) {
        case BinaryOp::iff:
        case BinaryOp::implies:
        case BinaryOp::logical_or:
        case BinaryOp::logical_and:
            visit(node.left, false);
            visit(node.right, false);
            return;
        case BinaryOp::add:
        case BinaryOp::subtract:
        case BinaryOp::multiply:
            note_arithmetic(node, matters || moves);
            visit(node.left, matters);
            visit(node.right, matters);
            return;
        default:
            break;
        }
        visit(node.left, matters || moves);
        visit(node.right, matters || moves);
    }

    void note_arithmetic(const Binary& node, bool matters) {
        const auto left = node.op == BinaryOp::add ? literal(node.left) : std::nullopt;
        const auto right = node.op == BinaryOp::multiply ? std::nullopt : literal(node.right);
        const auto known = right ? right : left;
        if (known && -kMaxAdded < *known && *known < kMaxAdded) {
            added_.push_back(*known);
        } else if (matters) {
            points_.exact = false;
        }
    }

    void visit_comprehension(const Comprehension& node, bool matters) {
        for (const auto& clause : node.clauses) {
            if (const auto* condition = std::get_if<spec::ExprId>(&clause)) {
                visit(*condition, false);
            } else {
                visit_binder(std::get<Binder>(clause));
            }
        }
        visit(node.head, matters);
        visit(node.value, matters);
    }

    void bind_element(const Binder& binder) { bind(binder.local, binder.domain); }

    // A def is visited once for every call, with other arguments.
    void bind(spec::LocalId local, spec::ExprId from) {
        inner_.insert(local);
        for (auto* locals : {&moving_, &own_}) {
            if (depends(from, *locals)) {
                locals->insert(local);
            } else {
                locals->erase(local);
            }
        }
    }

    [[nodiscard]] std::optional<std::int64_t> literal(spec::ExprId id) const {
        const Expr& expr = spec_.expr(id);
        if (const auto* node = std::get_if<IntLiteral>(&expr.node)) {
            return node->value;
        }
        const auto* unary = std::get_if<Unary>(&expr.node);
        return unary != nullptr && unary->op != spec::UnaryOp::logical_not ? literal(unary->operand)
                                                                           : std::nullopt;
    }

    [[nodiscard]] bool depends(spec::ExprId id, const std::set<spec::LocalId>& locals) const {
        const Expr& expr = spec_.expr(id);
        if (const auto* node = std::get_if<LocalRef>(&expr.node)) {
            return locals.contains(node->local);
        }
        bool found = false;
        spec::for_each_part(expr,
                            [&](spec::ExprId part) { found = found || depends(part, locals); });
        return found;
    }

    const spec::TypedSpec& spec_;
    IntegerPoints& points_;
    std::set<spec::LocalId> inner_;  // bound inside of the formula
    std::set<spec::LocalId> moving_; // that depend on an integer quantified inside of it
    std::set<spec::LocalId> own_;    // that depend on the binder
    std::vector<std::int64_t> added_;
    std::size_t visits_ = 0;
};

// Eliminating one integer of a formula leaves one that compares integers which are further apart.
std::vector<Offsets> reaches(const Offsets& added, std::size_t depth, bool& exact) {
    std::vector<Offsets> result{added};
    while (result.size() < depth) {
        const Offsets next = sums(sums(result.back(), result.back()), {-1, 0, 1});
        if (next.size() > kMaxOffsets) {
            exact = false;
            break;
        }
        result.push_back(next);
    }
    return result;
}

} // namespace

bool ranges_over_integers(const spec::TypedSpec& spec, const Binder& binder) {
    return !binder.domain.valid() && holds_integers(spec, spec.local(binder.local).type);
}

IntegerPoints integer_points(const spec::TypedSpec& spec, const Expr& node, const Binder& own) {
    IntegerPoints points;
    PointFinder finder(spec, points);
    finder.bind_own(own);
    std::size_t later_integers = 0;
    bool is_inside = false; // the binders after this one are inside of it
    for (const Binder& binder : binders_of(node)) {
        if (is_inside) {
            finder.visit_binder(binder);
            later_integers += integers_of(spec, binder);
        }
        is_inside = is_inside || binder.local == own.local;
    }
    std::size_t depth = 0;
    const auto visit = [&](spec::ExprId part) {
        finder.visit(part, false);
        depth = std::max(depth, integer_depth(spec, part));
    };
    if (const auto* quantifier = std::get_if<Quantifier>(&node.node)) {
        visit(quantifier->body);
    } else {
        spec::for_each_part(node, visit);
    }
    // The set may have all the integers between two points.
    points.exact = points.exact && !std::holds_alternative<Comprehension>(node.node);
    const auto count = count_integers(spec, spec.local(own.local).type);
    if (!count) {
        points.exact = false;
        points.of_universe_only = true;
    }
    const std::size_t integers = count.value_or(1);
    depth += later_integers + integers;
    const std::vector<Offsets> far = reaches(finder.added(), depth, points.exact);
    Offsets offsets{0};
    for (std::size_t i = 0; i < integers; ++i) {
        const std::size_t at = std::min(depth - i, far.size()) - 1;
        offsets = sums(sums(offsets, far[at]), {-1, 0, 1});
    }
    points.offsets.assign(offsets.begin(), offsets.end());
    return points;
}

std::set<spec::LocalId> integer_binders(const spec::TypedSpec& spec, spec::ExprId formula) {
    std::set<spec::LocalId> found;
    const Expr& expr = spec.expr(formula);
    for (const Binder& binder : binders_of(expr)) {
        if (ranges_over_integers(spec, binder)) {
            found.insert(binder.local);
        }
    }
    if (const auto* def = std::get_if<DefCall>(&expr.node)) {
        found.merge(integer_binders(spec, spec.def(def->def).body));
    }
    spec::for_each_part(expr, [&](spec::ExprId part) { found.merge(integer_binders(spec, part)); });
    return found;
}

} // namespace muster::checker
