#include "tests/unit/spec/parse/parsing.hpp"

#include <gtest/gtest.h>

namespace muster::spec::test {
namespace {

class Expressions : public testing::TestWithParam<Case> {};

TEST_P(Expressions, Parse) {
    EXPECT_EQ(parsed_expr(GetParam().source), GetParam().expected) << GetParam().source;
}

INSTANTIATE_TEST_SUITE_P(Literals,
                         Expressions,
                         testing::Values(Case{"true", "true"},
                                         Case{"false", "false"},
                                         Case{"none", "none"},
                                         Case{"0", "0"},
                                         Case{"9223372036854775807", "9223372036854775807"},
                                         Case{"-1", "(- 1)"},
                                         Case{"10s", "10000"},
                                         Case{"500ms", "500"},
                                         Case{"2m", "120000"},
                                         Case{"x", "x"},
                                         Case{"some(x)", "(some x)"},
                                         Case{"all server", "(all server)"}));

// One line per pair of neighbours in the table of precedences.
INSTANTIATE_TEST_SUITE_P(
    Precedence,
    Expressions,
    testing::Values(Case{"a iff b implies c", "(iff a (implies b c))"},
                    Case{"a implies b iff c", "(iff (implies a b) c)"},
                    Case{"a iff b iff c", "(iff (iff a b) c)"},
                    Case{"a implies b implies c", "(implies a (implies b c))"},
                    Case{"a or b implies c", "(implies (or a b) c)"},
                    Case{"a and b or c and d", "(or (and a b) (and c d))"},
                    Case{"not a and b", "(and (not a) b)"},
                    Case{"not a == b", "(not (== a b))"},
                    Case{"not not a", "(not (not a))"},
                    Case{"a == not b", "(== a (not b))"},
                    Case{"a union b == c inter d", "(== (union a b) (inter c d))"},
                    Case{"a in b union c minus d", "(in a (minus (union b c) d))"},
                    Case{"a subset b and c", "(and (subset a b) c)"},
                    Case{"a + b union c", "(union (+ a b) c)"},
                    Case{"a - b - c", "(- (- a b) c)"},
                    Case{"a + b * c", "(+ a (* b c))"},
                    Case{"-a * b", "(* (- a) b)"},
                    Case{"a - -b", "(- a (- b))"},
                    Case{"-a.f", "(- (. a f))"},
                    Case{"a < b + 1", "(< a (+ b 1))"},
                    Case{"a != b", "(!= a b)"},
                    Case{"a <= b or a >= b or a > b", "(or (or (<= a b) (>= a b)) (> a b))"},
                    Case{"a is some and b is none", "(and (is-some a) (is-none b))"},
                    Case{"not a is some", "(not (is-some a))"},
                    Case{"(a or b) and c", "(and (or a b) c)"},
                    Case{"(a == b) == c", "(== (== a b) c)"}));

INSTANTIATE_TEST_SUITE_P(Postfix,
                         Expressions,
                         testing::Values(Case{"m[k].f.g", "(. (. ([] m k) f) g)"},
                                         Case{"m?[k]", "(?[] m k)"},
                                         Case{"e.value", "(. e value)"},
                                         Case{"f()", "(call f)"},
                                         Case{"f(a, b + 1,)", "(call f a (+ b 1))"},
                                         Case{"f(a)[b]", "([] (call f a) b)"},
                                         Case{"R { f: 1, g: x }", "(record R (f 1) (g x))"},
                                         Case{"r with { f: 1 }.f", "(. (with r (f 1)) f)"},
                                         Case{"client[a].lease == some(t)",
                                              "(== (. ([] client a) lease) (some t))"},
                                         Case{"a\n.b", "(. a b)"}));

INSTANTIATE_TEST_SUITE_P(
    Binding,
    Expressions,
    testing::Values(
        Case{"forall a, b: T, t: int. a == b", "(forall (a : T) (b : T) (t : int) (== a b))"},
        Case{"forall x in S, y in f(T). x == y", "(forall (x in S) (y in (call f T)) (== x y))"},
        Case{"exists x in m.keys. x", "(exists (x in (. m keys)) x)"},
        Case{"exists x: T.p(x)", "(exists (x : T) (call p x))"},
        Case{"a and forall x: T. b and c", "(and a (forall (x : T) (and b c)))"},
        Case{"(forall x: T. b) and c", "(and (forall (x : T) b) c)"},
        Case{"forall x: map A -> option B. b", "(forall (x : (map A (option B))) b)"},
        Case{"if a then b else c + 1", "(if a b (+ c 1))"},
        Case{"if a then b else if c then d else e", "(if a b (if c d e))"},
        Case{"first x in l where x in s", "(first (x in l) (in x s))"},
        Case{"first x in l", "(first (x in l))"}));

INSTANTIATE_TEST_SUITE_P(
    Braces,
    Expressions,
    testing::Values(
        Case{"{}", "(set)"},
        Case{"{ a }", "(set a)"},
        Case{"{ a, b, }", "(set a b)"},
        Case{"{ x in S }", "(set (in x S))"},
        Case{"{ x in S | x > 0 }", "(set-of x (x in S) (when (> x 0)))"},
        Case{"{ x in S union T | x in U, y in V }",
             "(set-of x (x in (union S T)) (when (in x U)) (when (in y V)))"},
        Case{"{ f(x) | x in S }", "(set-of (call f x) (x in S))"},
        Case{"{ s | m in keys(ms), s in ms[m].l, forall n in ns. s in n }",
             "(set-of s (m in (call keys ms)) (s in (. ([] ms m) l)) (when (forall (n in ns) (in "
             "s n))))"},
        Case{"{ m -> p[m] for m in keys(p), m in members }",
             "(map-of m ([] p m) (m in (call keys p)) (when (in m members)))"},
        Case{"{ a -> 1 }", "(map (-> a 1))"},
        Case{"{ a -> b, c.f -> { d -> e }, }", "(map (-> a b) (-> (. c f) (map (-> d e))))"},
        Case{"{ k -> v for k in S, v in T }", "(map-of k v (k in S) (v in T))"},
        Case{"{ x: T | x > 0 }", "(set-of x (x : T) (when (> x 0)))"},
        Case{"{ f(x) | x: T, y in S, not p(x) }",
             "(set-of (call f x) (x : T) (y in S) (when (not (call p x))))"},
        Case{"{ x -> 1 for x: T }", "(map-of x 1 (x : T))"},
        Case{"{ x | x in S, (y in T) }", "(set-of x (x in S) (when (in y T)))"},
        Case{"{ x | x in S, y in T and a }", "(set-of x (x in S) (when (and (in y T) a)))"},
        Case{"{ x | x in S, not y in T }", "(set-of x (x in S) (when (not (in y T))))"}));

INSTANTIATE_TEST_SUITE_P(Properties,
                         Expressions,
                         testing::Values(Case{"old(a.b)", "(old (. a b))"},
                                         Case{"armed(server.t[k])", "(armed ([] (. server t) k))"},
                                         Case{"sent(M())", "(sent M)"},
                                         Case{"sent(M(f: 1, g: some(x)) from a to b)",
                                              "(sent M (f 1) (g (some x)) from a to b)"},
                                         Case{"in_flight(M() to b)", "(in_flight M to b)"}));

// Words that mean something in one place only are free elsewhere.
INSTANTIATE_TEST_SUITE_P(Words,
                         Expressions,
                         testing::Values(Case{"value", "value"},
                                         Case{"role.step == max", "(== (. role step) max)"},
                                         Case{"index", "index"},
                                         Case{"x index",
                                              "expected a declaration, found `index` "
                                              "@22 'index'\n"},
                                         Case{"inside in orders", "(in inside orders)"}));

class Mistakes : public testing::TestWithParam<Case> {};

TEST_P(Mistakes, AreReportedOnce) {
    const std::string found = parsed_expr(GetParam().source);
    EXPECT_EQ(found.substr(0, found.find(" @")), GetParam().expected) << GetParam().source;
    EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << found;
}

INSTANTIATE_TEST_SUITE_P(
    Expressions,
    Mistakes,
    testing::Values(Case{"a +", "expected an expression, found the end of the file"},
                    Case{"not", "expected an expression, found the end of the file"},
                    Case{"a +\nsort S", "expected an expression, found `sort`"},
                    Case{"a < b <= c < d", "comparisons cannot be chained"},
                    Case{"a = b", "expected a declaration, found `=`"},
                    Case{"a && b", "expected a declaration, found `&&`"},
                    Case{"! a", "expected an expression, found `!`"},
                    Case{"forall x: T a", "expected `.` after the names, found `a`"},
                    Case{"forall x, y in S. a", "every name needs an `in` of its own"},
                    Case{"forall x T. a", "expected `:` or `in` after the names, found `T`"},
                    Case{"if a then b", "expected `else`, found the end of the file"},
                    Case{"x is 3", "expected `some` or `none`, found `3`"},
                    Case{"{ x: T }", "expected `|` behind the type, found `}`"},
                    Case{"{ x + 1 | y > 2 }", "nothing says what this collection ranges over"},
                    Case{"a.from", "expected a field's name, found `from`"},
                    Case{"r with { 1 }", "expected a field's name or `}`, found `1`"},
                    Case{"99999999999999999999", "this number does not fit into 64 bits"},
                    Case{"9223372036854775807s", "this number does not fit into 64 bits"},
                    Case{"12abc", "a number cannot be followed by `abc`"},
                    Case{"a \xC3\xA4", "expected a declaration, found `\xC3\xA4`"},
                    Case{"sent(M)", "expected `(`, found `)`"}));

} // namespace
} // namespace muster::spec::test
