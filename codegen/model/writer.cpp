#include "codegen/model/writer.hpp"

#include <stdexcept>
#include <utility>

namespace muster::codegen {

namespace {

constexpr std::size_t kIndent = 4;

void check(bool holds, const char* what) {
    if (!holds) {
        throw std::logic_error(what);
    }
}

} // namespace

void Writer::line() {
    text_ += '\n';
    fresh_block_ = true;
}

void Writer::line(const Doc& doc) {
    text_ += render(doc, depth_ * kIndent, kWidth);
    text_ += '\n';
    fresh_block_ = false;
}

void Writer::open(const Doc& doc) {
    line(doc);
    ++depth_;
    fresh_block_ = true;
}

void Writer::close(const Doc& doc) {
    check(depth_ > 0, "a block of generated code is closed twice");
    --depth_;
    line(doc);
}

void Writer::reopen(const Doc& doc) {
    close(doc);
    ++depth_;
    fresh_block_ = true;
}

void Writer::access(std::string_view label) {
    check(depth_ > 0, "an access label outside a class");
    text_ += std::string((depth_ - 1) * kIndent, ' ') + std::string(label) + '\n';
    fresh_block_ = true;
}

void Writer::doc_comment(std::string_view text) {
    comment_lines("///", text);
}

void Writer::comment(std::string_view text) {
    comment_lines("//", text);
}

void Writer::comment_lines(std::string_view mark, std::string_view text) {
    const std::size_t room = kWidth - depth_ * kIndent - mark.size() - 1;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string rest(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        // Where an indented line goes on, it is indented further.
        const std::size_t blanks = std::min(rest.find_first_not_of(' '), rest.size());
        const std::string indent(blanks == 0 ? 0 : blanks + kIndent, ' ');
        while (rest.size() > room) {
            std::size_t cut = rest.rfind(' ', room);
            if (cut == std::string::npos || cut < indent.size()) {
                cut = rest.find(' ', room);
            }
            if (cut == std::string::npos) {
                break;
            }
            line(std::string(mark) + ' ' + rest.substr(0, cut));
            rest = indent + rest.substr(cut + 1);
        }
        line(rest.empty() ? std::string(mark) : std::string(mark) + ' ' + rest);
    }
}

void Writer::gap() {
    if (!fresh_block_) {
        line();
    }
}

std::string Writer::finish() && {
    check(depth_ == 0, "a block of generated code is not closed");
    return std::move(text_);
}

} // namespace muster::codegen
