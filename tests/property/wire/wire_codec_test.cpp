// Messages that are made from the descriptions, by a way of their own, against the generated codec:
// every API, every version, both directions.

#include "codegen/wire/generate_codec.hpp"
#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "tests/property/wire/described_bytes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstring>
#include <memory>

namespace muster::runtime::kafka {
namespace {

using codegen::wire::Description;
using test::UnknownTags;

const std::vector<Description>& descriptions() {
    static const auto kAll =
        codegen::wire::read_descriptions(MUSTER_SOURCE_DIR "/runtime/kafka/messages");
    return kAll.value();
}

const codegen::wire::Message& description_of(std::string_view message) {
    for (const auto& description : descriptions()) {
        for (const auto& each : description.messages) {
            if (each.name == message) {
                return each;
            }
        }
    }
    throw std::logic_error("a message without a description");
}

std::uint32_t drawn(std::uint32_t limit) {
    // Sizes play no part: these are choices among few things.
    return *rc::gen::noShrink(rc::gen::inRange<std::uint32_t>(0, limit));
}

/// Calls `check` with a default value of either message of the API and each version.
template <class Check>
void for_every_version(const DescribedApi& api, Check check) {
    with_messages(api.key, [&](const auto& request, const auto& response) {
        for (int version = api.versions.first; version <= api.versions.last; ++version) {
            check(request, version);
            check(response, version);
        }
    });
}

class DescribedMessages : public testing::TestWithParam<DescribedApi> {
protected:
    /// Whether what `check(message, version, bytes)` states holds for drawn bytes of every version.
    template <class Check>
    static bool holds(UnknownTags unknown_tags, Check check) {
        return rc::check([&] {
            for_every_version(GetParam(), [&]<class Message>(const Message& message, int version) {
                const auto bytes = test::described_bytes(
                    description_of(Message::kName), version, unknown_tags, drawn);
                RC_LOG() << Message::kName << " in version " << version << '\n';
                check(message, version, bytes);
            });
        });
    }
};

TEST_P(DescribedMessages, DecodeAndEncodeToTheSameBytes) {
    EXPECT_TRUE(holds(UnknownTags::leave_out,
                      []<class Message>(const Message&, int version, const Bytes& bytes) {
                          const auto message = decode_body<Message>(bytes, version);
                          RC_ASSERT(message.has_value());
                          const auto encoded = encode_body(*message, version);
                          RC_ASSERT(encoded.has_value());
                          RC_ASSERT(*encoded == bytes);
                          RC_ASSERT((decode_body<Message>(*encoded, version) == message));
                      }));
}

TEST_P(DescribedMessages, UnknownTaggedFieldsAreSkipped) {
    EXPECT_TRUE(
        holds(UnknownTags::add, []<class Message>(const Message&, int version, const Bytes& bytes) {
            const auto message = decode_body<Message>(bytes, version);
            RC_ASSERT(message.has_value());
            const auto known = encode_body(*message, version);
            RC_ASSERT(known.has_value());
            RC_ASSERT(known->size() <= bytes.size());
            RC_ASSERT((decode_body<Message>(*known, version) == message));
        }));
}

TEST_P(DescribedMessages, NoProperPrefixDecodesAndNoneIsReadBeyond) {
    EXPECT_TRUE(
        holds(UnknownTags::add, []<class Message>(const Message&, int version, const Bytes& bytes) {
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                // Exactly as large, so that the sanitizer sees a read beyond.
                const auto cut = std::make_unique<char[]>(size);
                std::memcpy(cut.get(), bytes.data(), size);
                RC_ASSERT(!decode_body<Message>({cut.get(), size}, version));
            }
            RC_ASSERT(!decode_body<Message>(bytes + 'x', version));
        }));
}

TEST_P(DescribedMessages, ChangedBytesDecodeToWhatCanBeEncoded) {
    EXPECT_TRUE(
        holds(UnknownTags::add, []<class Message>(const Message&, int version, Bytes bytes) {
            if (bytes.empty()) {
                return;
            }
            for (std::uint32_t changes = 1 + drawn(3); changes > 0; --changes) {
                const auto place = drawn(static_cast<std::uint32_t>(bytes.size()));
                bytes[place] = static_cast<char>(drawn(256));
            }
            const auto message = decode_body<Message>(bytes, version);
            if (!message) {
                return;
            }
            const auto encoded = encode_body(*message, version);
            RC_ASSERT(encoded.has_value());
            RC_ASSERT((decode_body<Message>(*encoded, version) == message));
        }));
}

TEST_P(DescribedMessages, AreRefusedInOtherVersions) {
    const auto& versions = GetParam().versions;
    with_messages(GetParam().key, [&]<class Request, class Response>(Request, Response) {
        for (const int version : {-1, versions.first - 1, versions.last + 1, 32'767}) {
            EXPECT_FALSE(decode_body<Request>("", version));
            EXPECT_FALSE(encode_body(Request{}, version));
            EXPECT_FALSE(decode_body<Response>("", version));
            EXPECT_FALSE(encode_body(Response{}, version));
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Apis,
                         DescribedMessages,
                         testing::ValuesIn(kDescribedApis),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(DescribedApis, AreThoseOfTheDescriptions) {
    std::size_t count = 0;
    for (const auto& description : descriptions()) {
        count += description.api ? 1 : 0;
    }
    EXPECT_EQ(count, kDescribedApis.size());
}

} // namespace
} // namespace muster::runtime::kafka
