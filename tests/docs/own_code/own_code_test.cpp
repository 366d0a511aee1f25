// The page about testing one's own code: its code is what is compiled here, and what its tests
// print is what the programs print.

#include "tests/docs/page.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace muster::test {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(MUSTER_SOURCE_DIR) / "tests/docs/own_code";

std::vector<CodeBlock> blocks(const std::string& language) {
    std::vector<CodeBlock> found;
    for (const CodeBlock& block :
         blocks_of(read_file(MUSTER_SOURCE_DIR "/docs/testing-your-code.md"))) {
        if (block.language == language) {
            found.push_back(block);
        }
    }
    return found;
}

struct Ran {
    int exit_code = 0;
    std::string output;
};

Ran run(const std::string& program) {
    const auto result = run_process({.program = program, .arguments = {}});
    EXPECT_TRUE(result.has_value()) << result.error();
    return result.has_value() ? Ran{result->exit_code, result->output + result->errors} : Ran{};
}

TEST(OwnCode, WhatThePageShowsIsWhatIsCompiled) {
    std::string all;
    for (const char* file : {"lease_server.hpp",
                             "lease_server_test.cpp",
                             "share_work.hpp",
                             "share_work_test.cpp",
                             "shares.muster"}) {
        all += read_file(kFolder / file);
    }
    int compared = 0;
    for (const char* language : {"cpp", "muster"}) {
        for (const CodeBlock& block : blocks(language)) {
            EXPECT_NE(all.find(block.text()), std::string::npos)
                << "the block at line " << block.line << " is in none of the files";
            ++compared;
        }
    }
    EXPECT_EQ(compared, 5);
}

TEST(OwnCode, TheFaultsAreToldAsThePageShows) {
    const auto shown = blocks("text");
    ASSERT_EQ(shown.size(), 3U);
    const std::vector<std::string> programs{LEASE_SERVER_TEST, SHARE_WORK_TEST, POSSIBLE_RUN_TEST};
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const Ran ran = run(programs[i]);
        EXPECT_EQ(ran.exit_code, 1) << ran.output;
        EXPECT_NE(ran.output.find(shown[i].text()), std::string::npos)
            << "the page has\n"
            << shown[i].text() << "and the program prints\n"
            << ran.output;
    }
}

TEST(OwnCode, TheRunIsNotPossibleAnyMore) {
    const Ran ran = run(FORBIDDEN_RUN_TEST);
    EXPECT_EQ(ran.exit_code, 0) << ran.output;
}

} // namespace
} // namespace muster::test
