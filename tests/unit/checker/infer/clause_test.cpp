#include "checker/infer/clause.hpp"
#include "checker/infer/clause_finder.hpp"
#include "checker/infer/ground_states.hpp"
#include "tests/support/golden.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string>

namespace muster::checker::infer::testing {
namespace {

class Clauses : public ::testing::Test {
protected:
    Clauses()
        : spec_(analysed(kTiny))
        , builder_(spec_)
        , predicates_(make_predicates(builder_, all_of(spec_))) {}

    std::uint32_t number_of(const std::string& text) const {
        for (std::uint32_t p = 0; p < predicates_.size(); ++p) {
            if (text_of(spec_, predicates_[p].body) == text) {
                return p;
            }
        }
        throw std::runtime_error("there is no predicate " + text);
    }

    /// Of two clients.
    std::uint32_t equality() const {
        const auto found = std::find_if(predicates_.begin(),
                                        predicates_.end(),
                                        [](const auto& each) { return each.is_equality; });
        return static_cast<std::uint32_t>(std::distance(predicates_.begin(), found));
    }

    State state(std::vector<std::int64_t> holders) const {
        State result;
        result.variables = {{Value::none()}, {Value::scalar(0)}, {}};
        for (std::int64_t client = 0; client < 2; ++client) {
            const bool holds = std::find(holders.begin(), holders.end(), client) != holders.end();
            result.variables[2].push_back(Value::boolean(holds));
        }
        result.functions = {{Value::scalar(1), Value::scalar(2)}};
        result.used.resize(1);
        return result;
    }

    GroundStates ground(std::vector<State> states) const {
        Universe universe;
        universe.sort_sizes = {2};
        universe.integers = {0, 1, 2};
        return {spec_, predicates_, universe, std::move(states)};
    }

    spec::TypedSpec spec_;
    ExprBuilder builder_;
    std::vector<Predicate> predicates_;
};

// What lemmas about the tiny spec can be made of.
TEST_F(Clauses, AreMadeOfThesePredicates) {
    std::string all;
    for (const Predicate& predicate : predicates_) {
        const std::string guard = predicate.undefined_unless.valid()
                                      ? "  if " + text_of(spec_, predicate.undefined_unless)
                                      : "";
        all += text_of(spec_, predicate.body) + guard + "\n";
    }
    EXPECT_TRUE(
        muster::test::matches_golden(MUSTER_SOURCE_DIR "/tests/golden/infer/predicates.txt", all));
}

// Milliseconds are nothing that a property about rounds needs, as far as one can tell.
TEST(Predicates, KnowWhetherTheyCountWhatPropertiesSpeakOf) {
    spec::TypedSpec spec = analysed(R"(
protocol rounds
role server {
  var round: int = 0
  var last: int = 0
  var pause: int = 5
  action go { last = round round += 1 }
  action slower when pause < 9 { pause += 1 }
}
invariant rounds: server.round >= 0
)");
    ExprBuilder builder(spec);
    std::set<std::string> others;
    std::set<std::string> wanted;
    for (const Predicate& predicate : make_predicates(builder, all_of(spec))) {
        (predicate.counts_something_else ? others : wanted).insert(text_of(spec, predicate.body));
    }
    EXPECT_EQ(others, (std::set<std::string>{"0 < server.pause", "server.pause == 0"}));
    EXPECT_TRUE(wanted.contains("server.last < server.round"));
    EXPECT_TRUE(wanted.contains("0 < server.last"));
}

TEST_F(Clauses, AreWrittenAsImplications) {
    const auto client = spec_.types.sort(spec::SortId{0});
    const std::uint32_t holds = number_of("client[parameter].holds");
    const std::uint32_t equal = equality();
    const Clause one{{client, client},
                     {{holds, {0}, false}, {holds, {1}, false}, {equal, {0, 1}, true}}};
    EXPECT_EQ(text_of(spec_, formula_of(builder_, predicates_, one)),
              "forall c1, c2: Client. client[c1].holds and client[c2].holds implies c1 == c2");
    const Clause nobody{{client}, {{holds, {0}, false}}};
    EXPECT_EQ(text_of(spec_, formula_of(builder_, predicates_, nobody)),
              "forall c: Client. not client[c].holds");
    const std::uint32_t less = number_of("rank(parameter) < rank(parameter2)");
    const Clause order{{client, client}, {{holds, {0}, false}, {less, {0, 1}, false}}};
    EXPECT_EQ(text_of(spec_, formula_of(builder_, predicates_, order)),
              "forall c1, c2: Client. client[c1].holds implies rank(c2) <= rank(c1)");
}

TEST_F(Clauses, AreRefutedByAStateAndElements) {
    const auto client = spec_.types.sort(spec::SortId{0});
    const std::uint32_t holds = number_of("client[parameter].holds");
    const std::uint32_t equal = equality();
    const Clause one{{client, client},
                     {{holds, {0}, false}, {holds, {1}, false}, {equal, {0, 1}, true}}};
    GroundStates states = ground({state({}), state({0}), state({0, 1})});
    const auto refutation = states.refute(one);
    ASSERT_TRUE(refutation.has_value());
    EXPECT_EQ(refutation->state, 2U);
    EXPECT_EQ(refutation->assignment, (std::vector<std::uint16_t>{0, 1}));
    EXPECT_FALSE(states.refutes(one, 0));
    EXPECT_FALSE(states.refutes(one, 1));
    EXPECT_TRUE(states.refutes(one, 2));
}

// Two holders are excluded by the clause that is true of the samples, and by nothing shorter.
TEST_F(Clauses, AreFoundForAStateToExclude) {
    std::vector<GroundStates> samples;
    samples.push_back(ground({state({}), state({0}), state({1})}));
    GroundStates excluded = ground({state({0, 1})});
    ClauseFinder finder(predicates_, samples, {});
    std::vector<bool> allowed(predicates_.size(), false);
    allowed[number_of("client[parameter].holds")] = true;
    allowed[equality()] = true;
    const std::vector<Clause> found = finder.find(excluded, allowed, 3);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(text_of(spec_, formula_of(builder_, predicates_, found.front())),
              "forall c1, c2: Client. client[c1].holds and client[c2].holds implies c1 == c2");
    samples.push_back(ground({state({0, 1})}));
    EXPECT_TRUE(finder.find(excluded, allowed, 3).empty());
}

Clause over_pairs(std::vector<std::array<std::uint8_t, 2>> pairs) {
    Clause clause;
    for (const auto& pair : pairs) {
        clause.literals.push_back({0, {pair[0], pair[1]}, true});
        for (const std::uint8_t variable : pair) {
            clause.variables.resize(std::max<std::size_t>(clause.variables.size(), variable + 1U),
                                    spec::TypeId{0});
        }
    }
    return clause;
}

TEST(Subsumption, FindsValuesForTheVariables) {
    const Clause edge = over_pairs({{0, 1}});
    const Clause loop = over_pairs({{0, 0}});
    const Clause path = over_pairs({{0, 1}, {1, 2}});
    const Clause there_and_back = over_pairs({{0, 1}, {1, 0}});
    const Clause fork = over_pairs({{0, 1}, {0, 2}});
    EXPECT_TRUE(subsumes(edge, loop));
    EXPECT_FALSE(subsumes(loop, edge));
    EXPECT_TRUE(subsumes(edge, fork));
    EXPECT_FALSE(subsumes(fork, edge));
    EXPECT_TRUE(subsumes(path, there_and_back));
    EXPECT_FALSE(subsumes(there_and_back, path));
    EXPECT_FALSE(subsumes(path, fork));
    Clause negated = edge;
    negated.literals.front().positive = false;
    EXPECT_FALSE(subsumes(negated, edge));
}

// Renaming variables and reordering literals makes no other clause.
RC_GTEST_PROP(Canonical, DoesNotDependOnNames, ()) {
    const auto variables = *rc::gen::inRange<std::size_t>(1, 5);
    Clause clause;
    for (std::size_t v = 0; v < variables; ++v) {
        clause.variables.push_back(spec::TypeId{*rc::gen::inRange<std::uint32_t>(0, 2)});
    }
    const auto count = *rc::gen::inRange<std::size_t>(1, 4);
    for (std::size_t l = 0; l < count; ++l) {
        Literal literal;
        literal.predicate = *rc::gen::inRange<std::uint32_t>(0, 3);
        literal.positive = *rc::gen::arbitrary<bool>();
        for (std::size_t a = 0; a < 2; ++a) {
            literal.arguments.push_back(
                static_cast<std::uint8_t>(*rc::gen::inRange<std::size_t>(0, variables)));
        }
        clause.literals.push_back(literal);
    }
    std::vector<std::uint8_t> order(variables);
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    const auto turns = *rc::gen::inRange<int>(0, 24);
    for (int i = 0; i < turns; ++i) {
        std::next_permutation(order.begin(), order.end());
    }
    Clause other;
    other.variables.resize(variables);
    for (std::size_t v = 0; v < variables; ++v) {
        other.variables[order[v]] = clause.variables[v];
    }
    other.literals.assign(clause.literals.rbegin(), clause.literals.rend());
    for (Literal& literal : other.literals) {
        for (std::uint8_t& argument : literal.arguments) {
            argument = order[argument];
        }
    }
    RC_ASSERT(canonical(clause) == canonical(other));
    RC_ASSERT(canonical(canonical(clause)) == canonical(clause));
}

} // namespace
} // namespace muster::checker::infer::testing
