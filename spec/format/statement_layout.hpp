#pragma once

#include "spec/format/expr_layout.hpp"

#include <optional>

namespace muster::spec::formatting {

/// Lays out blocks and what stands in them.
class StatementLayout : protected ExprLayout {
protected:
    using ExprLayout::ExprLayout;

    /// `{ … }` with statements, on one line where the author had it so and it fits.
    void block() {
        braced([&] { statement(); });
    }

    /// The same with other contents.
    template <class Item>
    std::optional<Layout::Group> braced(Item item) {
        const Layout::Mark mark = layout().mark();
        const bool on_one_line = closes_on_its_line();
        take();
        layout().open_box(kIndent);
        skip_semicolons();
        if (is("}")) {
            close_empty_braces();
            return std::nullopt;
        }
        for (bool first = true; !is("}") && !at_end(); first = false) {
            if (on_one_line) {
                layout().line(first ? " " : "; ");
            } else {
                layout().hard_line(first ? Layout::Blank::none : blank_before());
            }
            item();
            skip_semicolons();
        }
        take_last_comments();
        layout().close_box();
        if (on_one_line) {
            layout().line();
        } else {
            layout().hard_line(Layout::Blank::none);
        }
        take();
        const Layout::Group group = layout().group(mark);
        return on_one_line ? std::optional(group) : std::nullopt;
    }

    /// The comments between the last item and the closing brace.
    void take_last_comments();

private:
    void skip_semicolons();
    void statement();
    void let();
    void assignment();
    void if_statement();
    void send();
    void start();
    void for_statement();
    void pick();

    /// Blocks of one statement: either each of them stands on one line or none does, unless the
    /// author divided them otherwise.
    class Branches;
};

} // namespace muster::spec::formatting
