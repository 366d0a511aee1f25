#include "checker/eval/collections.hpp"
#include "checker/eval/interpreter.hpp"
#include "spec/diagnostics/internal_error.hpp"

namespace muster::checker {

using namespace spec::typed;
using spec::BinaryOp;

Value Interpreter::eval_node(const Unary& node, const Expr& expr) {
    if (node.op == spec::UnaryOp::logical_not) {
        return Value::boolean(!truth(node.operand));
    }
    std::int64_t result = 0;
    if (__builtin_sub_overflow(std::int64_t{0}, number(node.operand), &result)) {
        fail(Failure::Kind::out_of_reach,
             "a number leaves the 64 bits that an instance has",
             expr.span);
    }
    return Value::scalar(result);
}

Value Interpreter::eval_node(const Binary& node, const Expr& expr) {
    switch (node.op) {
    case BinaryOp::iff:
        return Value::boolean(truth(node.left) == truth(node.right));
    case BinaryOp::implies:
        return Value::boolean(!truth(node.left) || truth(node.right));
    case BinaryOp::logical_or:
        return Value::boolean(truth(node.left) || truth(node.right));
    case BinaryOp::logical_and:
        return Value::boolean(truth(node.left) && truth(node.right));
    case BinaryOp::add:
    case BinaryOp::subtract:
    case BinaryOp::multiply:
        return eval_arithmetic(node, expr);
    default:
        break;
    }
    const Value left = eval(node.left);
    const Value right = eval(node.right);
    switch (node.op) {
    case BinaryOp::equal:
        return Value::boolean(left == right);
    case BinaryOp::not_equal:
        return Value::boolean(left != right);
    case BinaryOp::less:
        return Value::boolean(left.number() < right.number());
    case BinaryOp::less_equal:
        return Value::boolean(left.number() <= right.number());
    case BinaryOp::greater:
        return Value::boolean(left.number() > right.number());
    case BinaryOp::greater_equal:
        return Value::boolean(left.number() >= right.number());
    case BinaryOp::in:
        return Value::boolean(is_in(left, right, spec_.expr(node.right).type));
    case BinaryOp::subset:
        return Value::boolean(is_subset(left, right));
    case BinaryOp::set_union:
        return set_union(left, right);
    case BinaryOp::intersection:
        return set_intersection(left, right);
    case BinaryOp::difference:
        return set_difference(left, right);
    default:
        break;
    }
    MUSTER_ASSERT(false, "an operator without a meaning");
    return {};
}

Value Interpreter::eval_arithmetic(const Binary& node, const Expr& expr) {
    const std::int64_t left = number(node.left);
    const std::int64_t right = number(node.right);
    std::int64_t result = 0;
    const bool overflow = node.op == BinaryOp::add ? __builtin_add_overflow(left, right, &result)
                          : node.op == BinaryOp::subtract
                              ? __builtin_sub_overflow(left, right, &result)
                              : __builtin_mul_overflow(left, right, &result);
    if (overflow) {
        fail(Failure::Kind::out_of_reach,
             "a number leaves the 64 bits that an instance has",
             expr.span);
    }
    return Value::scalar(result);
}

bool Interpreter::is_in(const Value& element,
                        const Value& container,
                        spec::TypeId container_type) const {
    switch (spec_.types[container_type].kind) {
    case spec::TypeKind::map:
        return map_find(container, element) != nullptr;
    case spec::TypeKind::list:
    case spec::TypeKind::distinct_list:
        return list_contains(container, element);
    default:
        return set_contains(container, element);
    }
}

} // namespace muster::checker
