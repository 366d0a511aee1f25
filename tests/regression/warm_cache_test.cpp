#include "checker/engines/induction.hpp"
#include "tests/regression/change.hpp"
#include "tests/regression/proof_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace muster::test {
namespace {

// Of all kinds of changes, those whose proofs are quick whether they succeed or fail.
const std::vector<std::string> kProtocols{"bully_election",
                                          "lock_server",
                                          "models/learning_switch",
                                          "models/mutual_exclusion",
                                          "two_phase_commit"};

class WarmCache : public testing::TestWithParam<std::string> {};

// One cache sees the shipped spec and all its broken versions, one after the other; what it keeps
// of one must not be a proof of another.
TEST_P(WarmCache, ReportsWhatAColdOneReports) {
    checker::Answers answers;
    std::vector<std::string> texts{shipped_text(GetParam())};
    for (const Change& change : all_changes()) {
        if (change.protocol == GetParam()) {
            texts.push_back(apply(change));
        }
    }
    texts.push_back(texts.front());
    std::size_t compared = 0;
    for (const std::string& text : texts) {
        const spec::TypedSpec spec = analysed(text);
        const checker::InductionReport cold = checker::prove_by_induction(spec, {});
        checker::InductionOptions with_answers;
        with_answers.answers = &answers;
        const checker::InductionReport warm = checker::prove_by_induction(spec, with_answers);
        if (ran_out_of_time(cold) || ran_out_of_time(warm)) {
            continue;
        }
        EXPECT_EQ(text_of(spec, cold), text_of(spec, warm));
        ++compared;
    }
    EXPECT_GE(compared, 2U) << "nearly everything ran out of time";
}

// The shipped spec again, after its broken versions: what was proved once is not asked again.
TEST_P(WarmCache, AsksNothingTwice) {
    const spec::TypedSpec spec = analysed(shipped_text(GetParam()));
    checker::Answers first;
    checker::InductionOptions options;
    options.answers = &first;
    const checker::InductionReport report = checker::prove_by_induction(spec, options);
    ASSERT_GT(first.found(), 0U);
    checker::Answers second(first.used());
    options.answers = &second;
    checker::prove_by_induction(spec, options);
    if (!ran_out_of_time(report)) {
        EXPECT_EQ(second.found(), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, WarmCache, testing::ValuesIn(kProtocols), [](const auto& name) {
    std::string letters = name.param;
    std::replace(letters.begin(), letters.end(), '/', '_');
    return letters;
});

// An edit of one handler leaves the proofs of all other steps as they were.
TEST(WarmCacheOfKafkaGroup, KnowsMostAfterAnEdit) {
    const std::string text = shipped_text("kafka_group");
    const std::string check =
        "    if g != generation { reply OffsetCommitReply(error: IllegalGeneration); return }\n";
    const auto place = text.find(check);
    ASSERT_NE(place, std::string::npos) << "the spec does not have this text any more";
    std::string edited = text;
    edited.insert(place,
                  "    if generation != g { reply OffsetCommitReply(error: "
                  "IllegalGeneration); return }\n");
    checker::Answers before;
    checker::InductionOptions options;
    options.answers = &before;
    checker::prove_by_induction(analysed(text), options);
    checker::Answers after(before.used());
    options.answers = &after;
    EXPECT_TRUE(checker::prove_by_induction(analysed(edited), options).all_proved());
    EXPECT_GT(before.found(), 1000U);
    EXPECT_GT(after.found(), 0U);
    EXPECT_LT(after.found(), before.found() / 20);
}

} // namespace
} // namespace muster::test
