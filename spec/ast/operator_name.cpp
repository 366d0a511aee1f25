#include "spec/ast/operator_name.hpp"

namespace muster::spec::ast {

std::string_view operator_name(BinaryOp op) {
    switch (op) {
    case BinaryOp::iff:
        return "iff";
    case BinaryOp::implies:
        return "implies";
    case BinaryOp::logical_or:
        return "or";
    case BinaryOp::logical_and:
        return "and";
    case BinaryOp::equal:
        return "==";
    case BinaryOp::not_equal:
        return "!=";
    case BinaryOp::less:
        return "<";
    case BinaryOp::less_equal:
        return "<=";
    case BinaryOp::greater:
        return ">";
    case BinaryOp::greater_equal:
        return ">=";
    case BinaryOp::in:
        return "in";
    case BinaryOp::subset:
        return "subset";
    case BinaryOp::set_union:
        return "union";
    case BinaryOp::intersection:
        return "inter";
    case BinaryOp::difference:
        return "minus";
    case BinaryOp::add:
        return "+";
    case BinaryOp::subtract:
        return "-";
    case BinaryOp::multiply:
        return "*";
    }
    return {};
}

} // namespace muster::spec::ast
