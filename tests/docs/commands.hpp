#pragma once

#include "tests/docs/page.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace muster::test {

// One command of a console block with the output that the page shows.
struct Command {
    std::string text;
    std::string output;
};

std::vector<Command> commands_of(const CodeBlock& block);

// Runs a command in a folder as a reader would, and expects what the page shows, times aside.
void expect_shown(const Command& command, const std::filesystem::path& folder);

} // namespace muster::test
