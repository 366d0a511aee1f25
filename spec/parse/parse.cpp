#include "spec/parse/parse.hpp"

#include "spec/parse/boundaries.hpp"
#include "spec/parse/brackets.hpp"
#include "spec/parse/expectation.hpp"
#include "spec/parse/grammar/decl.hpp"
#include "spec/parse/grammar/lexical.hpp"
#include "spec/parse/text_check.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace muster::spec {
namespace syntax {
namespace {

/// Where reading a file ends: nobody looks at so many, and each costs microseconds.
constexpr std::size_t kMaxSyntaxErrors = 1000;

/// Runs the grammar declaration by declaration and, in roles, member by member. After a mistake it
/// goes on where the next one surely begins, so that each is reported for itself. Once there is a
/// mistake the tree is not used any more.
class FileParser {
public:
    FileParser(const TokenStream& stream,
               BracketReport brackets,
               ParsedFile& file,
               Diagnostics& diagnostics)
        : first_(stream.tokens.data())
        , next_(first_)
        , end_(first_ + stream.tokens.size() - 1)
        , brackets_(std::move(brackets))
        , diagnostics_(diagnostics)
        , file_(file)
        , builder_(stream, file, diagnostics) {
        brackets_.broken.insert(brackets_.broken.end(), stream.broken.begin(), stream.broken.end());
        merge_broken();
    }

    void run() {
        file_.doc = builder_.doc(*next_);
        const bool has_protocol_line = next_->text == "protocol";
        if (!apply(grammar::protocol, file_.protocol) &&
            (has_protocol_line || !begins_declaration(*next_))) {
            recover(Inside::file);
        }
        while (next_ != end_ && errors_ < kMaxSyntaxErrors) {
            parse_declaration();
        }
        builder_.finish(file_);
    }

private:
    enum class Inside { file, role };

    void parse_declaration() {
        const Token* start = next_;
        ast::Declaration declaration;
        if (next_->text == "role") {
            ast::RoleDecl role;
            if (!parse_role(role)) {
                return;
            }
            declaration.node = std::move(role);
        } else if (!apply(grammar::declaration, declaration)) {
            recover(Inside::file);
            return;
        }
        declaration.span = grammar::span_of(start, next_);
        declaration.doc = builder_.doc(*start);
        file_.declarations.push_back(std::move(declaration));
    }

    bool parse_role(ast::RoleDecl& role) {
        if (!apply(grammar::role_header, role)) {
            recover(Inside::file);
            return false;
        }
        const std::size_t closer = brackets_.closers[static_cast<std::size_t>(next_ - 1 - first_)];
        role_end_ = closer == BracketReport::kNoCloser ? nullptr : first_ + closer;
        while (next_->text != "}") {
            const Token* start = next_;
            ast::Member member;
            if (errors_ == kMaxSyntaxErrors) {
                return false;
            }
            if (begins_declaration(*next_) || next_ == end_) {
                report(describe_expectation(grammar::member.name, *next_, first_));
                return false;
            }
            if (!apply(grammar::member, member)) {
                if (recover(Inside::role) == Inside::file) {
                    return false;
                }
                continue;
            }
            member.doc = builder_.doc(*start);
            role.members.push_back(std::move(member));
        }
        ++next_;
        return true;
    }

    /// Applies one rule at the current place. Reports why it does not match; then the place is
    /// unchanged.
    template <class Rule, class Attribute>
    bool apply(const Rule& rule, Attribute& attribute) {
        const auto ctx = grammar::x3::make_context<grammar::builder_tag>(builder_);
        const Token* start = next_;
        try {
            if (rule.parse(next_, end_, ctx, grammar::x3::unused, attribute)) {
                return true;
            }
            report(describe_expectation(rule.name, *start, first_));
        } catch (const grammar::x3::expectation_failure<const Token*>& failure) {
            report(describe_expectation(failure.which(), *failure.where(), first_));
        } catch (const SyntaxError& error) {
            diagnostics_.report(error.diagnostic); // certain, whatever else is wrong
        }
        next_ = start;
        ++errors_;
        return false;
    }

    /// Makes the broken places sorted and disjoint, so that one is found without looking at all.
    void merge_broken() {
        std::vector<Span>& broken = brackets_.broken;
        std::sort(broken.begin(), broken.end(), [](Span a, Span b) { return a.begin < b.begin; });
        std::vector<Span> merged;
        for (const Span each : broken) {
            if (!merged.empty() && each.begin <= merged.back().end) {
                merged.back() = join(merged.back(), each);
            } else {
                merged.push_back(each);
            }
        }
        broken = std::move(merged);
    }

    void report(const Diagnostic& diagnostic) {
        const std::uint32_t at = diagnostic.primary.span.begin;
        const std::vector<Span>& broken = brackets_.broken;
        const auto behind =
            std::upper_bound(broken.begin(), broken.end(), at, [](std::uint32_t place, Span each) {
                return place < each.begin;
            });
        const bool follows = behind != broken.begin() && at <= (behind - 1)->end;
        if (!follows) {
            diagnostics_.report(diagnostic);
        }
    }

    /// Moves on to where something new begins, and says whether that is still in the same role.
    /// Brackets that match are passed as a whole, so that nothing inside them is taken for a
    /// beginning.
    Inside recover(Inside where) {
        next_ += next_ == end_ ? 0 : 1;
        while (next_ != end_ && !begins_declaration(*next_)) {
            if (where == Inside::role && (begins_member(*next_) || closes_role())) {
                return Inside::role;
            }
            if (where == Inside::file && next_->text == "def" && begins_member(*next_) &&
                next_->indent == 0) {
                return Inside::file;
            }
            const std::size_t closer = brackets_.closers[static_cast<std::size_t>(next_ - first_)];
            next_ = closer == BracketReport::kNoCloser ? next_ + 1 : first_ + closer + 1;
        }
        return Inside::file;
    }

    /// Where brackets do not match, a brace at the left edge is taken for the end of the role.
    [[nodiscard]] bool closes_role() const {
        return role_end_ != nullptr
                   ? next_ == role_end_
                   : next_->text == "}" && next_->first_on_line && next_->indent == 0;
    }

    const Token* first_;
    const Token* next_;
    const Token* end_;
    const Token* role_end_ = nullptr; // the brace that closes the current role, if there is one
    BracketReport brackets_;
    Diagnostics& diagnostics_;
    ParsedFile& file_;
    Builder builder_;
    std::size_t errors_ = 0;
};

} // namespace
} // namespace syntax

bool parse_into(ParsedFile& file,
                std::string_view text,
                std::uint32_t base,
                Diagnostics& diagnostics) {
    file.declarations.clear();
    const std::size_t errors_before = diagnostics.error_count();
    if (!syntax::check_text(text, base, diagnostics)) {
        return false;
    }
    const syntax::TokenStream stream = syntax::tokenize(text, base, diagnostics);
    if (stream.tokens.size() == 1) {
        const std::uint32_t end = base + static_cast<std::uint32_t>(text.size());
        diagnostics.report({.code = Code::empty_file,
                            .message = "the file holds no protocol",
                            .primary = {{end, end}, ""},
                            .help = "a spec begins with `protocol` and a name"});
        return false;
    }
    syntax::BracketReport brackets = syntax::check_brackets(stream, diagnostics);
    if (brackets.too_deep) {
        return false;
    }
    syntax::FileParser(stream, std::move(brackets), file, diagnostics).run();
    return diagnostics.error_count() == errors_before;
}

std::optional<ParsedFile> parse(std::string_view text, Diagnostics& diagnostics) {
    ParsedFile file;
    if (!parse_into(file, text, 0, diagnostics)) {
        return std::nullopt;
    }
    return file;
}

} // namespace muster::spec
