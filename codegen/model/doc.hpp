#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace muster::codegen {

/// Text with places where it may be broken, laid out to a line width when it is printed (the
/// algorithm of Wadler, "A prettier printer", 2003). A `group` is printed on one line if it fits;
/// otherwise every `line` and `soft_line` directly in it becomes a line break. Immutable and cheap
/// to copy.
class Doc {
public:
    struct Node;

    Doc() = default;

    /*implicit*/ Doc(std::string text);
    /*implicit*/ Doc(std::string_view text)
        : Doc(std::string(text)) {}

    /*implicit*/ Doc(const char* text)
        : Doc(std::string(text)) {}

    explicit Doc(std::shared_ptr<const Node> node)
        : node_(std::move(node)) {}

    [[nodiscard]] const Node* node() const { return node_.get(); }

private:
    std::shared_ptr<const Node> node_; // null is the empty text
};

/// A space, or a line break.
Doc line();
/// Nothing, or a line break.
Doc soft_line();
/// A line break, whatever fits.
Doc hard_line();
Doc nest(Doc body);
Doc group(Doc body);
Doc concat(std::vector<Doc> parts);
Doc operator+(Doc left, Doc right);
/// The parts with `separator` and a `line` between them.
Doc join(const std::vector<Doc>& parts, std::string_view separator);
/// `open`, the arguments, `close`; all on one line or one argument on each.
Doc call(std::string_view open, const std::vector<Doc>& arguments, std::string_view close);

/// Lines of at most `width` columns where the breaks allow it; the first starts at column `indent`
/// (whose spaces are included), and nesting adds to that.
std::string render(const Doc& doc, std::size_t indent, std::size_t width);

} // namespace muster::codegen
