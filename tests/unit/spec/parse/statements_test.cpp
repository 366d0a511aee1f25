#include "tests/unit/spec/parse/parsing.hpp"

#include <gtest/gtest.h>

namespace muster::spec::test {
namespace {

class Statements : public testing::TestWithParam<Case> {};

TEST_P(Statements, Parse) {
    EXPECT_EQ(parsed_block(GetParam().source), GetParam().expected) << GetParam().source;
}

INSTANTIATE_TEST_SUITE_P(
    Single,
    Statements,
    testing::Values(Case{"x = e", "(= x e)"},
                    Case{"m[k].f = e", "(= (. ([] m k) f) e)"},
                    Case{"x += 1", "(+= x 1)"},
                    Case{"m -= k", "(-= m k)"},
                    Case{"let v = e", "(let v e)"},
                    Case{"let id = fresh MemberId", "(fresh id MemberId)"},
                    Case{"send M(f: 1) to q", "(send M (f 1) to q)"},
                    Case{"reply M()", "(reply M)"},
                    Case{"reply M(f: 1)\n  to parked[m]", "(reply M (f 1) to ([] parked m))"},
                    Case{"start t", "(start t)"},
                    Case{"start t[k] for m.f + 1", "(start ([] t k) for (+ (. m f) 1))"},
                    Case{"start t for 10s", "(start t for 10000)"},
                    Case{"stop t[k]", "(stop ([] t k))"},
                    Case{"ignore", "(ignore)"},
                    Case{"return", "(return)"},
                    Case{"assert a > b", "(assert (> a b))"},
                    Case{"p(x, 1)", "(call p x 1)"},
                    Case{"if a { x = 1 }", "(if a (do (= x 1)))"},
                    Case{"if a { } else if b { } else { ignore }",
                         "(if a (do) else (do (if b (do) else (do (ignore)))))"},
                    Case{"for x in S { m[x] = 1 }", "(for (x in S) (do (= ([] m x) 1)))"},
                    Case{"for each x in l { p(x) }", "(for-each (x in l) (do (call p x)))"},
                    Case{"for each in S { }", "(for (each in S) (do))"},
                    Case{"pick x in S { y = x }", "(pick (x in S) (do (= y x)))"},
                    Case{"pick x in S where x > 0 by max f(x) { } else { ignore }",
                         "(pick (x in S) where (> x 0) by-max (call f x) (do) else (do (ignore)))"},
                    Case{"pick x in S by min x { }", "(pick (x in S) by-min x (do))"}));

// A statement ends where the next one begins; semicolons and line ends are equal.
INSTANTIATE_TEST_SUITE_P(
    Sequences,
    Statements,
    testing::Values(Case{"x = 1\ny = 2", "(= x 1) (= y 2)"},
                    Case{"x = 1 y = 2", "(= x 1) (= y 2)"},
                    Case{"; x = 1;; y = 2;", "(= x 1) (= y 2)"},
                    Case{"x = a\nstart t\nfor m in S { }", "(= x a) (start t) (for (m in S) (do))"},
                    Case{"start t\nfor each m in S { }", "(start t) (for-each (m in S) (do))"},
                    Case{"start t for m\nreturn", "(start t for m) (return)"},
                    Case{"return; x = 1", "(return) (= x 1)"}));

// A brace behind a name begins a record only if `field:` follows.
INSTANTIATE_TEST_SUITE_P(
    BracesBehindNames,
    Statements,
    testing::Values(
        Case{"if x == Dead { y = 1 }", "(if (== x Dead) (do (= y 1)))"},
        Case{"if x == Dead { }", "(if (== x Dead) (do))"},
        Case{"if x == R { f: 1 } { y = 1 }", "(if (== x (record R (f 1))) (do (= y 1)))"},
        Case{"for m in pending { stop t[m] }", "(for (m in pending) (do (stop ([] t m))))"},
        Case{"m[p] = R { f: none }", "(= ([] m p) (record R (f none)))"}));

INSTANTIATE_TEST_SUITE_P(
    Mistakes,
    Statements,
    testing::Values(
        Case{"x := 1", "expected `=`, `+=`, `-=` or `(` behind the name, found `:=` @38 ':='\n"},
        Case{"send M(f: 1)", "expected `to`, found `}` @48 ''\n"},
        Case{"if a x = 1", "expected `{`, found `x` @41 'x'\n"},
        Case{"let when = 1", "expected a name, found `when` @40 'when'\n"},
        Case{"x = ", "expected an expression, found `}` @41 '}'\n"},
        Case{"m?[k] = 1",
             "expected `=`, `+=`, `-=` or `(` behind the name, found `?[` @37 '?['\n"}));

} // namespace
} // namespace muster::spec::test
