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
    text_ += std::string(depth_ * kIndent - 2, ' ') + std::string(label) + '\n';
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
        std::string_view rest = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        do {
            std::string_view piece = rest;
            if (rest.size() > room) {
                std::size_t blank = rest.rfind(' ', room);
                if (blank == std::string_view::npos || blank == 0) {
                    blank = std::min(rest.find(' ', room), rest.size());
                }
                piece = rest.substr(0, blank);
            }
            rest.remove_prefix(std::min(piece.size() + 1, rest.size()));
            line(piece.empty() ? std::string(mark) : std::string(mark) + ' ' + std::string(piece));
        } while (!rest.empty());
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
