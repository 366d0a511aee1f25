#include "checker/eval/explain.hpp"

#include "checker/eval/wording.hpp"
#include "checker/trace/render_text.hpp"

#include <fmt/format.h>

namespace muster::checker {
namespace {

using namespace spec::typed;

class Explanation {
public:
    Explanation(const spec::TypedSpec& spec,
                const State& state,
                Interpreter& interpreter,
                ElementNames& names)
        : spec_(spec)
        , state_(state)
        , interpreter_(interpreter)
        , names_(names) {}

    /// Why the formula has not the truth wanted.
    std::string why(spec::ExprId id, bool wanted) {
        const Expr& expr = spec_.expr(id);
        if (const auto* unary = std::get_if<Unary>(&expr.node)) {
            return why(unary->operand, !wanted);
        }
        if (const auto* binary = std::get_if<Binary>(&expr.node)) {
            return why_binary(*binary, wanted);
        }
        if (const auto* option = std::get_if<IsOption>(&expr.node)) {
            return is(option->option);
        }
        return has_words(id) ? is(id) : "";
    }

private:
    std::string why_binary(const Binary& node, bool wanted) {
        switch (node.op) {
        case spec::BinaryOp::logical_and:
            return wanted ? why(value(node.left).truth() ? node.right : node.left, true) : "";
        case spec::BinaryOp::logical_or:
            return wanted ? "" : why(value(node.left).truth() ? node.left : node.right, false);
        case spec::BinaryOp::implies:
            return wanted ? why(node.right, true) : "";
        default:
            break;
        }
        std::string text;
        for (const spec::ExprId side : {node.left, node.right}) {
            if (has_words(side) && !is_constant(side)) {
                text += (text.empty() ? "" : ", and ") + is(side);
            }
        }
        if (text.empty() && !is_constant(node.left)) {
            text = fmt::format("the left side is {}", rendered(node.left));
        }
        return text;
    }

    /// Whether the expression can be repeated in a sentence.
    [[nodiscard]] bool has_words(spec::ExprId id) const {
        return describe(spec_, id).find("…") == std::string::npos;
    }

    /// Whether its value is plain from the spec.
    [[nodiscard]] bool is_constant(spec::ExprId id) const {
        const auto& node = spec_.expr(id).node;
        return std::holds_alternative<IntLiteral>(node) || std::holds_alternative<LocalRef>(node);
    }

    Value value(spec::ExprId id) { return interpreter_.value_in(id, state_); }

    std::string rendered(spec::ExprId id) {
        return render_value(spec_, spec_.expr(id).type, value(id), names_);
    }

    std::string is(spec::ExprId id) {
        return fmt::format("`{}` is {}", describe(spec_, id), rendered(id));
    }

    const spec::TypedSpec& spec_;
    const State& state_;
    Interpreter& interpreter_;
    ElementNames& names_;
};

} // namespace

std::string explain_false(const spec::TypedSpec& spec,
                          spec::ExprId formula,
                          const State& state,
                          Interpreter& interpreter,
                          ElementNames& names) {
    return Explanation(spec, state, interpreter, names).why(formula, true);
}

} // namespace muster::checker
