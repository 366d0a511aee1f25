#pragma once

#include "spec/format/writer.hpp"

#include <optional>

namespace muster::spec::formatting {

/// Lays out types, expressions and lists of things in brackets. Reads the grammar of
/// docs/language.md from the tokens and not from the syntax tree, which has no parentheses.
class ExprLayout : protected Writer {
protected:
    using Writer::Writer;

    /// `T`, `map K -> V`, …
    void type();

    /// The group of the loosest operators, if the expression is a chain of operators.
    std::optional<Layout::Group> expr() { return chain(kLoosest, nullptr); }

    /// `name: T`.
    void parameter();

    /// An expression behind `=`, which has been taken. A chain of operators goes to the next line
    /// where it does not fit.
    void value();

    /// An expression behind a word, on further lines indented by so much.
    void indented_expr(std::int32_t columns);

    /// A word and the expression behind it, `where P` or `to q`: on a line of their own, indented,
    /// where they do not fit.
    void word_and_expr();

    /// `(a, b)` or `[a, b]` with as many items on a line as fit, aligned behind the bracket; where
    /// the author ended the line behind the bracket they are indented instead.
    template <class Item>
    void bracket_list(Item item) {
        const Layout::Mark mark = layout().mark();
        take();
        if (is(")") || is("]")) {
            take();
            return;
        }
        const bool hanging = starts_line();
        const Layout::Box box = layout().open_box(kIndent);
        if (hanging) {
            layout().line("");
        } else {
            layout().align(box);
        }
        item();
        while (next_item()) {
            const Layout::Mark filled = layout().mark();
            layout().line();
            item();
            layout().group(filled);
        }
        take_comments();
        layout().close_box();
        take();
        if (hanging) {
            layout().group(mark);
        }
    }

    /// How `{ … }` is divided into lines where it does not fit on one.
    enum class Division { one_per_line, fill };

    /// `{ a, b }`, on one line where the author had it so and it fits. Where the author ended the
    /// line behind the brace, items begin new lines where the author let them.
    template <class Item>
    void brace_list(Division division, Item item) {
        const Layout::Mark mark = layout().mark();
        take();
        const bool kept = starts_line();
        const Layout::Box box = layout().open_box(kIndent);
        if (is("}")) {
            close_empty_braces();
            return;
        }
        const Layout::Line opening = layout().line();
        item();
        rest_of_brace_list(mark, opening, box, kept, division, item);
    }

    /// `f: e, g: e` in parentheses.
    void field_list();

    void field();

    /// A name with field and index accesses.
    void place();

    /// Takes what is between an opening brace and the closing one that follows it.
    void close_empty_braces();

private:
    /// Takes a comma. False at the closing bracket, before which a comma is left out.
    bool next_item();

    template <class Item>
    void rest_of_brace_list(Layout::Mark mark,
                            Layout::Line opening,
                            Layout::Box box,
                            bool kept,
                            Division division,
                            Item item) {
        layout().indent(box, kIndent);
        if (kept) {
            layout().make_hard(opening);
        }
        while (next_item()) {
            if (kept && starts_line()) {
                layout().hard_line(blank_before());
                item();
            } else if (!kept && division == Division::one_per_line) {
                layout().line();
                item();
            } else {
                const Layout::Mark filled = layout().mark();
                layout().line();
                item();
                layout().group(filled);
            }
        }
        take_comments();
        layout().close_box();
        const Layout::Line closing = layout().line();
        if (kept) {
            layout().make_hard(closing);
        }
        take();
        layout().group(mark);
    }

    /// A quantifier whose body is being laid out. Where that is an implication, its premise stays
    /// on the line of the quantifier if the whole body does not fit on the next.
    struct Head {
        Layout::Mark quantifier;
        Layout::Mark body;
        std::optional<Layout::Group> group = std::nullopt; // if the body is an implication
    };

    // Operators: operator_layout.cpp.
    static constexpr int kLoosest = 0;
    std::optional<Layout::Group> chain(int level, Head* head);
    void implications(int level, std::optional<Layout::Group> left, Head* head);
    void operators(int level);
    void connectives(int level);
    [[nodiscard]] bool opens_piece() const;
    void operand();
    void primary();
    void named();
    void postfix();
    void parenthesized();
    void conditional();
    void quantifier();
    void binders();
    void first();
    void message_pattern();
    void braces();
    void clauses();
    void clause();
};

} // namespace muster::spec::formatting
