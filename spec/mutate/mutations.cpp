#include "spec/mutate/mutations.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/ast/walk.hpp"

#include <algorithm>
#include <optional>

namespace muster::spec {
namespace {

using namespace ast;

class Collector {
public:
    Collector(const ParsedFile& file, std::string_view text)
        : file_(file)
        , text_(text) {}

    std::vector<Mutation> collect() {
        for (const Declaration& declaration : file_.declarations) {
            const auto* role = std::get_if<RoleDecl>(&declaration.node);
            if (role == nullptr || declaration.imported) {
                continue;
            }
            for (const Member& member : role->members) {
                std::visit([&](const auto& node) { add(node, member.span); }, member.node);
            }
        }
        std::stable_sort(found_.begin(), found_.end(), [](const Mutation& a, const Mutation& b) {
            return a.span.begin < b.span.begin;
        });
        return std::move(found_);
    }

private:
    void note(MutationKind kind, Span span, std::string replacement) {
        found_.push_back({kind, span, std::move(replacement)});
    }

    [[nodiscard]] std::string text(Span span) const {
        return std::string(text_.substr(span.begin, span.end - span.begin));
    }

    // Members of roles.

    void add(const VariableDecl& variable, Span span) {
        if (variable.kind == VariableKind::durable) {
            replace_word(MutationKind::make_volatile, span, "durable", "var");
        }
        if (variable.initial.valid()) {
            add_expr(variable.initial);
        }
    }

    void add(const TimerDecl& timer, Span span) {
        if (timer.durable) {
            replace_word(MutationKind::make_volatile, span, "durable ", "");
        }
    }

    void add(const DefDecl& def, Span /*span*/) { add_condition(def.body); }

    void add(const ProcedureDecl& procedure, Span /*span*/) { add_block(procedure.body); }

    void add(const HandlerDecl& handler, Span /*span*/) {
        if (handler.guard.valid()) {
            add_condition(handler.guard);
        }
        add_block(handler.body);
    }

    void add(const LostDecl& lost, Span /*span*/) { add_block(lost.body); }

    void add(const ActionDecl& action, Span /*span*/) {
        if (action.guard.valid()) {
            add_condition(action.guard);
        }
        add_block(action.body);
    }

    void
    replace_word(MutationKind kind, Span span, std::string_view word, const std::string& other) {
        const std::size_t at = text_.find(word, span.begin);
        if (at < span.end) {
            const auto begin = static_cast<std::uint32_t>(at);
            note(kind, {begin, begin + static_cast<std::uint32_t>(word.size())}, other);
        }
    }

    // Statements.

    void add_block(const Block& block) {
        const bool is_only = block.statements.size() == 1;
        for (const Statement& statement : block.statements) {
            if (const auto kind = kind_of_leaving_out(statement)) {
                note(*kind, statement.span, is_only ? "ignore" : "");
            }
            std::visit([&](const auto& node) { add(node); }, statement.node);
        }
    }

    static std::optional<MutationKind> kind_of_leaving_out(const Statement& statement) {
        using Kind = std::optional<MutationKind>;
        return std::visit(
            overloaded{[](const Assign&) { return Kind(MutationKind::drop_assignment); },
                       [](const Send&) { return Kind(MutationKind::drop_send); },
                       [](const Reply&) { return Kind(MutationKind::drop_send); },
                       [](const StartTimer&) { return Kind(MutationKind::drop_timer); },
                       [](const StopTimer&) { return Kind(MutationKind::keep_timer); },
                       [](const ProcedureCall&) { return Kind(MutationKind::drop_call); },
                       [](const auto&) {
                           return Kind();
                       }},
            statement.node);
    }

    void add(const Assign& assign) {
        add_expr(assign.target);
        add_expr(assign.value);
    }

    void add(const Let& let) { add_expr(let.value); }

    void add(const Fresh& /*fresh*/) {}

    void add(const If& branch) {
        negate(branch.condition);
        add_condition(branch.condition);
        add_block(branch.then_block);
        add_block(branch.else_block);
    }

    void add(const Send& send) { add_fields(send.fields); }

    void add(const Reply& reply) { add_fields(reply.fields); }

    void add(const StartTimer& /*start*/) {}

    void add(const StopTimer& /*stop*/) {}

    void add(const Ignore& /*ignore*/) {}

    void add(const Return& /*leave*/) {}

    void add(const Assert& /*assertion*/) {}

    void add(const ProcedureCall& call) {
        for (const ExprId argument : call.arguments) {
            add_expr(argument);
        }
    }

    void add(const For& loop) {
        maybe(loop.binder.domain);
        add_block(loop.body);
    }

    void add(const Pick& pick) {
        maybe(pick.binder.domain);
        if (pick.condition.valid()) {
            add_condition(pick.condition);
        }
        if (pick.order != PickOrder::any) {
            const bool is_max = pick.order == PickOrder::max;
            const Span key = file_.expr(pick.key).span;
            const std::size_t at = text_.rfind(is_max ? "max" : "min", key.begin);
            const auto begin = static_cast<std::uint32_t>(at);
            note(MutationKind::swap_order, {begin, begin + 3}, is_max ? "min" : "max");
            add_expr(pick.key);
        }
        add_block(pick.body);
        add_block(pick.else_block);
    }

    void add_block(const std::optional<Block>& block) {
        if (block) {
            add_block(*block);
        }
    }

    void add_fields(const std::vector<FieldInit>& fields) {
        for (const FieldInit& field : fields) {
            add_expr(field.value);
        }
    }

    void maybe(ExprId id) {
        if (id.valid()) {
            add_expr(id);
        }
    }

    // Expressions.

    void negate(ExprId condition) {
        const Span span = file_.expr(condition).span;
        note(MutationKind::swap_branches, span, "not (" + text(span) + ")");
    }

    /// Something that decides what happens: each part of it may be left out.
    void add_condition(ExprId id) {
        add_parts(id, BinaryOp::logical_and);
        add_expr(id);
    }

    /// `and` leaves out its parts with `true`, `or` with `false`.
    void add_parts(ExprId id, BinaryOp around) {
        const Expr& expr = file_.expr(id);
        const auto* binary = std::get_if<Binary>(&expr.node);
        const bool connects = binary != nullptr && (binary->op == BinaryOp::logical_and ||
                                                    binary->op == BinaryOp::logical_or);
        if (!connects || binary->op != around) {
            if (!std::holds_alternative<BoolLiteral>(expr.node)) {
                const bool in_and = around == BinaryOp::logical_and;
                note(in_and ? MutationKind::drop_condition : MutationKind::drop_alternative,
                     expr.span,
                     in_and ? "true" : "false");
            }
            if (!connects) {
                return;
            }
        }
        add_parts(binary->left, binary->op);
        add_parts(binary->right, binary->op);
    }

    void add_expr(ExprId id) {
        const Expr& expr = file_.expr(id);
        if (const auto* number = std::get_if<IntLiteral>(&expr.node)) {
            note(MutationKind::off_by_one, expr.span, std::to_string(number->value + 1));
        } else if (const auto* truth = std::get_if<BoolLiteral>(&expr.node)) {
            note(MutationKind::flip_truth, expr.span, truth->value ? "false" : "true");
        } else if (const auto* binary = std::get_if<Binary>(&expr.node)) {
            add_comparison(*binary);
        } else if (const auto* choice = std::get_if<IfElse>(&expr.node)) {
            negate(choice->condition);
            add_parts(choice->condition, BinaryOp::logical_and);
        } else if (const auto* quantifier = std::get_if<Quantifier>(&expr.node)) {
            const bool for_all = quantifier->kind == QuantifierKind::forall;
            replace_word(MutationKind::swap_quantifier,
                         expr.span,
                         for_all ? "forall" : "exists",
                         for_all ? "exists" : "forall");
        } else if (const auto* comprehension = std::get_if<Comprehension>(&expr.node)) {
            for (const auto& clause : comprehension->clauses) {
                if (const auto* condition = std::get_if<ExprId>(&clause)) {
                    add_parts(*condition, BinaryOp::logical_and);
                }
            }
        } else if (const auto* first = std::get_if<First>(&expr.node);
                   first != nullptr && first->condition.valid()) {
            add_parts(first->condition, BinaryOp::logical_and);
        }
        for_each_child(expr.node, [&](ExprId child) { add_expr(child); });
    }

    void add_comparison(const Binary& binary) {
        const auto other = [&]() -> std::string_view {
            switch (binary.op) {
            case BinaryOp::less:
                return "<=";
            case BinaryOp::less_equal:
                return "<";
            case BinaryOp::greater:
                return ">=";
            case BinaryOp::greater_equal:
                return ">";
            default:
                return {};
            }
        }();
        if (!other.empty()) {
            note(MutationKind::off_by_one, binary.op_span, std::string(other));
        }
    }

    const ParsedFile& file_;
    std::string_view text_;
    std::vector<Mutation> found_;
};

} // namespace

std::string_view word(MutationKind kind) {
    switch (kind) {
    case MutationKind::drop_condition:
        return "drop-condition";
    case MutationKind::drop_alternative:
        return "drop-alternative";
    case MutationKind::swap_branches:
        return "swap-branches";
    case MutationKind::off_by_one:
        return "off-by-one";
    case MutationKind::flip_truth:
        return "flip-truth";
    case MutationKind::swap_quantifier:
        return "swap-quantifier";
    case MutationKind::swap_order:
        return "swap-order";
    case MutationKind::drop_assignment:
        return "drop-assignment";
    case MutationKind::drop_send:
        return "drop-send";
    case MutationKind::drop_call:
        return "drop-call";
    case MutationKind::drop_timer:
        return "drop-timer";
    case MutationKind::keep_timer:
        return "keep-timer";
    case MutationKind::make_volatile:
        return "make-volatile";
    }
    return {};
}

std::vector<MutationKind> all_mutation_kinds() {
    std::vector<MutationKind> kinds;
    for (int i = 0; i <= static_cast<int>(MutationKind::make_volatile); ++i) {
        kinds.push_back(static_cast<MutationKind>(i));
    }
    return kinds;
}

std::vector<Mutation> mutations_of(const ParsedFile& file, std::string_view text) {
    return Collector(file, text).collect();
}

std::string apply(std::string_view text, const Mutation& mutation) {
    std::string result(text.substr(0, mutation.span.begin));
    result += mutation.replacement;
    result += text.substr(mutation.span.end);
    return result;
}

} // namespace muster::spec
