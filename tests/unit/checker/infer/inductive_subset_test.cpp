#include "checker/infer/inductive_subset.hpp"
#include "checker/infer/search_scope.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace muster::checker::infer::testing {
namespace {

/// `low` and `even` are kept; `bounded` rests on `small`, which a step breaks; `late` is false at
/// the start.
constexpr const char* kCounter = R"(
protocol counter
sort Client
role server {
  var count: int = 0
  var twice: int = 0
  action add(c: Client) { count = count + 1 twice = twice + 2 }
}
invariant low: server.count >= 0
invariant small: server.count <= 2
invariant bounded: server.count <= 3
invariant late: server.count >= 1
invariant even: server.twice == server.count + server.count
)";

struct Subset {
    std::vector<std::string> names;
    std::size_t asked = 0; // how often whether the time is over
};

Subset subset_with(std::size_t patience) {
    const spec::TypedSpec spec = analysed(kCounter);
    const TransitionSystem system = lower(spec, {});
    std::vector<std::size_t> properties(spec.properties.size());
    std::iota(properties.begin(), properties.end(), std::size_t{0});
    Subset result;
    const auto out_of_time = [&] {
        return ++result.asked > patience;
    };
    smt::OracleOptions options;
    options.out_of_time = out_of_time;
    smt::InductionOracle oracle(system, relevance_for(system, properties), options);
    std::vector<smt::FormulaNumber> formulas;
    for (const spec::PropertyInfo& property : spec.properties) {
        formulas.push_back(oracle.add_state_formula(property.body));
    }
    for (const smt::FormulaNumber formula : inductive_subset(oracle, formulas, out_of_time)) {
        const auto at = std::find(formulas.begin(), formulas.end(), formula);
        result.names.push_back(
            spec.properties[static_cast<std::size_t>(at - formulas.begin())].name);
    }
    return result;
}

const std::vector<std::string> kAll{"low", "small", "bounded", "late", "even"};

TEST(InductiveSubset, IsWhatIsKeptAsLongAsItHoldsItself) {
    EXPECT_EQ(subset_with(std::numeric_limits<std::size_t>::max()).names,
              (std::vector<std::string>{"low", "even"}));
}

// Whenever the time ends, nothing is missing that was not refuted.
TEST(InductiveSubset, KeepsWhatThereWasNoTimeToAskAbout) {
    EXPECT_EQ(subset_with(0).names, kAll);
    const std::size_t enough = subset_with(std::numeric_limits<std::size_t>::max()).asked;
    std::size_t size = kAll.size();
    for (std::size_t patience = 0; patience <= enough; ++patience) {
        const std::vector<std::string> names = subset_with(patience).names;
        EXPECT_THAT(names, ::testing::IsSupersetOf({"low", "even"})) << patience;
        EXPECT_LE(names.size(), size) << patience;
        size = names.size();
    }
    EXPECT_EQ(size, 2U);
}

} // namespace
} // namespace muster::checker::infer::testing
