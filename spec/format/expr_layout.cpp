#include "spec/format/expr_layout.hpp"

namespace muster::spec::formatting {
void ExprLayout::type() {
    if (is("distinct") && is(1, "list")) {
        take();
        layout().space();
    }
    const bool map = is("map");
    const bool of_another = map || is("option") || is("set") || is("list") || is("request");
    take();
    if (of_another) {
        layout().space();
        type();
    }
    if (map) {
        take_spaced();
        layout().space();
        type();
    }
}

void ExprLayout::parameter() {
    take();
    take();
    layout().space();
    type();
}

void ExprLayout::value() {
    const Layout::Mark mark = layout().mark();
    const Layout::Box box = layout().open_box(kIndent);
    const Layout::Line line = layout().line();
    if (!expr()) {
        layout().make_space(line);
        layout().indent(box, 0);
    }
    layout().close_box();
    layout().group(mark);
}

void ExprLayout::indented_expr(std::int32_t columns) {
    layout().space();
    const Layout::Box box = layout().open_box(columns);
    if (!expr()) {
        layout().indent(box, 0); // it indents its own lines
    }
    layout().close_box();
}

bool ExprLayout::next_item() {
    if (!is(",")) {
        return false;
    }
    if (is(1, ")") || is(1, "]") || is(1, "}")) {
        drop();
        return false;
    }
    take();
    return true;
}

void ExprLayout::field_list() {
    bracket_list([&] { field(); });
}

/// An argument may have no name.
void ExprLayout::field() {
    if (is(1, ":")) {
        take();
        take();
        indented_expr(kIndent);
    } else {
        expr();
    }
}

void ExprLayout::close_empty_braces() {
    const bool has_comments = !peek().leading.empty();
    if (has_comments) {
        layout().hard_line(Layout::Blank::none);
        take_comments();
    }
    const bool on_new_line = has_comments || after_comment();
    layout().close_box();
    if (on_new_line) {
        layout().hard_line(Layout::Blank::none);
    }
    take();
}

void ExprLayout::operand() {
    for (;;) {
        if (is("not")) {
            take();
            layout().space();
        } else if (is("-")) {
            take();
        } else {
            break;
        }
    }
    primary();
    postfix();
}

void ExprLayout::primary() {
    if (is("(")) {
        parenthesized();
    } else if (is("{")) {
        braces();
    } else if (is("[")) {
        bracket_list([&] { expr(); });
    } else if (is("if")) {
        conditional();
    } else if (is("forall") || is("exists")) {
        quantifier();
    } else if (is("first") && peek(1).kind == syntax::TokenKind::name) {
        first();
    } else if (is("all")) {
        take();
        take_spaced();
    } else if (is("sent") || is("in_flight")) {
        message_pattern();
    } else if (is("some") || is("old") || is("armed")) {
        take();
        parenthesized();
    } else {
        named();
    }
}

void ExprLayout::named() {
    const bool name = is_name();
    take();
    if (name && is("(")) {
        bracket_list([&] { expr(); });
    } else if (name && is("{") && is_name(1) && is(2, ":")) {
        layout().space();
        brace_list(Division::one_per_line, [&] { field(); });
    }
}

void ExprLayout::place() {
    take();
    postfix();
}

void ExprLayout::postfix() {
    for (;;) {
        if (is(".") && !peek().space_after) {
            take();
            take();
        } else if (is("[") || is("?[")) {
            parenthesized();
        } else if (is("with")) {
            take_spaced();
            layout().space();
            brace_list(Division::one_per_line, [&] { field(); });
        } else {
            return;
        }
    }
}

void ExprLayout::word_and_expr() {
    layout().open_box(kIndent);
    layout().line();
    take();
    indented_expr(kIndent);
    layout().close_box();
}

/// One expression in brackets of any kind.
void ExprLayout::parenthesized() {
    take();
    layout().align(layout().open_box(0));
    expr();
    take_comments();
    layout().close_box();
    take();
}

/// `then` and `else` begin lines; the last two share one where they fit.
void ExprLayout::conditional() {
    const Layout::Mark mark = layout().mark();
    layout().open_box(kIndent);
    while (is("if")) {
        take();
        indented_expr(kConditionIndent);
        layout().line();
        take();
        indented_expr(kIndent);
        if (is(1, "if")) {
            layout().line();
            take();
            layout().space();
        }
    }
    const Layout::Mark otherwise = layout().mark();
    layout().line();
    take();
    indented_expr(kIndent);
    layout().group(otherwise);
    layout().close_box();
    layout().group(mark);
}

void ExprLayout::quantifier() {
    const Layout::Mark mark = layout().mark();
    take();
    layout().space();
    binders();
    take();
    layout().open_box(kIndent);
    layout().line();
    Head head{.quantifier = mark, .body = layout().mark()};
    chain(kLoosest, &head);
    layout().close_box();
    const Layout::Group whole = layout().group(mark);
    if (head.group) {
        layout().end_body(*head.group, whole);
    }
}

void ExprLayout::binders() {
    layout().open_box(kConditionIndent);
    for (;;) {
        take();
        if (is(":")) {
            take();
            layout().space();
            type();
        } else if (is("in")) {
            take_spaced();
            indented_expr(kIndent);
        }
        if (!is(",")) {
            break;
        }
        take();
        layout().space();
    }
    layout().close_box();
}

void ExprLayout::first() {
    const Layout::Mark mark = layout().mark();
    take();
    take_spaced();
    take_spaced();
    indented_expr(kIndent);
    if (is("where")) {
        word_and_expr();
    }
    layout().group(mark);
}

/// `sent(M(f: e) from p to q)`.
void ExprLayout::message_pattern() {
    take();
    take();
    layout().align(layout().open_box(0));
    const Layout::Mark mark = layout().mark();
    take();
    field_list();
    layout().open_box(kIndent);
    while (is("from") || is("to")) {
        layout().line();
        take();
        layout().space();
        expr();
    }
    layout().close_box();
    layout().group(mark);
    take_comments();
    layout().close_box();
    take();
}

/// What the braces hold shows behind their first expression.
void ExprLayout::braces() {
    const Layout::Mark mark = layout().mark();
    const Layout::Box around = layout().open_box(0);
    take();
    const bool kept = starts_line();
    const Layout::Box box = layout().open_box(kIndent);
    if (is("}")) {
        close_empty_braces();
        layout().close_box();
        return;
    }
    const Layout::Line opening = layout().line();
    clause();
    if (is("|")) {
        layout().align(around);
        layout().make_space(opening);
        take_spaced();
        layout().space();
        clauses();
    } else if (is("->")) {
        take_spaced();
        indented_expr(kIndent);
        if (!is("for")) {
            rest_of_brace_list(mark, opening, box, kept, Division::fill, [&] {
                expr();
                take_spaced();
                indented_expr(kIndent);
            });
            layout().close_box();
            return;
        }
        layout().align(around);
        layout().make_space(opening);
        layout().line();
        take();
        layout().space();
        clauses();
    } else {
        rest_of_brace_list(mark, opening, box, kept, Division::fill, [&] { expr(); });
        layout().close_box();
        return;
    }
    take_comments();
    layout().close_box();
    layout().space();
    take();
    layout().close_box();
    layout().group(mark);
}

void ExprLayout::clauses() {
    layout().align(layout().open_box(0));
    clause();
    while (next_item()) {
        const Layout::Mark filled = layout().mark();
        layout().line();
        clause();
        layout().group(filled);
    }
    layout().close_box();
}

/// An expression, or a name with a type.
void ExprLayout::clause() {
    if (is_name() && is(1, ":")) {
        parameter();
    } else {
        expr();
    }
}

} // namespace muster::spec::formatting
