#include "spec/format/writer.hpp"

namespace muster::spec::formatting {

Layout::Blank Writer::blank_before() const {
    const SourceToken& token = peek();
    const bool blank =
        token.leading.empty() ? token.blank_before : token.leading.front().blank_before;
    return blank ? Layout::Blank::one : Layout::Blank::none;
}

bool Writer::closes_on_its_line() const {
    std::size_t depth = 0;
    for (std::size_t i = next_; i < tokens_.size(); ++i) {
        const SourceToken& token = tokens_[i];
        if (i > next_ && token.first_on_line) {
            return false;
        }
        if (token.text == "{" || token.text == "(" || token.text == "[" || token.text == "?[") {
            ++depth;
        } else if (token.text == "}" || token.text == ")" || token.text == "]") {
            if (--depth == 0) {
                return true;
            }
        }
    }
    return false;
}

void Writer::take_comments() {
    SourceToken& token = tokens_[next_];
    for (const Comment& comment : token.leading) {
        layout_.comment(comment.text,
                        comment.blank_before ? Layout::Blank::one : Layout::Blank::none);
    }
    token.leading.clear();
}

void Writer::take() {
    if (at_end()) {
        return;
    }
    take_comments();
    const SourceToken& token = tokens_[next_];
    layout_.text(
        token.text, token.trailing, token.blank_before ? Layout::Blank::one : Layout::Blank::none);
    ++next_;
}

void Writer::drop() {
    const SourceToken& token = tokens_[next_];
    if (!token.leading.empty() ||
        (!token.trailing.empty() && !layout_.append_trailing(token.trailing))) {
        take();
        return;
    }
    ++next_;
}

} // namespace muster::spec::formatting
