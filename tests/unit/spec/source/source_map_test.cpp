#include "spec/source/source_map.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace muster::spec {
namespace {

SourceMap three_files() {
    SourceMap map(SourceFile("a", "one\ntwo"));
    EXPECT_NE(map.add(SourceFile("b", "")), nullptr);
    EXPECT_NE(map.add(SourceFile("c", "x\n\xC3\xA4y\n")), nullptr);
    return map;
}

TEST(SourceMap, LeavesAByteBetweenFiles) {
    const SourceMap map = three_files();
    EXPECT_EQ(map.files()[0].base(), 0U);
    EXPECT_EQ(map.files()[1].base(), 8U);
    EXPECT_EQ(map.files()[2].base(), 9U);
}

TEST(SourceMap, FindsTheFileOfAnOffset) {
    const SourceMap map = three_files();
    EXPECT_EQ(map.file_at(0).name(), "a");
    EXPECT_EQ(map.file_at(7).name(), "a"); // its end
    EXPECT_EQ(map.file_at(8).name(), "b");
    EXPECT_EQ(map.file_at(9).name(), "c");
    EXPECT_EQ(map.file_at(1000).name(), "c");
}

TEST(SourceMap, CountsLinesInEachFileFromOne) {
    const SourceMap map = three_files();
    EXPECT_EQ(map.place({4, 7}), "a:2:1");
    EXPECT_EQ(map.place({8, 8}), "b:1:1");
    EXPECT_EQ(map.place({9, 10}), "c:1:1");
    EXPECT_EQ(map.place({13, 14}), "c:2:2");
}

TEST(SourceMap, KeepsItsFilesInPlaceWhenItIsMoved) {
    SourceMap map = three_files();
    const SourceFile* last = &map.files().back();
    const SourceMap moved = std::move(map);
    EXPECT_EQ(&moved.files().back(), last);
}

} // namespace
} // namespace muster::spec
