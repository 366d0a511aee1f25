#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::spec::formatting {

/// How wide lines may become.
constexpr std::int32_t kMaxColumns = 100;
constexpr std::int32_t kIndent = 2;

/// What is to be printed, as one flat list of texts and of places where a line may end. A group
/// is a stretch of the list whose lines end together: it is printed on one line where it fits, and
/// else all line ends that belong to it alone are taken. Groups are made when their end is known,
/// so that the list can be written in one pass over the tokens.
class Layout {
public:
    /// A place where groups may begin.
    struct Mark {
        std::uint32_t op;
    };

    struct Group {
        std::uint32_t index;
    };

    struct Line {
        std::uint32_t op;
    };

    /// What lies in a box is indented where it does not fit on one line: relative to what is
    /// around it, or to the column in which the box begins.
    struct Box {
        std::uint32_t op;
    };

    enum class Blank { none, one };

    /// `trailing` is a comment that ends the line on which the text stands. With `blank`, an empty
    /// line separates the text from a comment above it.
    void text(std::string_view text, std::string_view trailing, Blank blank);
    /// A comment on a line of its own.
    void comment(std::string_view text, Blank blank);
    void space();
    /// Ends the line where the group around it does not fit; else prints `flat`, a text with a
    /// blank at its end or nothing.
    Line line(std::string_view flat = " ");
    /// Ends the line where the group, which is complete, took more than one.
    void line_after_broken(Group group);
    /// Like line(), but never where the group, which is complete, took more than one.
    void line_after_flat(Group group);
    /// Like line(), but not where the body of the head stands below it on one line, nor where the
    /// group `left`, which is complete, took more than one.
    void line_after_head(Group head, std::optional<Group> left);
    /// Ends the line, and that of every group around.
    Line hard_line(Blank blank);
    void make_space(Line line);
    void make_hard(Line line);

    Mark mark();
    /// Ends a group that began at the mark. Of two with the same mark the later one is outside.
    Group group(Mark mark);
    /// A group that began at `mark` and ends in the middle of what began at `body`. The whole body
    /// goes below on a line of its own where it fits there; else the group is like others.
    Group head_group(Mark mark, Mark body);
    /// The body of the head ends here; `whole` is the group around both.
    void end_body(Group head, Group whole);
    /// Lets the group end its lines with the one around it.
    void dissolve(Group group);

    Box open_box(std::int32_t columns);
    /// A box that indents only where the head took several lines and its body did not fit on one.
    void open_box_below(Group head, std::int32_t columns);
    void align(Box box);
    void indent(Box box, std::int32_t columns);
    void close_box();

    /// Adds a comment to the last text. False if it has one already.
    bool append_trailing(std::string_view comment);

    [[nodiscard]] std::string print() const;

private:
    friend class Printer;

    static constexpr std::uint32_t kNone = UINT32_MAX;
    static constexpr std::int32_t kAlign = INT32_MAX;

    enum class LineKind : std::uint8_t { soft, hard, after_broken, after_flat, after_head };
    enum class OpKind : std::uint8_t { text, comment, space, line, open, close, box, end_box };

    struct Op {
        OpKind kind;
        bool blank = false;
        LineKind line = LineKind::soft;
        std::uint32_t group = 0;    // of open: the outermost that begins here; of close, line, box
        std::uint32_t left = kNone; // of a line after a head
        std::int32_t columns = 0;   // of a box; kAlign for the current column
        std::string_view text = {}; // of a text or comment; of a line when it does not end
        std::string_view trailing = {}; // of a text
    };

    struct GroupInfo {
        std::uint32_t inner; // the next group that begins at the same mark
        std::uint32_t end;   // its closing op
        bool broken = false;
        bool dissolved = false;
        std::uint32_t body = kNone; // of a head
        std::uint32_t body_end = 0;
        std::uint32_t whole = kNone; // the group around a head and its body
    };

    [[nodiscard]] std::vector<GroupInfo> broken_groups() const;

    std::vector<Op> ops_;
    std::vector<GroupInfo> groups_;
};

} // namespace muster::spec::formatting
