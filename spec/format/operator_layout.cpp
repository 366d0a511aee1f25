#include "spec/format/expr_layout.hpp"

#include <algorithm>
#include <array>

/// Chains of operators: where they are divided, from the loosest to the tightest.
namespace muster::spec::formatting {
namespace {

/// From the loosest to the tightest.
constexpr int kIff = 0; // the loosest
constexpr int kImplies = 1;
constexpr int kOr = 2;
constexpr int kAnd = 3;
constexpr int kComparison = 4;
constexpr int kSets = 5;
constexpr int kSum = 6;
constexpr int kProduct = 7;
constexpr int kOperand = 8;

struct Operator {
    std::string_view text;
    int level;
};

constexpr auto kOperators = std::to_array<Operator>({
    {"iff", kIff},       {"implies", kImplies}, {"or", kOr},         {"and", kAnd},
    {"==", kComparison}, {"!=", kComparison},   {"<", kComparison},  {"<=", kComparison},
    {">", kComparison},  {">=", kComparison},   {"in", kComparison}, {"subset", kComparison},
    {"is", kComparison}, {"union", kSets},      {"inter", kSets},    {"minus", kSets},
    {"+", kSum},         {"-", kSum},           {"*", kProduct},
});

/// kOperand for what is no operator.
int level_of(const SourceToken& token) {
    if (token.kind != syntax::TokenKind::punctuation && token.kind != syntax::TokenKind::keyword) {
        return kOperand;
    }
    const auto* found = std::find_if(kOperators.begin(), kOperators.end(), [&](const Operator& op) {
        return op.text == token.text;
    });
    return found == kOperators.end() ? kOperand : found->level;
}

} // namespace

std::optional<Layout::Group> ExprLayout::chain(int level, Head* head) {
    if (level == kOperand) {
        operand();
        return std::nullopt;
    }
    const Layout::Mark mark = layout().mark();
    const auto left = chain(level + 1, level < kImplies ? head : nullptr);
    if (level_of(peek()) != level) {
        return left;
    }
    if (level == kIff || level == kImplies) {
        implications(level, left, head);
        if (head != nullptr) {
            return std::nullopt; // a group of its own would overlap that of the quantifier
        }
    } else {
        operators(level);
    }
    return layout().group(mark);
}

/// `implies` ends the line of what is to its left; where that took several lines, `implies` begins
/// one.
void ExprLayout::implications(int level, std::optional<Layout::Group> left, Head* head) {
    if (left) {
        layout().line_after_broken(*left);
        take();
    } else {
        take_spaced();
    }
    if (head != nullptr) {
        if (!head->group) {
            head->group = layout().head_group(head->quantifier, head->body);
        }
        layout().open_box_below(*head->group, kIndent);
        layout().line_after_head(*head->group, left);
    } else {
        layout().open_box(kIndent);
        if (left) {
            layout().line_after_flat(*left);
        } else {
            layout().line();
        }
    }
    chain(level + 1, nullptr);
    while (level_of(peek()) == level) {
        take_spaced();
        if (head != nullptr) {
            layout().line_after_head(*head->group, std::nullopt);
        } else {
            layout().line();
        }
        chain(level + 1, nullptr);
    }
    layout().close_box();
}

/// The operators of one level and what stands behind each.
void ExprLayout::operators(int level) {
    if (level == kOr || level == kAnd) {
        connectives(level);
        return;
    }
    layout().open_box(kIndent);
    while (level_of(peek()) == level) {
        if (is("is")) {
            take_spaced();
            take_spaced();
            continue;
        }
        const Layout::Line line = layout().line();
        take();
        layout().space();
        const bool closes_itself = level == kComparison && opens_piece();
        if (closes_itself) {
            layout().make_space(line);
        }
        layout().open_box(closes_itself ? -kIndent : 0);
        chain(level + 1, nullptr);
        layout().close_box();
    }
    layout().close_box();
}

/// `and` and `or` begin lines under their first operand: those that did so before, and others where
/// the line is full.
void ExprLayout::connectives(int level) {
    while (level_of(peek()) == level) {
        const bool kept = starts_line();
        const Layout::Mark filled = layout().mark();
        layout().line();
        take();
        layout().space();
        layout().open_box(kIndent);
        chain(level + 1, nullptr);
        layout().close_box();
        if (!kept) {
            layout().group(filled);
        }
    }
}

/// Whether the next operand shows by itself where it is divided into lines.
bool ExprLayout::opens_piece() const {
    return is("{") || is("[") || is("if") || (is_name() && is(1, "{") && is_name(2) && is(3, ":"));
}

} // namespace muster::spec::formatting
