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

INSTANTIATE_TEST_SUITE_P(
    Network,
    Declarations,
    testing::Values(Case{"import \"a/b.muster\"", "(import \"a/b.muster\")"},
                    Case{"network unreliable", "(network unreliable)"},
                    Case{"network once", "(network once)"},
                    Case{"message M from a to b { } via fifo", "(message M a b via fifo)"},
                    Case{"fair message M from a to b { x: int } via unreliable",
                         "(fair-message M a b (x int) via unreliable)"},
                    Case{"unfair message M from a to b { }", "(unfair-message M a b)"},
                    Case{"fault fair crash r", "(fair-fault crash r)"},
                    Case{"fault unfair stop r", "(unfair-fault stop r)"}));

INSTANTIATE_TEST_SUITE_P(
    Handlers,
    Declarations,
    testing::Values(
        Case{"role r {\n  either on M(a) when a { } }",
             "(role r\n  (either-on M (a) when a (do)))"},
        Case{"role r { on lost c { } on lost c of q { } }",
             "(role r\n  (on-lost c (do))\n  (on-lost c of q (do)))"},
        Case{"role r { on lost { } on lost(c) { } on lost from c { } }",
             "(role r\n  (on lost (do))\n  (on lost (c) (do))\n  (on lost from c (do)))"},
        Case{"role r {\n  fair timer t\n  unfair durable timer u for 1s\n  fair action a { } }",
             "(role r\n  (fair-timer t)\n  (unfair-durable-timer u for 1000)\n"
             "  (fair-action a () (do)))"},
        Case{"role r {\n  fair action a { fair = x }\n  var either: int\n  timer lost\n"
             "  var fires: set once }",
             "(role r\n  (fair-action a () (do (= fair x)))\n  (var either int)\n  (timer lost)\n"
             "  (var fires (set once)))"}));

INSTANTIATE_TEST_SUITE_P(
    Liveness,
    Declarations,
    testing::Values(
        Case{"live l: P leads to Q", "(live l () P Q)"},
        Case{"live l[m: S, n: T] without crash r, stop q: x is some leads to y or z",
             "(live l ((m S) (n T)) (without crash r) (without stop q) (is-some x) (or y z))"},
        Case{"live l: a leads to b when quiet(join, c.join, crash s, timer t, timer s.t, lose M,\n"
             "  cut c, stop s)",
             "(live l () a b (quiet (action join) (action c.join) (fault crash s) (timer t) "
             "(timer s.t) (lose M) (cut c) (fault stop s)))"},
        Case{"live l: leads leads to leads when quiet(timer, lose, crash.x, cut)",
             "(live l () leads leads (quiet (action timer) (action lose) (action crash.x) "
             "(action cut)))"},
        Case{"assume timing a: r.t fires only when x", "(assume-timing a r.t x)"},
        Case{"assume timing a: r[i].t[k] fires only when not armed(r[i].u[k])",
             "(assume-timing a r[i].t[k] (not (armed ([] (. ([] r i) u) k))))"}));

INSTANTIATE_TEST_SUITE_P(
    Instances,
    Declarations,
    testing::Values(
        Case{"instance i { S = {a, b}, c = -1, d = true, f = circle, g = { a -> b, } }",
             "(instance i (S = (set a b)) (c = (- 1)) (d = true) (f = circle) (g = (map (-> a "
             "b))))"},
        Case{"instance i { in flight <= 2, duplicates <= 1, duplicates in 0 .. 1 }",
             "(instance i (in-flight <= 2) (duplicates <= 1) (duplicates in 0 .. 1))"}));

INSTANTIATE_TEST_SUITE_P(
    Tests,
    Declarations,
    testing::Values(
        Case{"test \"x\" of r[a] {\n given c = 3\n given f = { a -> b }\n given\n lost a\n"
             " lost a of q\n lost\n lost(a) }",
             "(test \"x\" r[a] (given c 3) (given f (map (-> a b))) (given) (lost a) "
             "(lost a of q) (lost) (lost (_ a)))"},
        Case{"test \"x\" of r {\n expect sends M(x: 1) to a\n expect sends M()\n"
             " expect sends nothing\n expect sends nothing(y: 1)\n expect sends\n"
             " expect sends == 3 }",
             "(test \"x\" r (expect-sends M (x 1) to a) (expect-sends M) (expect-sends nothing) "
             "(expect-sends nothing (y 1)) (expect sends) (expect (== sends 3)))"}));

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

TEST(Files, TheWholeLanguageHasATree) {
    const std::filesystem::path folder =
        std::filesystem::path(MUSTER_SOURCE_DIR) / "tests/golden/parse";
    EXPECT_TRUE(muster::test::matches_golden(
        folder / "whole_language.expect",
        parsed(muster::test::read_file(folder / "whole_language.muster"))));
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
