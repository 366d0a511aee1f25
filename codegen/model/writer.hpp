#pragma once

#include "codegen/model/doc.hpp"

#include <string>
#include <string_view>

namespace muster::codegen {

/// Collects the lines of one generated file and keeps their indentation.
class Writer {
public:
    static constexpr std::size_t kWidth = 100;

    /// An empty line.
    void line();
    /// One line, or several broken to the width.
    void line(const Doc& doc);
    /// `doc`, and what follows is indented until `close`.
    void open(const Doc& doc);
    /// Ends what `open` began.
    void close(const Doc& doc = "}");
    /// `} else {` and the like.
    void reopen(const Doc& doc);
    /// A label of a class, as far out as the class: `public:`.
    void access(std::string_view label);
    /// `/// text` for every line of a doc comment; nothing for an empty one. Long lines are
    /// wrapped.
    void doc_comment(std::string_view text);
    /// The same as a plain comment.
    void comment(std::string_view text);

    /// An empty line, unless the last line is empty or opens a block.
    void gap();

    /// The file. Every `open` has been closed.
    [[nodiscard]] std::string finish() &&;

private:
    void comment_lines(std::string_view mark, std::string_view text);
    std::string text_;
    std::size_t depth_ = 0;
    bool fresh_block_ = true;
};

} // namespace muster::codegen
