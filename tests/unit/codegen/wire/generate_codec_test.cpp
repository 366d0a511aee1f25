#include "codegen/wire/generate_codec.hpp"
#include "tests/support/temp_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::codegen::wire {
namespace {

using testing::HasSubstr;

constexpr const char* kThing = "api Thing = 7, versions 0-3, flexible 2+\n"
                               "request { name: string, in 1+ }\n"
                               "response { error: error }\n";

class CodecFolder : public testing::Test {
protected:
    [[nodiscard]] std::string told() const {
        const auto descriptions = read_descriptions(dir_.path());
        return descriptions ? "" : descriptions.error();
    }

    test::TempDir dir_;
};

TEST_F(CodecFolder, GivesTwoFilesForEachDescriptionAndTwoForAll) {
    (void)dir_.write("thing.messages", kThing);
    (void)dir_.write("ends.messages", "message End, versions 0, flexible none {}");
    (void)dir_.write("notes.txt", "not a description");
    const auto descriptions = read_descriptions(dir_.path());
    ASSERT_TRUE(descriptions) << descriptions.error();
    std::vector<std::string> paths;
    for (const auto& file : generate_codec(*descriptions)) {
        paths.push_back(file.path);
    }
    EXPECT_THAT(
        paths,
        testing::ElementsAre(
            "all_messages.hpp", "apis.hpp", "ends.cpp", "ends.hpp", "thing.cpp", "thing.hpp"));
}

TEST_F(CodecFolder, StatesWhatAVersionMustNotLose) {
    (void)dir_.write("thing.messages", kThing);
    const auto descriptions = read_descriptions(dir_.path());
    ASSERT_TRUE(descriptions) << descriptions.error();
    const auto files = generate_codec(*descriptions);
    ASSERT_EQ(files.size(), 4U);
    EXPECT_THAT(files[1].contents, HasSubstr("{ApiKey::thing, \"Thing\", {0, 3}, 2},"));
    EXPECT_THAT(files[2].contents,
                HasSubstr("    if (version >= 1) {\n"
                          "        s.string(message.name);\n"
                          "    } else {\n"
                          "        s.absent(\"name\", message.name.empty());\n"
                          "    }\n"
                          "    s.tagged_fields();\n"));
    EXPECT_THAT(files[3].contents,
                HasSubstr("    /// From version 1 on.\n    std::string name{};\n"));
}

TEST_F(CodecFolder, TellsTheMistakesOfAllFiles) {
    (void)dir_.write("a.messages", "message A, versions 0, flexible none { b: strin }");
    (void)dir_.write("b.messages", "message B");
    EXPECT_THAT(told(), HasSubstr("a.messages:1:43: there is no type `strin`"));
    EXPECT_THAT(told(), HasSubstr("b.messages:1:10: expected `,`, found the end of the file"));
}

TEST_F(CodecFolder, TellsWhichFilesDescribeTheSame) {
    (void)dir_.write("thing.messages", kThing);
    (void)dir_.write("again.messages", kThing);
    EXPECT_EQ(told(),
              "again.messages and thing.messages both describe `ThingRequest`\n"
              "    help: leave one of them out\n"
              "again.messages and thing.messages both describe `ThingResponse`\n"
              "    help: leave one of them out\n"
              "again.messages and thing.messages both describe the API 7\n"
              "    help: look up the numbers of the two APIs\n");
}

TEST_F(CodecFolder, TellsWhatCannotBeRead) {
    const auto descriptions = read_descriptions(dir_.path() / "nowhere");
    ASSERT_FALSE(descriptions);
    EXPECT_THAT(descriptions.error(), HasSubstr("nowhere: No such file or directory"));
}

} // namespace
} // namespace muster::codegen::wire
