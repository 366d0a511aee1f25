#include "spec/format/layout.hpp"

#include <algorithm>

namespace muster::spec::formatting {
namespace {

/// Columns are code points.
std::int32_t width_of(std::string_view text) {
    return static_cast<std::int32_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

} // namespace

class Printer {
public:
    explicit Printer(const Layout& layout)
        : ops_(layout.ops_)
        , groups_(layout.broken_groups())
        , printed_(groups_.size(), Mode::flat)
        , below_(groups_.size(), false) {}

    std::string run() {
        for (std::uint32_t i = 0; i < ops_.size(); ++i) {
            print(i);
        }
        if (column_ > 0) {
            end_line(Layout::Blank::none);
        }
        return std::move(out_);
    }

private:
    using OpKind = Layout::OpKind;
    enum class Mode { flat, broken };

    void print(std::uint32_t at) {
        const Layout::Op& op = ops_[at];
        switch (op.kind) {
        case OpKind::text:
            print_text(op);
            break;
        case OpKind::comment:
            print_comment(op);
            break;
        case OpKind::space:
            space_ = true;
            break;
        case OpKind::line:
            print_line(op);
            break;
        case OpKind::open:
            for (std::uint32_t group = op.group; group != Layout::kNone;
                 group = groups_[group].inner) {
                below_[group] = goes_below(groups_[group]);
                modes_.push_back(mode_of(group, at));
                printed_[group] = modes_.back();
            }
            break;
        case OpKind::close:
            modes_.pop_back();
            break;
        case OpKind::box:
            indents_.push_back(indent_of(op));
            break;
        case OpKind::end_box:
            indents_.pop_back();
            break;
        }
    }

    void print_text(const Layout::Op& op) {
        if (after_comment_) {
            end_line(op.blank ? Layout::Blank::one : Layout::Blank::none);
        } else if (!trailing_.empty()) {
            end_line(Layout::Blank::none);
        }
        put(op.text);
        if (!op.trailing.empty()) {
            trailing_ = op.trailing;
        }
    }

    void print_comment(const Layout::Op& op) {
        if (column_ > 0) {
            end_line(op.blank && after_comment_ ? Layout::Blank::one : Layout::Blank::none);
        }
        put(op.text);
        after_comment_ = true;
    }

    void print_line(const Layout::Op& op) {
        if (ends_here(op)) {
            end_line(op.blank ? Layout::Blank::one : Layout::Blank::none);
            return;
        }
        std::string_view flat = op.text;
        if (flat.ends_with(' ')) {
            flat.remove_suffix(1);
            if (!flat.empty()) {
                put(flat);
            }
            space_ = true;
        }
    }

    [[nodiscard]] bool ends_here(const Layout::Op& op) const {
        switch (op.line) {
        case Layout::LineKind::soft:
            return mode() == Mode::broken;
        case Layout::LineKind::hard:
            return true;
        case Layout::LineKind::after_broken:
            return printed_[op.group] == Mode::broken;
        case Layout::LineKind::after_flat:
            return mode() == Mode::broken && printed_[op.group] == Mode::flat;
        case Layout::LineKind::after_head:
            return mode() == Mode::broken && !below_[op.group] &&
                   (op.left == Layout::kNone || printed_[op.left] == Mode::flat);
        }
        return false;
    }

    void put(std::string_view text) {
        if (column_ == 0) {
            out_.append(static_cast<std::size_t>(indent()), ' ');
            column_ = indent();
        } else if (space_) {
            out_.push_back(' ');
            ++column_;
        }
        space_ = false;
        out_.append(text);
        column_ += width_of(text);
    }

    void end_line(Layout::Blank blank) {
        if (!trailing_.empty()) {
            out_.append("  ").append(trailing_);
            trailing_ = {};
        }
        out_.push_back('\n');
        if (blank == Layout::Blank::one) {
            out_.push_back('\n');
        }
        column_ = 0;
        space_ = false;
        after_comment_ = false;
    }

    [[nodiscard]] Mode mode() const { return modes_.empty() ? Mode::broken : modes_.back(); }

    [[nodiscard]] std::int32_t indent() const { return indents_.empty() ? 0 : indents_.back(); }

    [[nodiscard]] std::int32_t next_column() const {
        return column_ == 0 || after_comment_ ? indent() : column_ + (space_ ? 1 : 0);
    }

    [[nodiscard]] std::int32_t indent_of(const Layout::Op& box) const {
        if (box.columns == Layout::kAlign) {
            return next_column();
        }
        const bool applies = box.group == Layout::kNone ||
                             (printed_[box.group] == Mode::broken && !below_[box.group]);
        return indent() + (applies ? box.columns : 0);
    }

    /// Whether the body of a head fits on one line below it.
    [[nodiscard]] bool goes_below(const Layout::GroupInfo& group) const {
        if (group.body == Layout::kNone || mode() == Mode::flat || groups_[group.whole].broken) {
            return false;
        }
        return fits(group.body, group.body_end, kMaxColumns - indent() - kIndent);
    }

    [[nodiscard]] Mode mode_of(std::uint32_t index, std::uint32_t at) const {
        const Layout::GroupInfo& group = groups_[index];
        if (mode() == Mode::flat) {
            return Mode::flat;
        }
        if (group.dissolved) {
            return mode();
        }
        const bool flat =
            !below_[index] && !group.broken && fits(at, group.end, kMaxColumns - next_column());
        return flat ? Mode::flat : Mode::broken;
    }

    /// Whether what stands from `at` to `end`, and what follows up to where a line may end, has
    /// room. Looks at no more than a line's worth of text.
    [[nodiscard]] bool fits(std::uint32_t at, std::uint32_t end, std::int32_t room) const {
        bool has_text = false;
        for (std::uint32_t i = at; i < ops_.size() && room >= 0; ++i) {
            const Layout::Op& op = ops_[i];
            switch (op.kind) {
            case OpKind::text:
                room -= width_of(op.text);
                has_text = true;
                if (!op.trailing.empty()) {
                    return room >= 0;
                }
                break;
            case OpKind::line:
                if (i > end && (op.line != Layout::LineKind::after_broken ||
                                printed_[op.group] == Mode::broken)) {
                    return true;
                }
                room -= width_of(op.text);
                break;
            case OpKind::space:
                --room;
                break;
            case OpKind::comment:
                if (has_text) {
                    return room >= 0;
                }
                break;
            case OpKind::open:
            case OpKind::close:
            case OpKind::box:
            case OpKind::end_box:
                break;
            }
        }
        return room >= 0;
    }

    const std::vector<Layout::Op>& ops_;
    std::vector<Layout::GroupInfo> groups_;
    std::string out_;
    std::int32_t column_ = 0; // 0: nothing stands on the line yet
    bool space_ = false;      // a blank is due before the next text
    bool after_comment_ = false;
    std::string_view trailing_; // the comment that ends the current line
    std::vector<Mode> modes_;   // of the groups around
    std::vector<Mode> printed_; // of each group so far
    std::vector<bool> below_;   // of each head so far: its body is a line of its own
    std::vector<std::int32_t> indents_;
};

std::string Layout::print() const {
    return Printer(*this).run();
}

} // namespace muster::spec::formatting
