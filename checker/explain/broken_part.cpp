#include "checker/explain/broken_part.hpp"

#include <algorithm>

namespace muster::checker {

namespace {

using namespace spec::typed;

class PartFinder {
public:
    PartFinder(const spec::TypedSpec& spec,
               const Universe& universe,
               const State& before,
               const State& now)
        : spec_(spec)
        , before_(before)
        , now_(now)
        , interpreter_(spec, universe) {}

    BrokenPart find(spec::ExprId formula) {
        explain(formula, truth(formula));
        return std::move(result_);
    }

private:
    bool truth(spec::ExprId id) { return interpreter_.holds(id, before_, now_); }

    /// The formula is known to have this truth.
    void explain(spec::ExprId id, bool is_true) {
        const auto& node = spec_.expr(id).node;
        if (const auto* quantifier = std::get_if<Quantifier>(&node)) {
            explain_quantifier(id, *quantifier, is_true);
        } else if (const auto* binary = std::get_if<Binary>(&node)) {
            explain_binary(id, *binary, is_true);
        } else if (const auto* unary = std::get_if<Unary>(&node)) {
            explain(unary->operand, !is_true);
        } else if (const auto* choice = std::get_if<IfElse>(&node)) {
            const bool condition = truth(choice->condition);
            explain(choice->condition, condition);
            explain(condition ? choice->then_value : choice->else_value, is_true);
        } else if (!std::holds_alternative<BoolLiteral>(node)) {
            add(id, is_true, {});
        }
    }

    /// What ended the quantifier early is still bound.
    void explain_quantifier(spec::ExprId id, const Quantifier& node, bool is_true) {
        if (is_true == (node.kind == spec::QuantifierKind::forall)) {
            add(id, is_true, {});
            return;
        }
        truth(id);
        for (const Binder& binder : node.binders) {
            result_.bindings.push_back({binder.local, interpreter_.bound(binder.local)});
        }
        explain(node.body, is_true);
    }

    void explain_binary(spec::ExprId id, const Binary& node, bool is_true) {
        switch (node.op) {
        case spec::BinaryOp::logical_and:
            explain_sides(node, is_true, true);
            return;
        case spec::BinaryOp::logical_or:
            explain_sides(node, is_true, false);
            return;
        case spec::BinaryOp::implies:
            if (!is_true) {
                ++premises_;
                explain(node.left, true);
                --premises_;
                explain(node.right, false);
            } else if (truth(node.left)) {
                explain(node.right, true);
            } else {
                explain(node.left, false);
            }
            return;
        default:
            add(id, is_true, {node.left, node.right});
        }
    }

    /// Both sides, where only both together decide; else the first that decides alone. `and` is
    /// neutral to true, `or` to false.
    void explain_sides(const Binary& node, bool is_true, bool neutral) {
        if (is_true == neutral) {
            explain(node.left, is_true);
            explain(node.right, is_true);
        } else {
            explain(truth(node.left) == is_true ? node.left : node.right, is_true);
        }
    }

    /// Whether the value can be seen in the spec, or among the bindings.
    [[nodiscard]] bool is_plain(spec::ExprId id) const {
        const auto& node = spec_.expr(id).node;
        const auto* some = std::get_if<SomeExpr>(&node);
        return std::holds_alternative<BoolLiteral>(node) ||
               std::holds_alternative<IntLiteral>(node) ||
               std::holds_alternative<EnumLiteral>(node) ||
               std::holds_alternative<NoneLiteral>(node) ||
               std::holds_alternative<LocalRef>(node) || (some != nullptr && is_plain(some->value));
    }

    void add(spec::ExprId id, bool is_true, const std::vector<spec::ExprId>& operands) {
        BrokenPart::Part part{id, is_true, {}};
        for (const spec::ExprId operand : operands) {
            if (premises_ == 0 && !is_plain(operand)) {
                part.operands.push_back({operand, interpreter_.value_in(operand, before_, now_)});
            }
        }
        result_.parts.push_back(std::move(part));
    }

    const spec::TypedSpec& spec_;
    const State& before_;
    const State& now_;
    Interpreter interpreter_;
    /// How many left sides of implications are around what is being explained.
    std::size_t premises_ = 0;
    BrokenPart result_;
};

} // namespace

std::optional<BrokenPart> find_broken_part(const spec::TypedSpec& spec,
                                           const Universe& universe,
                                           spec::ExprId formula,
                                           const State& before,
                                           const State& now) {
    try {
        return PartFinder(spec, universe, before, now).find(formula);
    } catch (const Undefined&) {
        return std::nullopt;
    }
}

} // namespace muster::checker
