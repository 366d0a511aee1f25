#include "checker/engines/induction.hpp"
#include "tests/regression/change.hpp"
#include "tests/regression/proof_text.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

// What is kept of a shipped spec must not prove anything of one of its broken versions: for every
// change, a proof that begins with what was kept says what one says that begins with nothing. This
// takes long, as what cannot be proved is tried for long.
namespace muster::test {
namespace {

std::vector<std::string> changed_protocols() {
    std::set<std::string> names;
    for (const Change& change : all_changes()) {
        names.insert(change.protocol);
    }
    return {names.begin(), names.end()};
}

class WarmChanges : public testing::TestWithParam<std::string> {};

TEST_P(WarmChanges, ReportWhatColdOnesReport) {
    checker::Answers original;
    checker::InductionOptions options;
    options.answers = &original;
    checker::prove_by_induction(analysed(shipped_text(GetParam())), options);
    ASSERT_GT(original.found(), 0U);
    std::size_t compared = 0;
    std::size_t out_of_time = 0;
    std::size_t reused = 0;
    for (const Change& change : all_changes()) {
        if (change.protocol != GetParam()) {
            continue;
        }
        const spec::TypedSpec spec = analysed(apply(change));
        const checker::InductionReport cold = checker::prove_by_induction(spec, {});
        checker::Answers answers(original.used());
        options.answers = &answers;
        const checker::InductionReport warm = checker::prove_by_induction(spec, options);
        if (ran_out_of_time(cold) || ran_out_of_time(warm)) {
            ++out_of_time;
            continue;
        }
        EXPECT_EQ(text_of(spec, cold), text_of(spec, warm)) << change.name;
        reused += answers.used().size() - answers.found();
        ++compared;
    }
    EXPECT_GT(reused, 0U) << "nothing of the original was used";
    fmt::print("{} of {} compared, {} ran out of time\n", compared, GetParam(), out_of_time);
    EXPECT_GT(compared + out_of_time, 0U);
}

INSTANTIATE_TEST_SUITE_P(Each,
                         WarmChanges,
                         testing::ValuesIn(changed_protocols()),
                         [](const auto& name) {
                             std::string letters = name.param;
                             std::replace(letters.begin(), letters.end(), '/', '_');
                             return letters;
                         });

} // namespace
} // namespace muster::test
