#include "spec/source/source_file.hpp"
#include "tests/support/temp_dir.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace muster::spec {
namespace {

void expect_position(const SourceFile& source, std::uint32_t offset, Position expected) {
    const Position found = source.position(offset);
    EXPECT_EQ(found.line, expected.line) << offset;
    EXPECT_EQ(found.column, expected.column) << offset;
}

TEST(SourceFile, CountsLinesAndColumnsFromOne) {
    const SourceFile source("a", "ab\n\ncd");
    EXPECT_EQ(source.line_count(), 3U);
    expect_position(source, 0, {1, 1});
    expect_position(source, 2, {1, 3}); // the end of the line belongs to it
    expect_position(source, 3, {2, 1});
    expect_position(source, 4, {3, 1});
    expect_position(source, 6, {3, 3});
    expect_position(source, 99, {3, 3});
}

TEST(SourceFile, CountsColumnsInCodePoints) {
    const SourceFile source("a", "x\n\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80z");
    expect_position(source, 2, {2, 1});
    expect_position(source, 4, {2, 2});
    expect_position(source, 7, {2, 3});
    expect_position(source, 11, {2, 4});
}

TEST(SourceFile, GivesLinesWithoutTheirEnds) {
    const SourceFile source("a", "ab\r\ncd\n");
    EXPECT_EQ(source.line_text(1), "ab");
    EXPECT_EQ(source.line_text(2), "cd");
    EXPECT_EQ(source.line_text(3), "");
    EXPECT_EQ(source.line_start(2), 4U);
}

TEST(SourceFile, MayBeEmpty) {
    const SourceFile source("a", "");
    EXPECT_EQ(source.line_count(), 1U);
    EXPECT_EQ(source.line_text(1), "");
    expect_position(source, 0, {1, 1});
}

TEST(LoadSource, ReadsEveryByte) {
    const test::TempDir folder;
    const std::string text("a\0b\r\n\xFF", 6);
    const auto source = load_source(folder.write("x.muster", text));
    ASSERT_TRUE(source.has_value());
    EXPECT_EQ(source->text(), text);
    EXPECT_EQ(source->name(), (folder.path() / "x.muster").string());
}

std::string message_for(const std::filesystem::path& path) {
    const auto source = load_source(path);
    EXPECT_FALSE(source.has_value());
    if (source) {
        return {};
    }
    EXPECT_EQ(source.error().code, Code::unreadable_file);
    EXPECT_EQ(source.error().file, path.string());
    return source.error().message;
}

TEST(LoadSource, SaysWhyItCannotRead) {
    const test::TempDir folder;
    EXPECT_EQ(message_for(folder.path()), "this is a directory, not a file");
    EXPECT_EQ(message_for(folder.path() / "none"), "there is no such file");
    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR), 0);
    EXPECT_EQ(message_for(pipe), "this is a pipe or a device, not a file");
    EXPECT_EQ(message_for("/dev/null"), "this is a pipe or a device, not a file");
    const auto large = folder.write("large", "");
    std::filesystem::resize_file(large, kMaxFileSize + 1);
    EXPECT_EQ(message_for(large), "the file is larger than 16 MiB, which no spec is");
    const auto largest = folder.write("largest", "");
    std::filesystem::resize_file(largest, kMaxFileSize);
    EXPECT_TRUE(load_source(largest).has_value());
}

TEST(LoadSource, RefusesWhatItMayNotRead) {
    const test::TempDir folder;
    const auto file = folder.write("x", "protocol p");
    std::filesystem::permissions(file, std::filesystem::perms::none);
    const auto source = load_source(file);
    if (source) {
        GTEST_SKIP() << "this user may read everything";
    }
    EXPECT_EQ(source.error().message, "the file cannot be read: Permission denied");
}

} // namespace
} // namespace muster::spec
