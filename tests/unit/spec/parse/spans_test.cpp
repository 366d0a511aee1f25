#include "spec/ast/walk.hpp"
#include "tests/support/golden.hpp"
#include "tests/unit/spec/parse/parsing.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace muster::spec::test {
namespace {

/// The sources of all expressions in the arena's order.
std::vector<std::string> expression_texts(std::string_view source) {
    const std::string text = "protocol p\naxiom a: " + std::string(source) + "  // end\n";
    Diagnostics diagnostics;
    const auto file = parse(text, diagnostics);
    std::vector<std::string> result;
    if (!file) {
        return {mistakes(text, diagnostics)};
    }
    for (const ast::Expr& expr : file->exprs) {
        result.push_back(text.substr(expr.span.begin, expr.span.end - expr.span.begin));
    }
    return result;
}

using Texts = std::vector<std::string>;

TEST(Spans, OfExpressionsAreExact) {
    EXPECT_EQ(expression_texts("a + b"), (Texts{"a", "b", "a + b"}));
    EXPECT_EQ(expression_texts("not a"), (Texts{"a", "not a"}));
    EXPECT_EQ(expression_texts("m[k].f"), (Texts{"m", "k", "m[k]", "m[k].f"}));
    EXPECT_EQ(expression_texts("x is some"), (Texts{"x", "x is some"}));
    EXPECT_EQ(expression_texts("f( a )"), (Texts{"f( a )", "a"}));
    EXPECT_EQ(expression_texts("{ }"), (Texts{"{ }"}));
    EXPECT_EQ(expression_texts("R { f: 1 }"), (Texts{"R { f: 1 }", "1"}));
    EXPECT_EQ(expression_texts("r with { f: 1 }"), (Texts{"r", "1", "r with { f: 1 }"}));
    EXPECT_EQ(expression_texts("forall x: T. x"), (Texts{"x", "forall x: T. x"}));
    EXPECT_EQ(expression_texts("sent(M() to c)"), (Texts{"c", "sent(M() to c)"}));
}

TEST(Spans, OfParenthesesBelongToWhatIsInside) {
    EXPECT_EQ(expression_texts("(a + b) * c"), (Texts{"a", "b", "(a + b)", "c", "(a + b) * c"}));
}

TEST(Spans, OfComprehensionsCoverTheBraces) {
    EXPECT_EQ(expression_texts("{ x in S | x > 0 }"),
              (Texts{"x", "S", "x", "0", "x > 0", "{ x in S | x > 0 }"}));
}

TEST(Spans, OfStatementsAndDeclarations) {
    const std::string text = "protocol p\n/// doc\nrole r {\n  on M() { x = 1 ; stop t[k] }\n}\n";
    Diagnostics diagnostics;
    const auto file = parse(text, diagnostics);
    ASSERT_TRUE(file.has_value());
    const auto source = [&](Span span) {
        return text.substr(span.begin, span.end - span.begin);
    };
    EXPECT_EQ(source(file->declarations[0].span), text.substr(19, text.size() - 20));
    const auto& member = std::get<ast::RoleDecl>(file->declarations[0].node).members[0];
    EXPECT_EQ(source(member.span), "on M() { x = 1 ; stop t[k] }");
    const auto& handler = std::get<ast::HandlerDecl>(member.node);
    EXPECT_EQ(source(handler.body.span), "{ x = 1 ; stop t[k] }");
    EXPECT_EQ(source(handler.body.statements[0].span), "x = 1");
    EXPECT_EQ(source(handler.body.statements[1].span), "stop t[k]");
}

// Every expression lies inside its parent's span, and no expression belongs to two parents.
TEST(Spans, NestInShippedProtocols) {
    const std::filesystem::path protocols =
        std::filesystem::path(MUSTER_SOURCE_DIR) / "spec/protocols";
    for (const char* name : {"lease.muster", "kafka_group.muster"}) {
        Diagnostics diagnostics;
        const auto file = parse(muster::test::read_file(protocols / name), diagnostics);
        ASSERT_TRUE(file.has_value());
        std::vector<int> parents(file->exprs.size());
        for (const ast::Expr& expr : file->exprs) {
            EXPECT_LT(expr.span.begin, expr.span.end);
            ast::for_each_child(expr.node, [&](ast::ExprId id) {
                const Span child = file->expr(id).span;
                EXPECT_LE(expr.span.begin, child.begin);
                EXPECT_LE(child.end, expr.span.end);
                EXPECT_LE(++parents[id.value], 1);
            });
        }
    }
}

} // namespace
} // namespace muster::spec::test
