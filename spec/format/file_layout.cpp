#include "spec/format/file_layout.hpp"

namespace muster::spec::formatting {

std::string FileLayout::run() {
    for (bool first = true; !at_end(); first = false) {
        if (!first) {
            layout().hard_line(blank_before());
        }
        declaration();
    }
    take_last_comments();
    return layout().print();
}

void FileLayout::declaration() {
    if (is("enum") || is("record")) {
        brace_declaration();
    } else if (is("instance")) {
        take();
        take_spaced();
        layout().space();
        brace_list(Division::fill, [&] { instance_item(); });
    } else if (is("const")) {
        constant();
    } else if (is("function")) {
        function();
    } else if (is("message") || ((is("fair") || is("unfair")) && is(1, "message"))) {
        message();
    } else if (is("invariant") || is("lemma") || is("step") || is("cover") || is("axiom")) {
        property();
    } else if (is("live")) {
        live();
    } else if (is("assume")) {
        timing();
    } else if (is("test")) {
        test();
    } else if (is("role")) {
        role();
    } else if (is("def")) {
        definition();
    } else {
        words();
    }
}

/// Declarations that are words on one line: `protocol`, `import`, `sort`, `network`, `fault`.
void FileLayout::words() {
    const bool fault = is("fault");
    take();
    if (fault && (is("fair") || is("unfair"))) {
        take_spaced();
    }
    take_spaced();
    if (fault) {
        take_spaced();
    }
}

void FileLayout::brace_declaration() {
    const bool enumeration = is("enum");
    take();
    take_spaced();
    layout().space();
    if (enumeration) {
        brace_list(Division::fill, [&] { enumerator(); });
    } else {
        brace_list(Division::one_per_line, [&] { field_declaration(); });
    }
}

void FileLayout::enumerator() {
    take();
    if (is("=")) {
        take_spaced();
        indented_expr(kIndent);
    }
}

void FileLayout::field_declaration() {
    parameter();
    if (is("=")) {
        take_spaced();
        value();
    }
}

void FileLayout::constant() {
    take();
    layout().space();
    parameter();
}

void FileLayout::parameters() {
    bracket_list([&] { parameter(); });
}

void FileLayout::function() {
    take();
    take_spaced();
    parameters();
    take();
    layout().space();
    type();
}

void FileLayout::message() {
    if (!is("message")) {
        take();
        layout().space();
    }
    take();
    for (int i = 0; i < 5; ++i) {
        take_spaced(); // the name, `from` and `to` with a role each
    }
    layout().space();
    brace_list(Division::one_per_line, [&] { field_declaration(); });
    if (is("via")) {
        take_spaced();
        take_spaced();
    }
}

void FileLayout::begin_body() {
    layout().open_box(kIndent);
    const Layout::Line line = layout().line();
    if (starts_line()) {
        layout().make_hard(line);
    }
}

void FileLayout::property() {
    const Layout::Mark mark = layout().mark();
    take();
    take_spaced();
    without();
    take();
    begin_body();
    expr();
    layout().close_box();
    layout().group(mark);
}

/// The faults that a property does not hold under.
void FileLayout::without() {
    if (!is("without")) {
        return;
    }
    take_spaced();
    layout().space();
    layout().open_box(kConditionIndent);
    for (;;) {
        take();
        take_spaced();
        if (!is(",")) {
            break;
        }
        take();
        const Layout::Mark filled = layout().mark();
        layout().line();
        layout().group(filled);
    }
    layout().close_box();
}

void FileLayout::live() {
    const Layout::Mark mark = layout().mark();
    take();
    take_spaced();
    if (is("[")) {
        parameters();
    }
    without();
    take();
    begin_body();
    const Layout::Mark body = layout().mark();
    expr();
    layout().line();
    take();
    take_spaced();
    indented_expr(kIndent);
    if (is("when")) {
        layout().line();
        take();
        take_spaced();
        bracket_list([&] { quiet_item(); });
    }
    layout().group(body);
    layout().close_box();
    layout().group(mark);
}

/// `client.join`, `crash server`, `timer server.rebalance`, `lose M`, `cut client`.
void FileLayout::quiet_item() {
    take();
    while (!is(",") && !is(")") && !at_end()) {
        if (is(".")) {
            take();
            take();
        } else {
            take_spaced();
        }
    }
}

/// `assume timing NAME: r[i].t[k] fires only when e`.
void FileLayout::timing() {
    const Layout::Mark mark = layout().mark();
    take();
    take_spaced();
    take_spaced();
    take();
    begin_body();
    place();
    take_spaced();
    take_spaced();
    take_spaced();
    value();
    layout().close_box();
    layout().group(mark);
}

/// `Client = 2`, `server.last <= 3`, `M.f in 0 .. 2`, `in flight <= 2`.
void FileLayout::instance_item() {
    take();
    if (is("flight")) {
        take_spaced();
    }
    while (is(".")) {
        take();
        take();
    }
    take_spaced();
    indented_expr(kIndent);
    if (is("..")) {
        take_spaced();
        indented_expr(kIndent);
    }
}

/// The test that it goes on from stands on a line of its own where the head does not fit on one.
void FileLayout::test() {
    const Layout::Mark mark = layout().mark();
    take();
    take_spaced();
    take_spaced();
    take_spaced();
    if (is("[")) {
        bracket_list([&] { take(); });
    }
    if (is("after")) {
        layout().open_box(kIndent);
        layout().line();
        take();
        take_spaced();
        layout().close_box();
    }
    layout().group(mark);
    layout().space();
    braced([&] { test_line(); });
}

void FileLayout::test_line() {
    if (is("expect")) {
        expectation();
        return;
    }
    if (is("refuse") && name_on_this_line(1)) {
        take();
        layout().space();
    }
    const bool lost = is("lost") && name_on_this_line(1);
    const bool given = is("given") && name_on_this_line(1);
    take();
    if (lost) {
        take_spaced();
        if (is("of")) {
            take_spaced();
            take_spaced();
        }
    } else if (given) {
        take_spaced();
        take_spaced();
        value();
    } else {
        if (is("(")) {
            field_list();
        }
        if (is("from")) {
            take_spaced();
            take_spaced();
        }
    }
}

void FileLayout::expectation() {
    take();
    if (!is("sends") || !name_on_this_line(1)) {
        indented_expr(kIndent);
        return;
    }
    take_spaced();
    take_spaced();
    if (is("(")) {
        field_list();
    }
    if (is("to")) {
        take_spaced();
        indented_expr(kIndent);
    }
}

} // namespace muster::spec::formatting
