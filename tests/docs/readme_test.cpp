#include "tests/docs/commands.hpp"
#include "tests/docs/page.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace muster::test {
namespace {

// The README's example is followed as a reader would: its spec is written, each command is run,
// and the output is what the page shows, times aside.
TEST(Readme, ExampleDoesWhatItShows) {
    const TempDir folder;
    const auto spec = folder.path() / "leader.muster";
    int ran = 0;
    for (const CodeBlock& block : blocks_of(read_file(MUSTER_SOURCE_DIR "/README.md"))) {
        if (block.language == "muster") {
            std::ofstream out(spec, std::ios::app);
            for (const std::string& line : block.lines) {
                out << line << '\n';
            }
            out << '\n';
            continue;
        }
        ASSERT_EQ(block.language, "console");
        for (const Command& command : commands_of(block)) {
            expect_shown(command, folder.path());
            ++ran;
        }
    }
    EXPECT_EQ(ran, 4);
}

// The picture below the run is that of the spec as it stands there.
TEST(Readme, PictureIsOfTheRun) {
    const TempDir folder;
    std::string text;
    for (const CodeBlock& block : blocks_of(read_file(MUSTER_SOURCE_DIR "/README.md"))) {
        if (block.language != "muster") {
            break;
        }
        text += block.text() + '\n';
    }
    const auto spec = folder.write("leader.muster", text);
    ProcessRequest request{.program = MUSTER_PROGRAM,
                           .arguments = {"check", "--no-cache", "--svg", ".", "leader.muster"}};
    request.directory = folder.path();
    const auto result = run_process(request);
    ASSERT_TRUE(result.has_value()) << result.error();
    EXPECT_TRUE(matches_golden(MUSTER_SOURCE_DIR "/docs/pictures/one_leader_per_term.svg",
                               read_file(folder.path() / "one_leader_per_term.svg")));
}

// What the program could not write must not look like success.
TEST(Program, AFullDiskIsNoSuccess) {
    ProcessRequest request{.program = "sh",
                           .arguments = {"-c", "exec \"$0\" --help > /dev/full", MUSTER_PROGRAM}};
    const auto result = run_process(request);
    ASSERT_TRUE(result.has_value()) << result.error();
    EXPECT_EQ(result->exit_code, 2);
    EXPECT_NE(result->errors.find("could not be written"), std::string::npos) << result->errors;
}

// The commands for the shipped protocol are shown without their output.
TEST(Readme, ShippedProtocolIsProved) {
    ProcessRequest request{.program = MUSTER_PROGRAM,
                           .arguments = {"check", "spec/protocols/kafka_group.muster"}};
    request.directory = MUSTER_SOURCE_DIR;
    const auto result = run_process(request, std::chrono::minutes(5));
    ASSERT_TRUE(result.has_value()) << result.error();
    EXPECT_EQ(result->exit_code, 0) << result->output << result->errors;
    EXPECT_EQ(result->output.find("undecided"), std::string::npos) << result->output;
    EXPECT_NE(result->output.find("proved     invariant  no_stale_commit"), std::string::npos);
}

} // namespace
} // namespace muster::test
