#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/wire/api_table.hpp"
#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "tests/unit/runtime/recorded_frames.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace muster::runtime::kafka {
namespace {

/// Calls `check` with an object of every described message and each of its versions.
template <class Check>
void for_every_version(Check check) {
    for (const auto& api : kDescribedApis) {
        for (int version = api.versions.first; version <= api.versions.last; ++version) {
            with_messages(api.key, [&](const auto& request, const auto& response) {
                check(request, version);
                check(response, version);
            });
        }
    }
}

/// For every message and version: what decodes from the bytes encodes to something that decodes to
/// the same again.
void expect_clean_decoding(const Bytes& bytes) {
    for_every_version([&]<class Message>(const Message&, int version) {
        if (const auto message = decode_body<Message>(bytes, version)) {
            const auto encoded = encode_body(*message, version);
            RC_ASSERT(encoded.has_value());
            RC_ASSERT((decode_body<Message>(*encoded, version) == message));
        }
    });
}

RC_GTEST_PROP(RandomBytes, NeverDecodeToSomethingInconsistent, (const std::string& bytes)) {
    static_cast<void>(split_request(bytes));
    expect_clean_decoding(bytes);
}

RC_GTEST_PROP(RandomBytes, ChangedFramesAreDecodedOrRefused, ()) {
    static const auto frames = recorded_frames();
    const auto& frame = *rc::gen::elementOf(frames);
    auto bytes = frame.payload;
    const auto place = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[place] = *rc::gen::arbitrary<char>();
    if (const auto split = split_request(bytes)) {
        expect_clean_decoding(Bytes(split->body));
    }
}

TEST(EmptyMessages, RoundTripInEveryVersion) {
    std::vector<std::string> refused;
    for_every_version([&]<class Message>(const Message& message, int version) {
        const auto encoded = encode_body(message, version);
        if (!encoded) {
            refused.push_back(encoded.error().message);
            return;
        }
        EXPECT_EQ((decode_body<Message>(*encoded, version)), message)
            << Message::kName << " in version " << version;
    });
    // These ask for everything by a null list, which came with the next version.
    EXPECT_THAT(
        refused,
        testing::ElementsAre("MetadataRequest in version 0: it has no null where there is one",
                             "OffsetFetchRequest in version 1: it has no null where there is one"));
}

TEST(ApiTable, HasWhatLibrdkafkaLooksFor) {
    EXPECT_NE(find_api_version(10, 0), nullptr);
    EXPECT_NE(find_api_version(0, 3), nullptr);
    EXPECT_NE(find_api_version(1, 4), nullptr);
    EXPECT_EQ(find_api_version(1, 17), nullptr);
    EXPECT_EQ(find_api(68), nullptr);
    const auto answer = advertise(ErrorCode::unsupported_version);
    EXPECT_EQ(answer.apis.size(), api_table().size());
    EXPECT_EQ(answer.error, ErrorCode::unsupported_version);
}

} // namespace
} // namespace muster::runtime::kafka
