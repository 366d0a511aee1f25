#include "tests/support/golden.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

namespace muster::test {
namespace {

// Sets or removes one variable of the environment and puts the old value back.
class EnvironmentValue {
public:
    EnvironmentValue(const char* name, std::optional<std::string> value)
        : name_(name) {
        if (const char* old = std::getenv(name)) {
            old_ = old;
        }
        set(value);
    }

    ~EnvironmentValue() { set(old_); }

    EnvironmentValue(const EnvironmentValue&) = delete;
    EnvironmentValue& operator=(const EnvironmentValue&) = delete;

private:
    void set(const std::optional<std::string>& value) const {
        if (value) {
            ::setenv(name_, value->c_str(), 1);
        } else {
            ::unsetenv(name_);
        }
    }

    const char* name_;
    std::optional<std::string> old_;
};

TEST(Golden, AcceptsTheExactText) {
    const TempDir dir;
    const auto file = dir.write("a.txt", "one\ntwo\n");
    EXPECT_TRUE(compare_golden(file, "one\ntwo\n", GoldenMode::compare));
}

TEST(Golden, ShowsTheDifference) {
    const TempDir dir;
    const auto file = dir.write("a.txt", "one\ntwo\n");
    const testing::AssertionResult result =
        compare_golden(file, "one\nthree\n", GoldenMode::compare);
    EXPECT_FALSE(result);
    const std::string message = result.message();
    EXPECT_NE(message.find("-two\n+three\n"), std::string::npos) << message;
    EXPECT_NE(message.find("differs"), std::string::npos) << message;
}

TEST(Golden, FailsOnAMissingExpectationAndDoesNotMakeIt) {
    const TempDir dir;
    const auto file = dir.path() / "absent.txt";
    const testing::AssertionResult result = compare_golden(file, "text\n", GoldenMode::compare);
    EXPECT_FALSE(result);
    EXPECT_NE(std::string(result.message()).find("is missing"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Golden, FailsOnAMissingExpectationOfAnEmptyText) {
    const TempDir dir;
    EXPECT_FALSE(compare_golden(dir.path() / "absent.txt", "", GoldenMode::compare));
}

TEST(Golden, UpdateRewritesAndMakesFolders) {
    const TempDir dir;
    const auto file = dir.path() / "new" / "a.txt";
    EXPECT_TRUE(compare_golden(file, "text\n", GoldenMode::update));
    EXPECT_EQ(read_file(file), "text\n");
}

TEST(Golden, RefusalFailsEvenWhenTheTextIsRight) {
    const TempDir dir;
    const auto file = dir.write("a.txt", "text\n");
    EXPECT_FALSE(compare_golden(file, "text\n", GoldenMode::refused));
    EXPECT_FALSE(compare_golden(file, "other\n", GoldenMode::refused));
    EXPECT_EQ(read_file(file), "text\n");
}

TEST(Golden, ModeComesFromTheEnvironment) {
    const EnvironmentValue no_ci("CI", std::nullopt);
    {
        const EnvironmentValue update("MUSTER_UPDATE_GOLDEN", std::nullopt);
        EXPECT_EQ(golden_mode_from_environment(), GoldenMode::compare);
    }
    const EnvironmentValue update("MUSTER_UPDATE_GOLDEN", "1");
    EXPECT_EQ(golden_mode_from_environment(), GoldenMode::update);
    const EnvironmentValue ci("CI", "1");
    EXPECT_EQ(golden_mode_from_environment(), GoldenMode::refused);
}

TEST(Golden, FindsFilesThatNoTestClaims) {
    const TempDir dir;
    const auto claimed = dir.write("a/used.txt", "");
    const auto stray = dir.write("a/stray.txt", "");
    EXPECT_EQ(unclaimed_files(dir.path(), {claimed}), std::vector{stray});
    EXPECT_TRUE(
        unclaimed_files(dir.path(), {dir.path() / "a" / ".." / "a" / "used.txt", stray}).empty());
}

TEST(Golden, ReadingAnAbsentFileThrows) {
    const TempDir dir;
    EXPECT_THROW((void)read_file(dir.path() / "absent"), std::runtime_error);
}

TEST(TempDirectory, IsRemovedWithItsContent) {
    std::filesystem::path path;
    {
        const TempDir dir;
        path = dir.path();
        (void)dir.write("deep/er/file", "x");
        EXPECT_TRUE(std::filesystem::exists(path));
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace muster::test
