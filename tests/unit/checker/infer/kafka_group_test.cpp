#include "checker/infer/infer.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gtest/gtest.h>

namespace muster::checker::infer::testing {
namespace {

class KafkaGroup : public ::testing::TestWithParam<const char*> {};

// Fencing, and one leader for each generation, need no lemma from a person.
TEST_P(KafkaGroup, IsProvedWithoutALemmaFromAPerson) {
    InferOptions options;
    options.ignore_lemmas = true;
    options.properties = {GetParam()};
    options.seconds = 300;
    const InferReport report =
        infer(analysed(checker::testing::shipped("kafka_group.muster")), options);
    ASSERT_EQ(report.properties.size(), 1U);
    EXPECT_TRUE(report.properties.front().proved) << report.properties.front().reason;
    EXPECT_FALSE(report.lemmas.empty());
}

INSTANTIATE_TEST_SUITE_P(Infer,
                         KafkaGroup,
                         ::testing::Values("no_stale_commit", "one_leader_per_generation"));

} // namespace
} // namespace muster::checker::infer::testing
