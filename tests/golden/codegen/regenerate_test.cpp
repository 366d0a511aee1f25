// The committed headers are what the generator makes of the shipped specs. After a change of
// either, MUSTER_UPDATE_GOLDEN=1 rewrites them.

#include "tests/golden/codegen/generated_text.hpp"
#include "tests/support/golden.hpp"

#include <filesystem>

namespace muster::codegen {
namespace {

const std::filesystem::path kRoot = MUSTER_SOURCE_DIR;

class Shipped : public testing::TestWithParam<const char*> {};

TEST_P(Shipped, HeaderIsWhatTheSpecGenerates) {
    const std::string name = GetParam();
    const std::string text =
        generated(test::read_file(kRoot / "spec/protocols" / (name + ".muster")));
    EXPECT_TRUE(test::matches_golden(kRoot / "runtime/generated" / (name + ".hpp"), text));
}

TEST_P(Shipped, GenerationIsDeterministic) {
    const std::string spec =
        test::read_file(kRoot / "spec/protocols" / (std::string(GetParam()) + ".muster"));
    EXPECT_EQ(generated(spec), generated(spec));
}

TEST_P(Shipped, LinesAreShort) {
    const std::string text =
        test::read_file(kRoot / "runtime/generated" / (std::string(GetParam()) + ".hpp"));
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', begin)) {
        EXPECT_LE(end - begin, 100U) << text.substr(begin, end - begin);
        if (end > begin) {
            EXPECT_NE(text[end - 1], ' ') << text.substr(begin, end - begin);
        }
        begin = end + 1;
    }
}

INSTANTIATE_TEST_SUITE_P(Protocols, Shipped, testing::Values("kafka_group", "lease"));

TEST(Shipped, HeadersAreAllGenerated) {
    std::set<std::filesystem::path> claimed{kRoot / "runtime/generated/kafka_group.hpp",
                                            kRoot / "runtime/generated/lease.hpp"};
    for (const auto& file :
         std::filesystem::directory_iterator(kRoot / "runtime/generated/kafka")) {
        claimed.insert(file.path()); // regenerate_codec_test.cpp looks at these.
    }
    EXPECT_TRUE(test::unclaimed_files(kRoot / "runtime/generated", claimed).empty());
}

} // namespace
} // namespace muster::codegen
