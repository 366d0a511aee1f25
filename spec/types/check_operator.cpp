#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

namespace muster::spec {

namespace {

/// Each pair of elements makes a comparison of its own.
constexpr std::size_t kMaxCompared = 32;

} // namespace

ExprId TypeChecker::infer_unary(const ast::Unary& unary, Span span) {
    const TypeId type = unary.op == UnaryOp::logical_not ? types_.boolean() : types_.integer();
    return make(typed::Unary{unary.op, expect(unary.operand, type)}, type, span);
}

ExprId TypeChecker::infer_binary(const ast::Binary& binary, Span span, TypeId hint) {
    switch (binary.op) {
    case BinaryOp::iff:
    case BinaryOp::implies:
    case BinaryOp::logical_or:
    case BinaryOp::logical_and: {
        const ExprId left = expect_boolean(binary.left);
        const ExprId right = expect_boolean(binary.right);
        return make(typed::Binary{binary.op, left, right}, types_.boolean(), span);
    }
    case BinaryOp::equal:
    case BinaryOp::not_equal:
        return infer_equality(binary, span);
    case BinaryOp::less:
    case BinaryOp::less_equal:
    case BinaryOp::greater:
    case BinaryOp::greater_equal: {
        const ExprId left = expect(binary.left, types_.integer());
        const ExprId right = expect(binary.right, types_.integer());
        return make(typed::Binary{binary.op, left, right}, types_.boolean(), span);
    }
    case BinaryOp::in:
        return infer_membership(binary, span);
    case BinaryOp::subset:
    case BinaryOp::set_union:
    case BinaryOp::intersection:
    case BinaryOp::difference:
        return infer_set_operation(binary, span, hint);
    case BinaryOp::add:
    case BinaryOp::subtract:
    case BinaryOp::multiply:
        return infer_arithmetic(binary, span);
    }
    return error(span);
}

ExprId TypeChecker::infer_arithmetic(const ast::Binary& binary, Span span) {
    const ExprId left = infer(binary.left, types_.integer());
    if (!types_.is_container(type_of(left))) {
        if (type_of(left) != types_.integer()) {
            mismatch(span_of(binary.left), types_.integer(), type_of(left));
        }
        const ExprId right = expect(binary.right, types_.integer());
        return make(typed::Binary{binary.op, left, right}, types_.integer(), span);
    }
    infer(binary.right, type_of(left));
    const bool adds = binary.op == BinaryOp::add;
    std::string help;
    if (kind_of(left).kind == TypeKind::set && binary.op != BinaryOp::multiply) {
        help = adds
                   ? "sets are joined with `union`: `s union t`, and `s union {e}` adds one element"
                   : "the difference of sets is written `s minus t`, and `s minus {e}` leaves one "
                     "element out";
    } else if (kind_of(left).kind == TypeKind::map && adds) {
        help = "an entry is added with the assignment `m[k] = e`";
    } else if (binary.op != BinaryOp::multiply) {
        help = adds ? "one element is added with the statement `x += e`"
                    : "one key or element is removed with the statement `x -= e`";
    }
    diagnostics_.report(
        {.code = Code::type_mismatch,
         .message = "only integers are added, subtracted and multiplied",
         .primary = {binary.op_span, "calculated here"},
         .secondary = {{span_of(binary.left), fmt::format("this is `{}`", name_of(type_of(left)))}},
         .help = std::move(help)});
    return error(span);
}

ExprId TypeChecker::infer_equality(const ast::Binary& binary, Span span) {
    ExprId left;
    ExprId right;
    const bool is_list = std::holds_alternative<ast::ListLiteral>(file_.expr(binary.left).node);
    if ((is_list || needs_hint(binary.left)) && !needs_hint(binary.right)) {
        right = infer(binary.right);
        left = infer(binary.left, type_of(right));
    } else {
        left = infer(binary.left);
        right = infer(binary.right, type_of(left));
    }
    if (type_of(left) != type_of(right) && !is_error(left) && !is_error(right)) {
        diagnostics_.report(
            {.code = Code::type_mismatch,
             .message = "values of different types are never equal",
             .primary = {binary.op_span, "compared here"},
             .secondary = {{span_of(binary.left), fmt::format("`{}`", name_of(type_of(left)))},
                           {span_of(binary.right), fmt::format("`{}`", name_of(type_of(right)))}},
             .help =
                 kind_of(left).kind == TypeKind::option ? "compare with `some(e)` or `none`" : ""});
    }
    ExprId result = make(typed::Binary{binary.op, left, right}, types_.boolean(), span);
    // `[x, y]` is the `distinct list` [x] where x is y, but as a list it equals no distinct one.
    const bool equal = binary.op == BinaryOp::equal;
    for (const ExprId side : {left, right}) {
        if (ExprId some = repeats(side, span); some.valid()) {
            if (equal) {
                some = make(typed::Unary{UnaryOp::logical_not, some}, types_.boolean(), span);
            }
            const BinaryOp op = equal ? BinaryOp::logical_and : BinaryOp::logical_or;
            result = make(typed::Binary{op, result, some}, types_.boolean(), span);
        }
    }
    return result;
}

ExprId TypeChecker::repeats(ExprId literal, Span span) {
    const auto* list = std::get_if<typed::ListLiteral>(&typed_.expr(literal).node);
    if (list == nullptr || kind_of(literal).kind != TypeKind::distinct_list) {
        return {};
    }
    const std::vector<ExprId> elements = list->elements;
    if (elements.size() > kMaxCompared) {
        diagnostics_.report(
            {.code = Code::expansion_too_large,
             .message = fmt::format(
                 "a literal that is compared with a `distinct list` has at most {} elements",
                 kMaxCompared),
             .primary = {typed_.expr(literal).span, fmt::format("it has {}", elements.size())}});
        return {};
    }
    ExprId result;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        for (std::size_t j = i + 1; j < elements.size(); ++j) {
            const ExprId same = make(
                typed::Binary{BinaryOp::equal, elements[i], elements[j]}, types_.boolean(), span);
            result = result.valid() ? make(typed::Binary{BinaryOp::logical_or, result, same},
                                           types_.boolean(),
                                           span)
                                    : same;
        }
    }
    return result;
}

ExprId TypeChecker::infer_membership(const ast::Binary& binary, Span span) {
    const ExprId right = infer(binary.right);
    const Type container = kind_of(right);
    if (!types_.is_container(type_of(right))) {
        needs(span_of(binary.right), "a set, map or list", type_of(right));
        infer(binary.left);
        return make(typed::BoolLiteral{}, types_.error(), span);
    }
    const ExprId left = expect(binary.left, container.first);
    return make(typed::Binary{BinaryOp::in, left, right}, types_.boolean(), span);
}

ExprId TypeChecker::infer_set_operation(const ast::Binary& binary, Span span, TypeId hint) {
    const bool is_subset = binary.op == BinaryOp::subset;
    ExprId left;
    ExprId right;
    if (needs_hint(binary.left)) {
        right = infer(binary.right, is_subset ? TypeId{} : hint);
        left = infer(binary.left, type_of(right));
    } else {
        left = infer(binary.left, is_subset ? TypeId{} : hint);
        right = infer(binary.right, type_of(left));
    }
    if (kind_of(left).kind != TypeKind::set) {
        needs(span_of(binary.left), "a set", type_of(left));
        return error(span);
    }
    if (type_of(left) != type_of(right)) {
        mismatch(span_of(binary.right), type_of(left), type_of(right));
        return error(span);
    }
    return make(
        typed::Binary{binary.op, left, right}, is_subset ? types_.boolean() : type_of(left), span);
}

} // namespace muster::spec
