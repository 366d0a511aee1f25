#include "checker/eval/interpreter.hpp"
#include "checker/explore/instance.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gmock/gmock.h>

// The interpretations of functions and constants that satisfy axioms.
namespace muster::checker::testing {
namespace {

using ::testing::HasSubstr;

struct Both {
    std::vector<State> found;
    std::vector<State> expected; // every candidate in turn
    std::optional<std::size_t> contradicted;
};

Both interpretations(const std::string& declarations, const std::string& items) {
    const spec::TypedSpec spec =
        analysed("protocol p\nsort Node\nsort Key\n" + declarations +
                 "\nrole a { var n: int = 0 }\ninstance i { " + items + " }");
    const Universe universe = make_universe(spec, spec.instances[0]).value();
    const Fixed fixed = fixed_by(spec, universe, spec.instances[0]).value();
    Interpreter interpreter(spec, universe);
    Interpreter other(spec, universe);
    Both both;
    const auto found = interpreter.interpretations(fixed);
    both.found = found.states;
    both.contradicted = found.contradicted;
    for (const State& state : other.candidates(fixed)) {
        const bool satisfies = std::all_of(
            spec.properties.begin(), spec.properties.end(), [&](const spec::PropertyInfo& info) {
                return info.kind != spec::PropertyKind::axiom ||
                       other.holds(info.body, state, state);
            });
        if (satisfies) {
            both.expected.push_back(state);
        }
    }
    return both;
}

TEST(Interpretations, are_those_of_all_candidates_that_satisfy_the_axioms) {
    const std::string order = "function above(a: Node, b: Node): bool\n"
                              "axiom strict: forall a: Node. not above(a, a)\n"
                              "axiom chain: forall a, b, c: Node. above(a, b) and above(b, c) "
                              "implies above(a, c)\n";

    struct Case {
        std::string declarations;
        std::string items;
        std::size_t count;
    };

    const std::vector<Case> cases{
        {order, "Node = 3, Key = 1", 19}, // the strict partial orders of three elements
        {order + "axiom total: forall a, b: Node. a == b or above(a, b) or above(b, a)",
         "Node = 3, Key = 1",
         6},
        {order + "const top: Node\naxiom greatest: forall a: Node. not above(a, top)",
         "Node = 2, Key = 1",
         4},
        {"function next(n: Node): Node\n"
         "axiom one_to_one: forall a, b: Node. next(a) == next(b) implies a == b\n"
         "axiom no_fixed_point: not exists a: Node. next(a) == a",
         "Node = 4, Key = 1",
         9}, // the derangements
        {"function rank(n: Node): int\nfunction owner(k: Key): Node\n"
         "axiom apart: forall a, b: Node. rank(a) == rank(b) implies a == b\n"
         "axiom least: forall a: Node, t: int. rank(a) == t implies t >= 0\n"
         "axiom owned: forall k: Key. rank(owner(k)) > 0",
         "Node = 2, Key = 2",
         2},
        {order + "def higher(a: Node, b: Node) = above(b, a)\n"
                 "function below(a: Node, b: Node): bool\n"
                 "axiom bottom: exists a: Node. forall b: Node. a == b or below(b, a)",
         "Node = 3, Key = 1, below = higher",
         9},
        {"function f(k: Key): bool\naxiom same: (forall k: Key. f(k)) or forall k: Key. not f(k)",
         "Node = 1, Key = 3",
         2},
    };
    for (const Case& one : cases) {
        const Both both = interpretations(one.declarations, one.items);
        EXPECT_EQ(both.found, both.expected) << one.declarations;
        EXPECT_EQ(both.found.size(), one.count) << one.declarations;
        EXPECT_FALSE(both.contradicted.has_value());
    }
}

TEST(Interpretations, name_the_first_axiom_that_leaves_none) {
    const Both both = interpretations("function f(k: Key): bool\n"
                                      "axiom one: exists k: Key. f(k)\n"
                                      "axiom pairs: forall k, l: Key. f(k) implies f(l)\n"
                                      "axiom another: exists k: Key. not f(k)\n"
                                      "axiom innocent: forall k: Key. f(k) or not f(k)",
                                      "Node = 1, Key = 3");
    EXPECT_TRUE(both.expected.empty());
    EXPECT_TRUE(both.found.empty());
    EXPECT_EQ(both.contradicted, 2U);
}

// 2 to the power of 36 tables, of which the axioms leave 720.
TEST(Interpretations, are_found_among_very_many_candidates) {
    const auto found = find(R"(protocol p
sort Node
function above(a: Node, b: Node): bool
axiom strict: forall a: Node. not above(a, a)
axiom chain: forall a, b, c: Node. above(a, b) and above(b, c) implies above(a, c)
axiom total: forall a, b: Node. a == b or above(a, b) or above(b, a)
role node[me: Node] {
  var leads: bool = false
  action lead when forall a: Node. a == me or above(me, a) { leads = true } }
invariant one: forall a, b: Node. node[a].leads and node[b].leads implies a == b
cover led: exists a: Node. node[a].leads
instance six { Node = 6 })");
    EXPECT_EQ(found.result.states, 1440U); // a start for each order, and one step from each
    EXPECT_TRUE(found.broken.empty());
    EXPECT_EQ(found.shown.size(), 1U);
}

TEST(Interpretations, are_refused_where_they_are_too_many) {
    try {
        find(R"(protocol p
sort Node
function above(a: Node, b: Node): bool
role a { var n: int = 0 }
cover there: exists x: Node. above(x, x)
instance many { Node = 5 })");
        FAIL() << "33 million interpretations";
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("`above` has too many interpretations"));
    }
}

} // namespace
} // namespace muster::checker::testing
