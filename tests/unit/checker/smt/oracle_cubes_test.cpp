#include "checker/infer/search_scope.hpp"
#include "checker/smt/induction_oracle.hpp"
#include "tests/unit/checker/specs.hpp"

#include <gtest/gtest.h>

namespace muster::checker::smt::testing {
namespace {

using Kind = OracleAnswer::Kind;

constexpr const char* kLamp = R"(
protocol lamp
role lamp {
  var lit: bool = false
  var broken: bool = false
  var touched: bool = false
  action turn_on when not broken { lit = true }
  action touch when not touched { touched = true }
  action break_it when lit { broken = true }
}
invariant lit: lamp.lit
invariant broken: lamp.broken
invariant whole: not lamp.broken
)";

/// The properties above are only formulas here.
class Cubes : public ::testing::Test {
protected:
    spec::ExprId formula(const std::string& name) const {
        const auto& all = spec_.properties;
        return std::find_if(all.begin(),
                            all.end(),
                            [&](const auto& property) { return property.name == name; })
            ->body;
    }

    spec::TypedSpec spec_ = checker::testing::analysed(kLamp);
    TransitionSystem system_ = lower(spec_, {});
    InductionOracle oracle_{system_, infer::relevance_for(system_, {0, 1, 2}), {}};
};

TEST_F(Cubes, AreReachedByTheStepThatChangesThem) {
    const CubeAnswer answer = oracle_.reached_by_steps({{}, {formula("lit")}}, {});
    EXPECT_EQ(answer.kind, Kind::broken);
    ASSERT_TRUE(answer.before.has_value());
    EXPECT_EQ(system_.steps[*answer.before->step].name, "turn_on");
}

TEST_F(Cubes, AreReachedFromAStateWhereTheOthersHold) {
    const FormulaNumber whole = oracle_.add_state_formula(formula("whole"));
    const CubeAnswer answer = oracle_.reached_by_steps({{}, {formula("broken")}}, {whole});
    EXPECT_EQ(answer.kind, Kind::broken);
    EXPECT_EQ(answer.reason, "reached by break_it");
}

TEST_F(Cubes, AreKeptOutByTheLiteralsThatAreNeeded) {
    const Cube both{{}, {formula("lit"), formula("broken")}};
    const CubeAnswer at_start = oracle_.reached_at_start(both);
    EXPECT_EQ(at_start.kind, Kind::kept);
    EXPECT_EQ(at_start.needed.size(), 1U);
    // It breaks only from a state in which it is lit, so not in the first step.
    const CubeAnswer first = oracle_.reached_by_steps(both, {*oracle_.add_start()});
    EXPECT_EQ(first.kind, Kind::kept);
    EXPECT_EQ(first.needed, std::set<std::size_t>{1});
    EXPECT_EQ(oracle_.reached_by_steps(both, {}).kind, Kind::broken);
}

TEST_F(Cubes, AreReachedWithLittleEffortWithoutAState) {
    const CubeAnswer answer =
        oracle_.reached_by_steps({{}, {formula("lit")}}, {}, InductionOracle::Effort::little);
    EXPECT_EQ(answer.kind, Kind::broken);
    EXPECT_FALSE(answer.before.has_value());
}

} // namespace
} // namespace muster::checker::smt::testing
