// Every spec in the tree, the ones with mistakes included: formatting never changes the meaning and
// has nothing left to do the second time.

#include "spec/format/format.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <random>
#include <sstream>

namespace muster::test {
namespace {

std::vector<std::string> specs_of_the_tree() {
    const std::filesystem::path root = MUSTER_SOURCE_DIR;
    std::vector<std::string> files;
    for (const char* folder : {"spec", "tests", "cli"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (entry.is_regular_file() && entry.path().extension() == ".muster") {
                files.push_back(std::filesystem::relative(entry.path(), root).string());
            }
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

class EverySpec : public testing::TestWithParam<std::string> {};

TEST_P(EverySpec, IsFormattedOnceAndForAll) {
    const std::string text = read_file(std::filesystem::path(MUSTER_SOURCE_DIR) / GetParam());
    spec::Diagnostics diagnostics;
    const auto once = spec::format(text, diagnostics); // throws where the meaning would change
    if (!once) {
        EXPECT_TRUE(diagnostics.has_errors());
        return;
    }
    const auto twice = spec::format(*once, diagnostics);
    ASSERT_TRUE(twice.has_value());
    EXPECT_EQ(*once, *twice);
}

std::string test_name(const testing::TestParamInfo<std::string>& test) {
    std::string name = test.param;
    std::replace_if(
        name.begin(),
        name.end(),
        [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; },
        '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Tree, EverySpec, testing::ValuesIn(specs_of_the_tree()), test_name);

/// The text with other line ends and with comments between its tokens. `//` never occurs in the
/// specs that this is used on, so that a blank always stands between tokens.
std::string shaken(const std::string& text, unsigned seed) {
    std::mt19937 random(seed);
    std::string result;
    bool in_title = false;
    for (const char c : text) {
        in_title = in_title != (c == '"');
        if (in_title || (c != ' ' && c != '\n')) {
            result += c;
            continue;
        }
        switch (random() % 8) {
        case 0:
            result += " // " + std::to_string(random() % 100) + "\n";
            break;
        case 1:
            result += "\n // above\n";
            break;
        case 2:
            result += "\n\n\n";
            break;
        case 3:
            result += "\n";
            break;
        default:
            result += c;
        }
    }
    return result;
}

/// Without comments, which `shaken` would take apart.
std::string without_comments(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string line = text.substr(at, end - at);
        const std::size_t comment = line.find("//");
        result += comment == std::string::npos ? line : line.substr(0, comment) + "\n";
        at = end;
    }
    return result;
}

// Comments and line ends in places where nobody would put them.
TEST(FormatShaken, NothingIsLostAndTheSecondTimeChangesNothing) {
    for (const std::string name :
         {"roles", "statements", "expressions", "properties", "scenarios", "declarations"}) {
        const std::string text = without_comments(
            read_file(MUSTER_SOURCE_DIR "/tests/golden/format/" + name + ".muster"));
        for (unsigned seed = 1; seed <= 200; ++seed) {
            const std::string input = shaken(text, seed);
            spec::Diagnostics diagnostics;
            const auto once = spec::format(input, diagnostics);
            if (!once) {
                continue; // some words need a name on their line
            }
            const auto twice = spec::format(*once, diagnostics);
            ASSERT_TRUE(twice.has_value()) << input;
            ASSERT_EQ(*once, *twice) << name << " with seed " << seed << ":\n" << input;
        }
    }
}

/// Every blank and line end as one blank.
std::string on_one_line(const std::string& text) {
    std::istringstream words(text);
    std::string result;
    for (std::string word; words >> word;) {
        result += word + ' ';
    }
    return result;
}

// Where lines end is found anew, and within the width.
TEST(Format, SpecsOnOneLineAreDivided) {
    for (const std::string name : {"lease", "kafka_group", "ticket_lock", "primary_backup"}) {
        const std::string text = read_file(MUSTER_SOURCE_DIR "/spec/protocols/" + name + ".muster");
        spec::Diagnostics diagnostics;
        const auto once = spec::format(on_one_line(without_comments(text)), diagnostics);
        ASSERT_TRUE(once.has_value()) << name;
        EXPECT_EQ(spec::format(*once, diagnostics), once);
        std::istringstream lines(*once);
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), 100U) << line;
            EXPECT_FALSE(line.ends_with(' ')) << line;
        }
    }
}

// Two megabytes, nearly all of them on one line.
TEST(Format, TakesTimeInProportionToTheText) {
    std::string text = "protocol p\n";
    for (int i = 0; i < 20'000; ++i) {
        text += "cover c" + std::to_string(i) + ": exists x in S. (x == {1, 2} and f(x)) or true ";
    }
    spec::Diagnostics diagnostics;
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(spec::format(text, diagnostics).has_value());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

} // namespace
} // namespace muster::test
