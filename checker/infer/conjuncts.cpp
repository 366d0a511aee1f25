#include "checker/infer/conjuncts.hpp"

#include "checker/infer/substitute.hpp"

#include <optional>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;

namespace {

class Splitter {
public:
    explicit Splitter(const ExprBuilder& builder)
        : builder_(builder) {}

    void split(ExprId id, bool holds) {
        const typed::Expr expr = builder_.spec().expr(id); // a copy: expressions are made below
        if (const auto* negated = std::get_if<typed::Unary>(&expr.node);
            negated != nullptr && negated->op == spec::UnaryOp::logical_not) {
            split(negated->operand, !holds);
        } else if (const auto* binary = std::get_if<typed::Binary>(&expr.node)) {
            split(id, *binary, holds);
        } else if (const auto* option = std::get_if<typed::IsOption>(&expr.node)) {
            found_.push_back(
                builder_.truth(typed::IsOption{option->option, option->some == holds}));
        } else if (const auto* call = std::get_if<typed::DefCall>(&expr.node)) {
            split(id, *call, holds);
        } else {
            found_.push_back(holds ? id : builder_.negation(id));
        }
    }

    std::vector<ExprId> take() { return std::move(found_); }

private:
    void split(ExprId id, const typed::Binary& binary, bool holds) {
        const auto parts = [&](bool left, bool right) {
            split(binary.left, left);
            split(binary.right, right);
        };
        switch (binary.op) {
        case BinaryOp::logical_and:
            if (holds) {
                return parts(true, true);
            }
            break;
        case BinaryOp::logical_or:
            if (!holds) {
                return parts(false, false);
            }
            break;
        case BinaryOp::implies:
            if (!holds) {
                return parts(true, false);
            }
            break;
        case BinaryOp::equal:
        case BinaryOp::not_equal:
            return compare(binary, holds == (binary.op == BinaryOp::equal));
        case BinaryOp::less:
            return order(binary.left, binary.right, true, holds);
        case BinaryOp::less_equal:
            return order(binary.left, binary.right, false, holds);
        case BinaryOp::greater:
            return order(binary.right, binary.left, true, holds);
        case BinaryOp::greater_equal:
            return order(binary.right, binary.left, false, holds);
        default:
            break;
        }
        found_.push_back(holds ? id : builder_.negation(id));
    }

    /// `o == none` says that it is none.
    void compare(const typed::Binary& binary, bool equal) {
        const auto is_none = [&](ExprId id) {
            return std::holds_alternative<typed::NoneLiteral>(builder_.spec().expr(id).node);
        };
        if (is_none(binary.right) || is_none(binary.left)) {
            const ExprId option = is_none(binary.right) ? binary.left : binary.right;
            found_.push_back(builder_.truth(typed::IsOption{option, !equal}));
            return;
        }
        const ExprId same = builder_.binary(BinaryOp::equal, binary.left, binary.right);
        found_.push_back(equal ? same : builder_.negation(same));
    }

    void order(ExprId left, ExprId right, bool strict, bool holds) {
        if (holds) {
            found_.push_back(
                builder_.binary(strict ? BinaryOp::less : BinaryOp::less_equal, left, right));
        } else {
            order(right, left, !strict, true);
        }
    }

    void split(ExprId id, const typed::DefCall& call, bool holds) {
        const spec::DefInfo& def = builder_.spec().def(call.def);
        Substitution names;
        for (std::size_t i = 0; i < def.parameters.size(); ++i) {
            names[def.parameters[i]] = call.arguments[i];
        }
        if (def.me.valid()) {
            names[def.me] = call.process;
        }
        const std::size_t before = found_.size();
        split(substitute(builder_, def.body, names), holds);
        if (found_.size() == before + 1) {
            found_.back() = holds ? id : builder_.negation(id);
        }
    }

    const ExprBuilder& builder_;
    std::vector<ExprId> found_;
};

} // namespace

std::vector<ExprId> conjuncts(const ExprBuilder& builder, ExprId formula, bool holds) {
    Splitter splitter(builder);
    splitter.split(formula, holds);
    return splitter.take();
}

ExprId member(const ExprBuilder& builder, ExprId element, ExprId container) {
    const auto* keys = std::get_if<typed::Keys>(&builder.spec().expr(container).node);
    return builder.binary(BinaryOp::in, element, keys == nullptr ? container : keys->map);
}

} // namespace muster::checker::infer
