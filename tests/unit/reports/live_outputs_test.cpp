#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"
#include "tests/unit/cli/run_cli.hpp"
#include "tests/unit/reports/report_fields.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace muster::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// A lamp whose timer is started again for ever, and one that goes out; nobody lights it by force.
constexpr const char* kLamp = R"(protocol lamp

sort Hand

role lamp {
  var lit: bool = false
  timer off for 1m
  action light when not lit {
    lit = true
    start off
  }
  action touch(h: Hand) when lit { start off }
  on off { lit = false }
}

live goes_out[h: Hand]: lamp.lit leads to not lamp.lit
live goes_out_alone: lamp.lit leads to not lamp.lit when quiet(lamp.touch)
live is_lit: true leads to lamp.lit
instance one { Hand = {left} }
)";

class LiveOutputs : public ::testing::Test {
protected:
    LiveOutputs()
        : spec_(folder_.write("lamp.muster", kLamp).string()) {}

    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_.path() / name).string();
    }

    /// What replaying a run says once `change` was made to its file.
    template <class Change>
    CliResult replay_changed(const std::string& name, Change change) {
        Json run = Json::parse(read_file(path(name)));
        change(run);
        return run_cli({"replay", spec_, folder_.write("changed.itf.json", run.dump()).string()});
    }

    TempDir folder_;
    std::string spec_;
};

TEST_F(LiveOutputs, TheTextHasStemLoopAndExcuses) {
    const CliResult result = run_cli({"check", spec_, "--no-cache"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.output,
                HasSubstr("violated   live       goes_out        by a run of 1 step, and then 1 "
                          "step for ever"));
    EXPECT_THAT(result.output,
                HasSubstr("holds      live       goes_out_alone  on instance one (2 states)"));
    EXPECT_THAT(result.output,
                HasSubstr("violated   live       is_lit          by a run of 0 steps, and then "
                          "nothing more"));
    EXPECT_THAT(result.output,
                HasSubstr("quiet: these stop occurring at some point: lamp.touch\n"));
    EXPECT_THAT(result.output,
                HasSubstr("     for ever:\n"
                          "  2  touch(h: left) by lamp   " +
                          spec_ +
                          ":12:10\n"
                          "     and so on from step 2\n"
                          "       goes_out(h: left) is broken: what it waits for never comes, from "
                          "step 1 on\n"
                          "       the run is fair:\n"
                          "         timer off is started again in step 2, so that it need not "
                          "fire\n"));
    EXPECT_THAT(result.output, HasSubstr("lamp: 1 on an instance alone, 2 violated"));
}

TEST_F(LiveOutputs, AnExplorationLooksForLoopsToo) {
    const CliResult result = run_cli({"explore", spec_});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.output,
                HasSubstr("  violated   live       goes_out  by a run of 1 step, and then 1 step "
                          "for ever\n"));
    EXPECT_THAT(result.output, HasSubstr("     and so on from step 2\n"));
    const CliResult one = run_cli({"explore", spec_, "--property", "goes_out_alone"});
    EXPECT_EQ(one.exit_code, 0) << one.output;
    EXPECT_THAT(one.output, Not(HasSubstr("is_lit")));
}

TEST_F(LiveOutputs, JsonHasTheLasso) {
    const CliResult result = run_cli({"check", spec_, "--format", "json", "--no-cache"});
    EXPECT_TRUE(has_documented_fields(result.output));
    const Json lives = Json::parse(result.output).at("lives");
    ASSERT_EQ(lives.size(), 3U);
    EXPECT_EQ(lives[0].at("verdict"), "violated");
    EXPECT_EQ(lives[0].at("lasso").at("loop_start"), 1);
    EXPECT_EQ(lives[0].at("lasso").at("premise_at"), 1);
    EXPECT_EQ(lives[0].at("lasso").at("parameters"), (Json{{"h", "left"}}));
    EXPECT_EQ(lives[0].at("trace").at("loop"), 2);
    EXPECT_EQ(lives[1].at("verdict"), "holds_on");
    EXPECT_EQ(lives[1].at("bounds").at("instance"), "one");
    EXPECT_TRUE(lives[1].at("lasso").is_null());
    EXPECT_EQ(lives[2].at("trace").at("loop"), 0);
}

TEST_F(LiveOutputs, LassosAreReplayed) {
    run_cli({"check", spec_, "--itf", folder_.path().string()});
    const CliResult loop = run_cli({"replay", spec_, path("goes_out.itf.json")});
    EXPECT_EQ(loop.exit_code, 0) << loop.errors;
    EXPECT_THAT(loop.output,
                HasSubstr("confirmed  goes_out is broken by a run of 1 step, and then 1 step for "
                          "ever\n"));
    EXPECT_THAT(loop.output, HasSubstr("is started again in step 2"));
    const CliResult stuck = run_cli({"replay", spec_, path("is_lit.itf.json")});
    EXPECT_EQ(stuck.exit_code, 0) << stuck.errors;
    EXPECT_THAT(stuck.output, HasSubstr("confirmed  is_lit is broken by a run of 0 steps"));
}

// Nothing that the file says of the loop is taken on trust.
TEST_F(LiveOutputs, WhatIsNoLassoIsRefused) {
    run_cli({"check", spec_, "--itf", folder_.path().string()});
    const CliResult unfair =
        replay_changed("goes_out.itf.json", [](Json& run) { run["states"].erase(2); });
    EXPECT_EQ(unfair.exit_code, 1);
    EXPECT_THAT(unfair.output, HasSubstr("something that is due is put off for ever"));
    const CliResult open = replay_changed("goes_out.itf.json", [](Json& run) {
        run["#meta"]["muster"]["lasso"]["loop start"] = 0;
        run["#meta"]["muster"]["lasso"]["premise at"] = 0;
    });
    EXPECT_EQ(open.exit_code, 1);
    EXPECT_THAT(open.output, HasSubstr("does not lead back"));
    const CliResult other = replay_changed("goes_out.itf.json", [](Json& run) {
        run["#meta"]["muster"]["property"] = "goes_out_alone";
    });
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_THAT(other.output, HasSubstr("a step that is to stop occurring"));
    const CliResult nowhere = replay_changed("goes_out.itf.json", [](Json& run) {
        run["#meta"]["muster"]["lasso"]["instance"] = "two";
    });
    EXPECT_EQ(nowhere.exit_code, 2);
    EXPECT_THAT(nowhere.errors, HasSubstr("/#meta/muster/lasso/instance"));
    const CliResult far = replay_changed(
        "goes_out.itf.json", [](Json& run) { run["#meta"]["muster"]["lasso"]["loop start"] = 9; });
    EXPECT_EQ(far.exit_code, 2);
}

TEST_F(LiveOutputs, ChartsMarkTheLoop) {
    const std::string folder = folder_.path().string();
    run_cli({"check", spec_, "--mermaid", folder, "--svg", folder, "--html", folder});
    const std::string loop = read_file(path("goes_out.mmd"));
    EXPECT_THAT(loop, HasSubstr("  loop for ever\n  Note over p0: 2. touch("));
    EXPECT_THAT(loop, HasSubstr("  end\n"));
    EXPECT_THAT(loop, HasSubstr("the loop goes on for ever"));
    EXPECT_THAT(read_file(path("is_lit.mmd")), Not(HasSubstr("loop for ever\n")));
    EXPECT_THAT(read_file(path("is_lit.mmd")), HasSubstr("nothing more happens"));
    for (const char* ending : {".svg", ".html"}) {
        EXPECT_THAT(read_file(path(std::string("goes_out") + ending)),
                    HasSubstr("<path class=\"arrow\" d=\"M 10 "));
        EXPECT_THAT(read_file(path(std::string("is_lit") + ending)),
                    Not(HasSubstr("<path class=\"arrow\" d=\"M 10 ")));
    }
    const CliResult replayed = run_cli({"check", spec_, "--itf", folder});
    EXPECT_EQ(replayed.exit_code, 1);
    run_cli({"replay", spec_, path("goes_out.itf.json"), "--mermaid", path("again.mmd")});
    EXPECT_EQ(read_file(path("again.mmd")), loop);
}

} // namespace
} // namespace muster::test
