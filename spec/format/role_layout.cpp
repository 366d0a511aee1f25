#include "spec/format/file_layout.hpp"

namespace muster::spec::formatting {

/// Members are never put side by side; a role of one member may stand on one line.
void FileLayout::role() {
    take();
    take_spaced();
    if (is("[")) {
        index_parameter();
    }
    layout().space();
    const Layout::Mark mark = layout().mark();
    const bool on_one_line = closes_on_its_line();
    take();
    const Layout::Box box = layout().open_box(kIndent);
    if (is("}")) {
        close_empty_braces();
        return;
    }
    const Layout::Line opening = layout().line();
    member();
    const bool one_member = is("}");
    if (!on_one_line || !one_member) {
        layout().make_hard(opening);
    }
    layout().indent(box, kIndent);
    while (!is("}") && !at_end()) {
        layout().hard_line(blank_before());
        member();
    }
    take_last_comments();
    layout().close_box();
    const Layout::Line closing = layout().line();
    if (!on_one_line || !one_member) {
        layout().make_hard(closing);
    }
    take();
    layout().group(mark);
}

/// `[me: S]`.
void FileLayout::index_parameter() {
    take();
    parameter();
    take();
}

void FileLayout::member() {
    if ((is("fair") || is("unfair")) && !is(1, ":")) {
        take();
        layout().space();
    }
    const bool durable_timer = is("durable") && is(1, "timer") && !is(2, ":");
    if (durable_timer || is("timer")) {
        timer();
    } else if (is("def")) {
        definition();
    } else if (is("procedure")) {
        procedure();
    } else if (is("on") || is("either")) {
        handler();
    } else if (is("action")) {
        action();
    } else {
        variable();
    }
}

void FileLayout::variable() {
    take();
    layout().space();
    parameter();
    if (is("=")) {
        take_spaced();
        value();
    }
}

void FileLayout::timer() {
    if (is("durable")) {
        take();
        layout().space();
    }
    take();
    take_spaced();
    if (is("[")) {
        index_parameter();
    }
    if (is("for")) {
        take_spaced();
        take_spaced();
    }
}

/// `def d(x: T) = e`. An expression that does not fit begins the next line, whatever it is.
void FileLayout::definition() {
    take();
    take_spaced();
    if (is("(")) {
        parameters();
    }
    take_spaced();
    const Layout::Mark mark = layout().mark();
    layout().open_box(kIndent);
    layout().line();
    expr();
    layout().close_box();
    layout().group(mark);
}

void FileLayout::procedure() {
    take();
    take_spaced();
    parameters();
    layout().space();
    block();
}

void FileLayout::handler() {
    const Layout::Mark mark = layout().mark();
    if (is("either")) {
        take();
        layout().space();
    }
    take();
    if (is("lost") && name_on_this_line(1)) {
        lost_handler();
        return;
    }
    take_spaced();
    if (is("(")) {
        bracket_list([&] {
            take();
            if (is(":")) {
                take();
                take_spaced();
            }
        });
    }
    while (is("from") || is("as")) {
        take_spaced();
        take_spaced();
    }
    if (is("otherwise")) {
        take_spaced();
    }
    guard();
    layout().group(mark);
    layout().space();
    block();
}

/// `on lost c of R { … }`.
void FileLayout::lost_handler() {
    take_spaced();
    take_spaced();
    if (is("of")) {
        take_spaced();
        take_spaced();
    }
    layout().space();
    block();
}

void FileLayout::action() {
    const Layout::Mark mark = layout().mark();
    take();
    take_spaced();
    if (is("(")) {
        parameters();
    }
    guard();
    layout().group(mark);
    layout().space();
    block();
}

/// On a line of its own where the head of the handler does not fit on one.
void FileLayout::guard() {
    if (is("when")) {
        layout().open_box(kConditionIndent);
        layout().line();
        take();
        indented_expr(kIndent);
        layout().close_box();
    }
}

} // namespace muster::spec::formatting
