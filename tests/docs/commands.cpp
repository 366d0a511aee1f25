#include "tests/docs/commands.hpp"

#include "tests/support/child_process.hpp"
#include "tests/support/scrub.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace muster::test {

std::vector<Command> commands_of(const CodeBlock& block) {
    std::vector<Command> commands;
    for (const std::string& line : block.lines) {
        if (line.rfind("$ ", 0) == 0) {
            commands.push_back({line.substr(2), ""});
        } else {
            commands.back().output += line + "\n";
        }
    }
    return commands;
}

void expect_shown(const Command& command, const std::filesystem::path& folder) {
    ProcessRequest request{.program = "sh", .arguments = {"-c", command.text}};
    request.environment = {
        {"PATH",
         std::filesystem::path(MUSTER_PROGRAM).parent_path().string() + ":" + std::getenv("PATH")}};
    request.directory = folder;
    const auto result = run_process(request);
    ASSERT_TRUE(result.has_value()) << result.error();
    EXPECT_EQ(scrub_durations(result->output), scrub_durations(command.output))
        << command.text << '\n'
        << result->errors;
}

} // namespace muster::test
