#include "checker/infer/infer.hpp"
#include "tests/support/golden.hpp"
#include "tests/unit/checker/infer/tiny.hpp"

#include <gtest/gtest.h>

namespace muster::checker::infer::testing {
namespace {

using checker::testing::replaced;
using checker::testing::shipped;

InferOptions without_lemmas() {
    InferOptions options;
    options.ignore_lemmas = true;
    return options;
}

/// A protocol of the suite on which finders of invariants are compared.
std::string of_the_suite(const std::string& name) {
    return test::read_file(MUSTER_SOURCE_DIR "/tests/bench/protocols/" + name + ".muster");
}

std::string all_text(const InferReport& report) {
    std::string result;
    for (const InferredLemma& lemma : report.lemmas) {
        result += lemma.text + "\n";
    }
    return result;
}

class Shipped : public ::testing::TestWithParam<const char*> {};

// Everything is proved, and no lemma is there that could be left out.
TEST_P(Shipped, IsProvedWithNoLemmaTooMany) {
    const spec::TypedSpec spec = analysed(shipped(GetParam()));
    const InferReport report = infer(spec, without_lemmas());
    EXPECT_TRUE(report.all_proved());
    EXPECT_FALSE(report.lemmas.empty());
    for (const InferredLemma& lemma : report.lemmas) {
        spec::TypedSpec fewer = report.spec;
        std::erase_if(fewer.properties,
                      [&](const auto& property) { return property.name == lemma.name; });
        EXPECT_FALSE(prove_by_induction(fewer, {}).all_proved()) << lemma.text;
    }
    EXPECT_EQ(all_text(infer(spec, without_lemmas())), all_text(report));
}

INSTANTIATE_TEST_SUITE_P(Infer,
                         Shipped,
                         ::testing::Values("lease.muster",
                                           "lock_server.muster",
                                           "two_phase_commit.muster"));

class FramesAlone : public ::testing::TestWithParam<const char*> {};

// Without a guess, frames find the lemmas.
TEST_P(FramesAlone, AreEnoughFor) {
    InferOptions options = without_lemmas();
    options.guess_share = 0;
    bool searched_frames = false;
    options.progress = [&](const std::string& what) {
        searched_frames = searched_frames || what == "searching frames";
    };
    const InferReport report = infer(analysed(of_the_suite(GetParam())), options);
    EXPECT_TRUE(searched_frames);
    EXPECT_TRUE(report.all_proved());
    EXPECT_FALSE(report.lemmas.empty());
}

INSTANTIATE_TEST_SUITE_P(Infer,
                         FramesAlone,
                         ::testing::Values("i4_two_phase_commit",
                                           "lock_server_sync",
                                           "lockserv",
                                           "peterson",
                                           "sharded_kv",
                                           "toy_consensus_forall"));

// That a message is in flight once is kept only with lemmas, and they only with it.
TEST(Infer, LiftsThatMessagesAreInFlightOnceFromFrameToFrame) {
    InferOptions options = without_lemmas();
    options.guess_share = 0;
    EXPECT_TRUE(infer(analysed(shipped("lock_server.muster")), options).all_proved());
}

// The lemmas are what a person could have written: with them in its text, the spec is proved.
TEST(Infer, PrintsLemmasThatCanBePasted) {
    const std::string text = shipped("lease.muster");
    const std::string alone =
        text.substr(0, text.find("lemma granted_once")) + text.substr(text.find("instance small"));
    const InferReport report = infer(analysed(alone), {});
    ASSERT_TRUE(report.all_proved());
    EXPECT_FALSE(prove_by_induction(analysed(alone), {}).all_proved());
    EXPECT_TRUE(prove_by_induction(analysed(alone + all_text(report)), {}).all_proved());
}

// A def with parameters has no name outside of its role, so lemmas have its body in its place.
TEST(Infer, WritesOutWhatPropertiesCannotName) {
    const std::string with_def = replaced(
        kTiny, "role server {", "role server {\n  def held_by(c: Client) = holder == some(c)");
    const std::string text =
        replaced(with_def, "when holder == none {", "when not (exists x: Client. held_by(x)) {");
    const InferReport report = infer(analysed(text), {});
    ASSERT_TRUE(report.all_proved());
    EXPECT_TRUE(prove_by_induction(analysed(text + "\n" + all_text(report)), {}).all_proved());
}

TEST(Infer, AddsNothingWhereNothingIsMissing) {
    const InferReport report = infer(analysed(shipped("lease.muster")), {});
    EXPECT_TRUE(report.all_proved());
    EXPECT_TRUE(report.lemmas.empty());
    EXPECT_EQ(report.samples, 0U);
}

// Two clients may hold the lock: no lemma can be kept, and it is said so.
TEST(Infer, SaysWhatIsNotProved) {
    const std::string broken = replaced(kTiny, "when holder == none {", "{");
    const InferReport report = infer(analysed(broken), {});
    EXPECT_FALSE(report.all_proved());
    ASSERT_EQ(report.properties.size(), 1U);
    EXPECT_FALSE(report.properties.front().proved);
    EXPECT_EQ(report.properties.front().reason,
              "not kept by Grant; to every lemma that frames can say, a reached state looks like "
              "one that "
              "leads there");
    EXPECT_TRUE(report.lemmas.empty());
}

// One search is for both, and only of the one that it failed for anything is known.
TEST(Infer, SaysOnlyOfOnePropertyThatLemmasAreNotEnough) {
    const std::string broken =
        replaced(kTiny, "when holder == none {", "{") + "invariant idle: server.phase == Idle\n";
    const InferReport report = infer(analysed(broken), {});
    ASSERT_EQ(report.properties.size(), 2U);
    EXPECT_EQ(report.properties.front().reason, "not kept by Grant");
    EXPECT_EQ(report.properties.back().reason,
              "not kept by grant; to every lemma that frames can say, a reached state looks like "
              "one that "
              "leads there");
}

// Nothing counts as proved then; what was found is told as what it is.
TEST(Infer, EndsEarlyWithWhatItHas) {
    Stop stop;
    InferOptions options = without_lemmas();
    options.induction.stop = &stop;
    options.progress = [&](const std::string& what) {
        if (what == "3 lemmas") {
            stop.request("interrupted");
        }
    };
    const InferReport report = infer(analysed(shipped("lock_server.muster")), options);
    EXPECT_EQ(report.stopped, "interrupted");
    EXPECT_TRUE(report.lemmas.empty());
    EXPECT_LE(report.candidates.size(), 3U);
    ASSERT_EQ(report.properties.size(), 1U);
    EXPECT_FALSE(report.properties.front().proved);
    EXPECT_TRUE(report.properties.front().reason.ends_with(" when the time was over"))
        << report.properties.front().reason;
}

TEST(Infer, ProvesOnlyWhatWasAskedFor) {
    InferOptions options = without_lemmas();
    options.properties = {"tokens_never_go_back"};
    const InferReport report = infer(analysed(shipped("lease.muster")), options);
    ASSERT_EQ(report.properties.size(), 1U);
    EXPECT_TRUE(report.all_proved());
    EXPECT_TRUE(report.lemmas.empty());
}

} // namespace
} // namespace muster::checker::infer::testing
