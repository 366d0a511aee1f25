#include "spec/parse/brackets.hpp"

#include "spec/parse/boundaries.hpp"
#include "spec/parse/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::spec::syntax {
namespace {

char closer_of(const Token& opener) {
    switch (opener.text.back()) {
    case '{':
        return '}';
    case '(':
        return ')';
    default:
        return ']';
    }
}

bool is_opener(const Token& token) {
    return token.kind == TokenKind::punctuation &&
           (token.text == "{" || token.text == "(" || token.text == "[" || token.text == "?[");
}

bool is_closer(const Token& token) {
    return token.kind == TokenKind::punctuation &&
           (token.text == "}" || token.text == ")" || token.text == "]");
}

class Matcher {
public:
    Matcher(const TokenStream& stream, Diagnostics& diagnostics)
        : stream_(stream)
        , diagnostics_(diagnostics) {}

    BracketReport run() {
        report_.closers.assign(stream_.tokens.size(), BracketReport::kNoCloser);
        for (const Token& token : stream_.tokens) {
            if (token.kind == TokenKind::end || begins_declaration(token)) {
                end_declaration(token);
            } else if (begins_member(token)) {
                end_member(token);
            } else if (is_opener(token)) {
                open_.push_back(&token);
                if (open_.size() > kMaxNesting) {
                    report_depth(token);
                    return std::move(report_);
                }
            } else if (is_closer(token)) {
                close(token);
            }
        }
        return std::move(report_);
    }

private:
    [[nodiscard]] std::size_t index_of(const Token& token) const {
        return static_cast<std::size_t>(&token - stream_.tokens.data());
    }

    void close(const Token& closer) {
        if (open_.empty()) {
            return; // the parser finds it where nothing can stand
        }
        const Token& opener = *open_.back();
        if (closer_of(opener) == closer.text.front()) {
            open_.pop_back();
            report_.closers[index_of(opener)] = index_of(closer);
            // A brace that stands further left than the line it closes rather belongs to an outer
            // one: should one turn out to be missing, it is this one's.
            if (misaligned_ == nullptr && closer.first_on_line && closer.indent < opener.indent) {
                misaligned_ = &opener;
                misaligned_closer_ = &closer;
            }
            return;
        }
        if (!std::exchange(reported_, true)) {
            diagnostics_.report(
                unclosed(opener,
                         closer.span,
                         fmt::format("`{}` is closed by `{}`", opener.text, closer.text),
                         fmt::format("`{}` is missing before this", closer_of(opener))));
        }
        report_.broken.push_back(join(opener.span, closer.span));
        const auto match = std::find_if(open_.rbegin(), open_.rend(), [&](const Token* candidate) {
            return closer_of(*candidate) == closer.text.front();
        });
        if (match != open_.rend()) {
            open_.erase(match.base() - 1, open_.end());
        }
    }

    /// Nothing may be open where a declaration begins or the file ends.
    void end_declaration(const Token& next) {
        if (!open_.empty()) {
            const Token& opener = misaligned_ == nullptr ? *open_.back() : *misaligned_;
            const Token& last = *(&next - 1);
            if (!reported_) {
                Diagnostic diagnostic =
                    unclosed(opener,
                             {last.span.end, last.span.end},
                             fmt::format("`{}` is not closed", opener.text),
                             next.kind == TokenKind::end ? "the file ends here"
                                                         : "the next declaration begins here");
                if (next.indent > open_.front()->indent) { // rather misplaced than forgotten
                    diagnostic.help = fmt::format(
                        "`{}` stands outside of roles and other declarations", next.text);
                }
                diagnostics_.report(std::move(diagnostic));
            }
            report_.broken.push_back(join(open_.front()->span, next.span));
            report_.broken.back() = join(report_.broken.back(), opener.span);
        }
        open_.clear();
        misaligned_ = nullptr;
        reported_ = false;
    }

    /// Nothing but braces may be open where a member of a role begins.
    void end_member(const Token& next) {
        if (open_.empty() || closer_of(*open_.back()) == '}') {
            return;
        }
        const Token& opener = *open_.back();
        const Token& last = *(&next - 1);
        if (!reported_) {
            diagnostics_.report(unclosed(opener,
                                         {last.span.end, last.span.end},
                                         fmt::format("`{}` is not closed", opener.text),
                                         "the next declaration begins here"));
        }
        report_.broken.push_back(join(opener.span, last.span));
        while (!open_.empty() && closer_of(*open_.back()) != '}') {
            open_.pop_back();
        }
    }

    [[nodiscard]] Diagnostic
    unclosed(const Token& opener, Span place, std::string message, std::string label) const {
        Diagnostic diagnostic{.code = Code::unclosed_bracket,
                              .message = std::move(message),
                              .primary = {place, std::move(label)},
                              .secondary = {{opener.span, "opened here"}}};
        if (&opener == misaligned_) {
            diagnostic.secondary.push_back(
                {misaligned_closer_->span, "indented like the end of something outside"});
        }
        return diagnostic;
    }

    void report_depth(const Token& token) {
        report_.too_deep = true;
        diagnostics_.report(
            {.code = Code::nesting_too_deep,
             .message = fmt::format("brackets are nested more than {} deep", kMaxNesting),
             .primary = {token.span, "one too many"}});
    }

    const TokenStream& stream_;
    Diagnostics& diagnostics_;
    BracketReport report_;
    std::vector<const Token*> open_;
    const Token* misaligned_ = nullptr; // an opener that probably lacks its closer
    const Token* misaligned_closer_ = nullptr;
    bool reported_ = false; // in this declaration
};

} // namespace

BracketReport check_brackets(const TokenStream& stream, Diagnostics& diagnostics) {
    return Matcher(stream, diagnostics).run();
}

} // namespace muster::spec::syntax
