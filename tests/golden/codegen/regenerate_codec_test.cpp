// The committed codec is what the generator makes of the descriptions of the messages. After a
// change of either, MUSTER_UPDATE_GOLDEN=1 rewrites it.

#include "codegen/wire/generate_codec.hpp"
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace muster::codegen::wire {
namespace {

const std::filesystem::path kDescriptions = MUSTER_SOURCE_DIR "/runtime/kafka/messages";
const std::filesystem::path kOutput = MUSTER_SOURCE_DIR "/runtime/generated/kafka";

class Codec : public testing::Test {
protected:
    void SetUp() override {
        const auto descriptions = read_descriptions(kDescriptions);
        ASSERT_TRUE(descriptions) << descriptions.error();
        files_ = generate_codec(*descriptions);
    }

    std::vector<GeneratedFile> files_;
};

TEST_F(Codec, IsWhatTheDescriptionsGenerate) {
    std::set<std::filesystem::path> claimed;
    for (const GeneratedFile& file : files_) {
        EXPECT_TRUE(test::matches_golden(kOutput / file.path, file.contents));
        claimed.insert(kOutput / file.path);
    }
    EXPECT_TRUE(test::unclaimed_files(kOutput, claimed).empty());
}

TEST_F(Codec, HasShortLines) {
    for (const GeneratedFile& file : files_) {
        std::size_t begin = 0;
        for (std::size_t end = file.contents.find('\n'); end != std::string::npos;
             end = file.contents.find('\n', begin)) {
            EXPECT_LE(end - begin, 100U) << file.path << ": " << file.contents.substr(begin, end);
            begin = end + 1;
        }
    }
}

} // namespace
} // namespace muster::codegen::wire
