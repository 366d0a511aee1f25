#include "tests/support/golden.hpp"
#include "tests/unit/spec/parse/parsing.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace muster::spec::test {
namespace {

class Declarations : public testing::TestWithParam<Case> {};

TEST_P(Declarations, Parse) {
    EXPECT_EQ(parsed_declaration(GetParam().source), GetParam().expected) << GetParam().source;
}

INSTANTIATE_TEST_SUITE_P(
    Data,
    Declarations,
    testing::Values(Case{"sort S", "(sort S)"},
                    Case{"enum E { A, B = 22, C = -1 }", "(enum E A B=22 C=-1)"},
                    Case{"record R { a: int, b: option S, }", "(record R (a int) (b (option S)))"},
                    Case{"record R {\n  a: map K -> set V,\n  b: distinct list S\n}",
                         "(record R (a (map K (set V))) (b (distinct-list S)))"},
                    Case{"const c: bool", "(const c bool)"},
                    Case{"function f(x: T, y: list U): set V",
                         "(function f ((x T) (y (list U))) (set V))"},
                    Case{"def d = 1", "(def d () 1)"},
                    Case{"def d(x: T) = x == y", "(def d ((x T)) (== x y))"},
                    Case{"message M from a to b {}", "(message M a b)"},
                    Case{"message M from a to b { f: int = -1, r: request N }",
                         "(message M a b (f int = (- 1)) (r (request N)))"}));

INSTANTIATE_TEST_SUITE_P(
    Roles,
    Declarations,
    testing::Values(Case{"role r { }", "(role r)"},
                    Case{"role r[me: S] { var x: int }", "(role r (me S)\n  (var x int))"},
                    Case{"role r { durable x: int = 0 ghost y: map A -> B }",
                         "(role r\n  (durable x int = 0)\n  (ghost y (map A B)))"},
                    Case{
                        "role r { timer t timer u[k: K] for 2m durable timer v }",
                        "(role r\n  (timer t)\n  (timer u (k K) for 120000)\n  (durable-timer v))"},
                    Case{"role r { durable timer: int }", "(role r\n  (durable timer int))"},
                    Case{"role r { on M { } on N() { } on start { } }",
                         "(role r\n  (on M (do))\n  (on N () (do))\n  (on start (do)))"},
                    Case{"role r { on M(a, b: c) from s as q when a > c { ignore } }",
                         "(role r\n  (on M (a b:c) from s as q when (> a c) (do (ignore))))"},
                    Case{"role r { on M() from s otherwise { } }",
                         "(role r\n  (on M () from s otherwise (do)))"},
                    Case{"role r { action a { } action b(x: T) when x == y { } }",
                         "(role r\n  (action a () (do))\n  (action b ((x T)) when (== x y) (do)))"},
                    Case{"role r { procedure p(x: T) { return } def d = x }",
                         "(role r\n  (procedure p ((x T)) (do (return)))\n  (def d () x))"}));

INSTANTIATE_TEST_SUITE_P(
    Properties,
    Declarations,
    testing::Values(
        Case{"fault stop r", "(fault stop r)"},
        Case{"lemma l: a", "(lemma l a)"},
        Case{"cover c: a", "(cover c a)"},
        Case{"step s: old(a) <= a", "(step s (<= (old a) a))"},
        Case{"invariant i without arbitrary client, crash server: a",
             "(invariant i (without arbitrary client) (without crash server) a)"},
        Case{"instance i { S = 3, r.x <= 4, r.y >= -1, M.f in 0 .. 2, r.a.x in 0..1, }",
             "(instance i (S = 3) (r.x <= 4) (r.y >= -1) (M.f in 0 .. 2) (r.a.x in 0 .. 1))"},
        Case{"test \"a \\\"b\\\"\" of r {\n M(f: 1) from a\n t(k)\n crash; act\n expect x == 1 }",
             "(test \"a \"b\"\" r (M (f 1) from a) (t (_ k)) (crash) (act) (expect (== x 1)))"}));

// What belongs to the language but is not there yet is refused in so many words.
INSTANTIATE_TEST_SUITE_P(
    NotYet,
    Declarations,
    testing::Values(
        Case{"import \"x.muster\"", "`import` is not supported yet @11 'import'\n"},
        Case{"network once", "`network` is not supported yet @11 'network'\n"},
        Case{"live l: P leads to Q", "`live` properties are not supported yet @11 'live'\n"},
        Case{"message M from a to b { } via fifo", "`via` is not supported yet @37 'via'\n"},
        Case{"role r { on lost c { } }", "`on lost` is not supported yet @23 'lost'\n"},
        Case{"role r {\n  either on M() { }\n}", "`either` is not supported yet @22 'either'\n"},
        Case{"role r {\n  assume timing x: t fires only when e\n}",
             "`assume timing` is not supported yet @22 'assume'\n"},
        Case{"instance i { in flight <= 2 }",
             "a bound on messages in flight is not supported yet @24 'in'\n"},
        Case{"instance i { f = circle }",
             "an instance can give a whole number only @28 'circle'\n"}));

TEST(Documentation, BelongsToWhatFollows) {
    Diagnostics diagnostics;
    const auto file = parse("/// About p.\n///\n/// More.\nprotocol p\n"
                            "/// lost: a blank line follows\n\n/// A sort.\r\nsort S /// no\n"
                            "sort T //// no\n"
                            "record R {\n  /// A field.\n  f: int,\n  g: int\n}\n"
                            "role r {\n  /// A variable.\n  // aside\n  var x: int\n}\n",
                            diagnostics);
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->doc, "About p.\n\nMore.");
    EXPECT_EQ(file->declarations[0].doc, "A sort.");
    EXPECT_EQ(file->declarations[1].doc, "");
    const auto& record = std::get<ast::RecordDecl>(file->declarations[2].node);
    EXPECT_EQ(record.fields[0].doc, "A field.");
    EXPECT_EQ(record.fields[1].doc, "");
    const auto& role = std::get<ast::RoleDecl>(file->declarations[3].node);
    EXPECT_EQ(role.members[0].doc, "A variable.");
}

TEST(Files, LineEndsAndByteOrderMarkDoNotMatter) {
    const std::string expected = "(protocol p)\n(sort S)\n";
    EXPECT_EQ(parsed("protocol p\nsort S"), expected);
    EXPECT_EQ(parsed("\xEF\xBB\xBFprotocol p\r\nsort S\r\n"), expected);
    EXPECT_EQ(parsed("protocol p sort S // \xC3\xA4"), expected);
}

TEST(Files, ShippedProtocolsKeepTheirTree) {
    const std::filesystem::path source = MUSTER_SOURCE_DIR;
    for (const char* name : {"lease", "kafka_group"}) {
        const std::string text =
            muster::test::read_file(source / "spec/protocols" / (std::string(name) + ".muster"));
        Diagnostics diagnostics;
        const auto file = parse(text, diagnostics);
        ASSERT_TRUE(file.has_value()) << mistakes(text, diagnostics);
        Diagnostics again;
        EXPECT_EQ(dump(*file), dump(*parse(text, again)));
    }
    const std::string lease = muster::test::read_file(source / "spec/protocols/lease.muster");
    EXPECT_TRUE(
        muster::test::matches_golden(source / "tests/golden/parse/lease.expect", parsed(lease)));
}

} // namespace
} // namespace muster::spec::test
