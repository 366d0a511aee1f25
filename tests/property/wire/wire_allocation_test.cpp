// What decoding takes in memory stays in proportion to the bytes that came, whatever they claim.

#include "codegen/wire/generate_codec.hpp"
#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "tests/property/wire/allocation_count.hpp"
#include "tests/property/wire/described_bytes.hpp"

#include <gtest/gtest.h>

#include <random>

namespace muster::runtime::kafka {
namespace {

/// An element takes at most so many times the bytes that it has on the wire. The largest struct is
/// a partition of FetchResponse; the worst ratio has a topic with an empty name and no partitions.
constexpr std::size_t kMostPerByte = 48;
constexpr std::size_t kMostBesides = 1024;

template <class Message>
void expect_proportion(const Bytes& bytes, int version) {
    const std::size_t before = test::allocated_bytes();
    static_cast<void>(decode_body<Message>(bytes, version));
    const std::size_t taken = test::allocated_bytes() - before;
    EXPECT_LE(taken, kMostPerByte * bytes.size() + kMostBesides)
        << Message::kName << " in version " << version << " from " << bytes.size() << " bytes";
}

/// Every four bytes, one place after the other, become a large number.
template <class Message>
void expect_proportion_with_large_counts(const Bytes& bytes, int version) {
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        for (const char* claim : {"\x7f\xff\xff\xff", "\x00\x00\xff\xff", "\xff\xff\xff\x7f"}) {
            Bytes changed = bytes;
            for (std::size_t i = 0; i < 4 && place + i < changed.size(); ++i) {
                changed[place + i] = claim[i];
            }
            expect_proportion<Message>(changed, version);
        }
    }
}

TEST(Decoding, TakesMemoryInProportionToWhatCame) {
    const auto descriptions =
        codegen::wire::read_descriptions(MUSTER_SOURCE_DIR "/runtime/kafka/messages");
    ASSERT_TRUE(descriptions) << descriptions.error();
    std::mt19937 random(18); // NOLINT(bugprone-random-generator-seed): the same run every time
    const test::Draw draw = [&](std::uint32_t limit) {
        return static_cast<std::uint32_t>(random()) % limit;
    };
    const auto look_at = [&]<class Message>(const Message&, const auto& description) {
        for (int version = Message::kVersions.first; version <= Message::kVersions.last;
             ++version) {
            for (int i = 0; i < 5; ++i) {
                const auto bytes =
                    test::described_bytes(description, version, test::UnknownTags::add, draw);
                expect_proportion<Message>(bytes, version);
                expect_proportion_with_large_counts<Message>(bytes, version);
            }
        }
    };
    for (const auto& description : *descriptions) {
        if (description.api) {
            const auto key = static_cast<ApiKey>(description.api->key);
            with_messages(key, [&](const auto& request, const auto& response) {
                look_at(request, description.messages[0]);
                look_at(response, description.messages[1]);
            });
        }
    }
}

TEST(Decoding, RefusesCountsThatTheBytesCannotHold) {
    // 200 KiB of zeros behind a count of elements each: where an element takes more than three
    // bytes, 65,536 of them are too many.
    const Bytes zeros(std::size_t{200} << 10U, '\0');
    const std::size_t before = test::allocated_bytes();
    EXPECT_FALSE(decode_body<OffsetCommitResponse>(Bytes("\0\0\xff\xff", 4) + zeros, 0));
    EXPECT_LE(test::allocated_bytes() - before, 2 * zeros.size());
}

} // namespace
} // namespace muster::runtime::kafka
