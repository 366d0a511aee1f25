#include "spec/format/layout.hpp"

#include <algorithm>

namespace muster::spec::formatting {

void Layout::text(std::string_view text, std::string_view trailing, Blank blank) {
    ops_.push_back(
        {.kind = OpKind::text, .blank = blank == Blank::one, .text = text, .trailing = trailing});
}

void Layout::comment(std::string_view text, Blank blank) {
    ops_.push_back({.kind = OpKind::comment, .blank = blank == Blank::one, .text = text});
}

void Layout::space() {
    ops_.push_back({.kind = OpKind::space});
}

Layout::Line Layout::line(std::string_view flat) {
    ops_.push_back({.kind = OpKind::line, .text = flat});
    return {static_cast<std::uint32_t>(ops_.size() - 1)};
}

void Layout::line_after_broken(Group group) {
    ops_.push_back(
        {.kind = OpKind::line, .line = LineKind::after_broken, .group = group.index, .text = " "});
}

void Layout::line_after_flat(Group group) {
    ops_.push_back(
        {.kind = OpKind::line, .line = LineKind::after_flat, .group = group.index, .text = " "});
}

void Layout::line_after_head(Group head, std::optional<Group> left) {
    ops_.push_back({.kind = OpKind::line,
                    .line = LineKind::after_head,
                    .group = head.index,
                    .left = left ? left->index : kNone,
                    .text = " "});
}

Layout::Line Layout::hard_line(Blank blank) {
    ops_.push_back({.kind = OpKind::line, .blank = blank == Blank::one, .line = LineKind::hard});
    return {static_cast<std::uint32_t>(ops_.size() - 1)};
}

void Layout::make_space(Line line) {
    ops_[line.op] = {.kind = OpKind::space};
}

void Layout::make_hard(Line line) {
    ops_[line.op].line = LineKind::hard;
}

Layout::Mark Layout::mark() {
    if (ops_.empty() || ops_.back().kind != OpKind::open) {
        ops_.push_back({.kind = OpKind::open, .group = kNone});
    }
    return {static_cast<std::uint32_t>(ops_.size() - 1)};
}

Layout::Group Layout::group(Mark mark) {
    const auto index = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back(
        {.inner = ops_[mark.op].group, .end = static_cast<std::uint32_t>(ops_.size())});
    ops_[mark.op].group = index;
    ops_.push_back({.kind = OpKind::close, .group = index});
    return {index};
}

Layout::Group Layout::head_group(Mark mark, Mark body) {
    const Group head = group(mark);
    groups_[head.index].body = body.op;
    return head;
}

void Layout::end_body(Group head, Group whole) {
    groups_[head.index].whole = whole.index;
    groups_[head.index].body_end = static_cast<std::uint32_t>(ops_.size());
}

void Layout::dissolve(Group group) {
    groups_[group.index].dissolved = true;
}

Layout::Box Layout::open_box(std::int32_t columns) {
    ops_.push_back({.kind = OpKind::box, .group = kNone, .columns = columns});
    return {static_cast<std::uint32_t>(ops_.size() - 1)};
}

void Layout::open_box_below(Group head, std::int32_t columns) {
    ops_.push_back({.kind = OpKind::box, .group = head.index, .columns = columns});
}

void Layout::align(Box box) {
    ops_[box.op].columns = kAlign;
}

void Layout::indent(Box box, std::int32_t columns) {
    ops_[box.op].columns = columns;
}

void Layout::close_box() {
    ops_.push_back({.kind = OpKind::end_box});
}

bool Layout::append_trailing(std::string_view comment) {
    const auto last = std::find_if(
        ops_.rbegin(), ops_.rend(), [](const Op& op) { return op.kind == OpKind::text; });
    if (last == ops_.rend() || !last->trailing.empty()) {
        return false;
    }
    last->trailing = comment;
    return true;
}

/// The groups that cannot stand on one line, because a line surely ends in them.
std::vector<Layout::GroupInfo> Layout::broken_groups() const {
    struct Open {
        std::uint32_t group;
        bool has_content = false;
    };

    std::vector<GroupInfo> groups = groups_;
    std::vector<Open> open;
    std::size_t comment_depth = 0; // how many open groups began before the last trailing comment
    bool line_must_end = false;
    const auto break_group = [&](std::size_t depth) {
        if (depth > 0) {
            groups[open[depth - 1].group].broken = true;
        }
    };
    for (const Op& op : ops_) {
        switch (op.kind) {
        case OpKind::open:
            for (std::uint32_t group = op.group; group != kNone; group = groups[group].inner) {
                open.push_back({group});
            }
            break;
        case OpKind::close: {
            const Open closed = open.back();
            open.pop_back();
            if (!open.empty()) {
                open.back().has_content = open.back().has_content || closed.has_content;
                groups[open.back().group].broken |= groups[closed.group].broken;
            }
            comment_depth = std::min(comment_depth, open.size());
            break;
        }
        case OpKind::comment: {
            std::size_t depth = open.size();
            while (depth > 0 && !open[depth - 1].has_content) {
                --depth;
            }
            break_group(depth);
            line_must_end = false;
            break;
        }
        case OpKind::line:
            if (op.line == LineKind::hard || line_must_end) {
                break_group(open.size());
                line_must_end = false;
            }
            break;
        case OpKind::text:
            if (line_must_end) {
                break_group(comment_depth);
            }
            line_must_end = !op.trailing.empty();
            comment_depth = open.size();
            break;
        case OpKind::space:
        case OpKind::box:
        case OpKind::end_box:
            break;
        }
        if (op.kind == OpKind::text || op.kind == OpKind::line) {
            if (!open.empty()) {
                open.back().has_content = true;
            }
        }
    }
    return groups;
}

} // namespace muster::spec::formatting
