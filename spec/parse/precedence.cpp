#include "spec/parse/precedence.hpp"

#include "spec/ast/overloaded.hpp"

#include <algorithm>
#include <array>

namespace muster::spec::syntax {
namespace {

enum class Associativity { left, right, none };

struct OperatorInfo {
    std::string_view text;
    ast::BinaryOp op;
    int level; // a higher level binds more tightly
    Associativity associativity;
};

constexpr int kNotLevel = 5;
constexpr int kComparisonLevel = 6;
constexpr int kNegateLevel = 10;

// clang-format off
constexpr auto kOperators = std::to_array<OperatorInfo>({
    {"iff",     ast::BinaryOp::iff,           1, Associativity::left},
    {"implies", ast::BinaryOp::implies,       2, Associativity::right},
    {"or",      ast::BinaryOp::logical_or,    3, Associativity::left},
    {"and",     ast::BinaryOp::logical_and,   4, Associativity::left},
    {"==",      ast::BinaryOp::equal,         kComparisonLevel, Associativity::none},
    {"!=",      ast::BinaryOp::not_equal,     kComparisonLevel, Associativity::none},
    {"<",       ast::BinaryOp::less,          kComparisonLevel, Associativity::none},
    {"<=",      ast::BinaryOp::less_equal,    kComparisonLevel, Associativity::none},
    {">",       ast::BinaryOp::greater,       kComparisonLevel, Associativity::none},
    {">=",      ast::BinaryOp::greater_equal, kComparisonLevel, Associativity::none},
    {"in",      ast::BinaryOp::in,            kComparisonLevel, Associativity::none},
    {"subset",  ast::BinaryOp::subset,        kComparisonLevel, Associativity::none},
    {"union",   ast::BinaryOp::set_union,     7, Associativity::left},
    {"inter",   ast::BinaryOp::intersection,  7, Associativity::left},
    {"minus",   ast::BinaryOp::difference,    7, Associativity::left},
    {"+",       ast::BinaryOp::add,           8, Associativity::left},
    {"-",       ast::BinaryOp::subtract,      8, Associativity::left},
    {"*",       ast::BinaryOp::multiply,      9, Associativity::left},
});

// clang-format on

const OperatorInfo& info(ast::BinaryOp op) {
    return *std::find_if(
        kOperators.begin(), kOperators.end(), [&](const OperatorInfo& i) { return i.op == op; });
}

int level_of(const cst::Operator& op) {
    const auto* binary = std::get_if<ast::BinaryOp>(&op.op);
    return binary == nullptr ? kComparisonLevel : info(*binary).level;
}

/// Precedence climbing over one flat chain. Prefixes and right-associative operators make it
/// recurse as often as there are operators, so that the depth is limited like that of the tree.
class Resolver {
public:
    Resolver(const cst::Chain& chain, Builder& builder)
        : chain_(chain)
        , builder_(builder) {}

    /// The tree of everything from the `first`th operand on.
    ast::ExprId run(std::size_t first) {
        next_ = first;
        return climb(prefixed(operand(first), 0), 0);
    }

private:
    [[nodiscard]] const cst::Operand& operand(std::size_t index) const {
        return index == 0 ? chain_.first : chain_.links[index - 1].right;
    }

    ast::ExprId prefixed(const cst::Operand& operand, std::size_t prefix) {
        if (prefix == operand.prefixes.size()) {
            return operand.value;
        }
        const auto [op, span] = operand.prefixes[prefix];
        const int level = op == ast::UnaryOp::negate ? kNegateLevel : kNotLevel;
        if (++depth_ > kMaxExprDepth) {
            refuse_depth(span);
        }
        const ast::ExprId inner = climb(prefixed(operand, prefix + 1), level + 1);
        --depth_;
        return builder_.add(ast::Unary{op, inner}, join(span, builder_.expr(inner).span));
    }

    ast::ExprId climb(ast::ExprId left, int min_level) {
        while (next_ < chain_.links.size() && level_of(chain_.links[next_].op) >= min_level) {
            const cst::Link& link = chain_.links[next_];
            ++next_;
            left = std::visit(overloaded{
                                  [&](ast::BinaryOp op) { return binary(left, op, link); },
                                  [&](cst::IsTest is) {
                                      return builder_.add(
                                          ast::IsOption{left, is.some},
                                          join(builder_.expr(left).span, link.op.span));
                                  },
                              },
                              link.op.op);
            if (level_of(link.op) == kComparisonLevel) {
                check_next_comparison(link.op.span);
            }
        }
        return left;
    }

    ast::ExprId binary(ast::ExprId left, ast::BinaryOp op, const cst::Link& link) {
        const bool to_the_right = info(op).associativity == Associativity::right;
        if (++depth_ > kMaxExprDepth) {
            refuse_depth(link.op.span);
        }
        const int level = info(op).level;
        const ast::ExprId right = climb(prefixed(link.right, 0), to_the_right ? level : level + 1);
        --depth_;
        return builder_.add(ast::Binary{op, link.op.span, left, right},
                            join(builder_.expr(left).span, builder_.expr(right).span));
    }

    void check_next_comparison(Span first) {
        if (next_ == chain_.links.size() || chained_) {
            return;
        }
        const cst::Operator& second = chain_.links[next_].op;
        if (level_of(second) == kComparisonLevel) {
            chained_ = true;
            builder_.diagnostics().report(
                {.code = Code::syntax,
                 .message = "comparisons cannot be chained",
                 .primary = {second.span, "a second comparison"},
                 .secondary = {{first, "the first one"}},
                 .help = "write `a < b and b < c`, or put one of them in parentheses"});
        }
    }

    const cst::Chain& chain_;
    Builder& builder_;
    std::size_t next_ = 0;
    std::uint32_t depth_ = 0; // of the recursion
    bool chained_ = false;    // has been reported
};

} // namespace

std::optional<ast::BinaryOp> binary_operator(std::string_view text) {
    for (const OperatorInfo& known : kOperators) {
        if (known.text == text) {
            return known.op;
        }
    }
    return std::nullopt;
}

ast::ExprId resolve(const cst::Chain& chain, Builder& builder) {
    return Resolver(chain, builder).run(0);
}

std::optional<ast::Binder> as_binder(const cst::Chain& chain, Builder& builder) {
    if (chain.links.empty() || !chain.first.prefixes.empty()) {
        return std::nullopt;
    }
    const auto* name = std::get_if<ast::NameRef>(&builder.expr(chain.first.value).node);
    const auto* op = std::get_if<ast::BinaryOp>(&chain.links.front().op.op);
    const bool is_domain =
        std::all_of(chain.links.begin() + 1, chain.links.end(), [](const cst::Link& link) {
            return level_of(link.op) > kComparisonLevel;
        });
    if (name == nullptr || op == nullptr || *op != ast::BinaryOp::in || !is_domain) {
        return std::nullopt;
    }
    ast::Name copy = name->name; // resolving adds to the arena that `name` points into
    return ast::Binder{std::move(copy), {}, Resolver(chain, builder).run(1)};
}

} // namespace muster::spec::syntax
