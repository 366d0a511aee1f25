#include "spec/format/statement_layout.hpp"

#include <optional>
#include <vector>

namespace muster::spec::formatting {

class StatementLayout::Branches {
public:
    explicit Branches(StatementLayout& parent)
        : parent_(parent)
        , mark_(parent.layout().mark()) {}

    void block() {
        parent_.layout().space();
        const bool empty = parent_.is(1, "}");
        if (const auto group = parent_.braced([&] { parent_.statement(); })) {
            groups_.push_back(*group);
        } else {
            all_on_one_line_ = all_on_one_line_ && empty;
        }
    }

    void finish() {
        if (groups_.size() < 2 || !all_on_one_line_) {
            return;
        }
        parent_.layout().group(mark_);
        for (const Layout::Group group : groups_) {
            parent_.layout().dissolve(group);
        }
    }

private:
    StatementLayout& parent_;
    Layout::Mark mark_;
    std::vector<Layout::Group> groups_;
    bool all_on_one_line_ = true;
};

void StatementLayout::skip_semicolons() {
    while (is(";")) {
        drop();
    }
}

void StatementLayout::take_last_comments() {
    if (!peek().leading.empty()) {
        layout().hard_line(blank_before());
        take_comments();
    }
}

void StatementLayout::statement() {
    if (is("let")) {
        let();
    } else if (is("if")) {
        if_statement();
    } else if (is("send") || is("reply")) {
        send();
    } else if (is("start")) {
        start();
    } else if (is("stop")) {
        take();
        layout().space();
        place();
    } else if (is("ignore") || is("return")) {
        take();
    } else if (is("assert")) {
        take();
        indented_expr(kIndent);
    } else if (is("for")) {
        for_statement();
    } else if (is("pick")) {
        pick();
    } else {
        assignment();
    }
}

void StatementLayout::let() {
    take();
    take_spaced();
    take_spaced();
    if (is("fresh")) {
        take_spaced();
        take_spaced();
    } else {
        value();
    }
}

/// An assignment or a call.
void StatementLayout::assignment() {
    if (is(1, "(")) {
        take();
        bracket_list([&] { expr(); });
        return;
    }
    place();
    if (is("=") || is("+=") || is("-=")) {
        take_spaced();
        value();
    }
}

void StatementLayout::if_statement() {
    Branches branches(*this);
    for (;;) {
        take();
        indented_expr(kConditionIndent);
        branches.block();
        if (!is("else")) {
            break;
        }
        take_spaced();
        if (!is("if")) {
            branches.block();
            break;
        }
        layout().space();
    }
    branches.finish();
}

/// `send M(…) to c` and `reply M(…)`, with or without an addressee.
void StatementLayout::send() {
    const Layout::Mark mark = layout().mark();
    take();
    take_spaced();
    field_list();
    if (is("to")) {
        word_and_expr();
    }
    layout().group(mark);
}

/// A `for` behind it belongs to it unless it begins a loop.
void StatementLayout::start() {
    const Layout::Mark mark = layout().mark();
    take();
    layout().space();
    place();
    const bool loop = is_name(1) && (is(2, "in") || (is(1, "each") && is_name(2)));
    if (is("for") && !loop) {
        word_and_expr();
    }
    layout().group(mark);
}

void StatementLayout::for_statement() {
    take();
    if (is("each") && is_name(1)) {
        take_spaced();
    }
    take_spaced();
    take_spaced();
    indented_expr(kConditionIndent);
    layout().space();
    block();
}

void StatementLayout::pick() {
    Branches branches(*this);
    const Layout::Mark header = layout().mark();
    take();
    take_spaced();
    take_spaced();
    indented_expr(kConditionIndent);
    layout().open_box(kConditionIndent);
    if (is("where")) {
        layout().line();
        take();
        indented_expr(kIndent);
    }
    if (is("by")) {
        layout().line();
        take();
        take_spaced();
        indented_expr(kIndent);
    }
    layout().close_box();
    layout().group(header);
    branches.block();
    if (is("else")) {
        take_spaced();
        branches.block();
    }
    branches.finish();
}

} // namespace muster::spec::formatting
