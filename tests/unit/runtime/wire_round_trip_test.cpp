#include "runtime/kafka/wire/header.hpp"
#include "tests/unit/runtime/all_messages.hpp"
#include "tests/unit/runtime/recorded_frames.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace muster::runtime::kafka {
namespace {

/// For every API and version: what decodes from the bytes encodes to something that decodes to the
/// same again.
void expect_clean_decoding(const Bytes& bytes) {
    for (const auto& api : api_table()) {
        for (int version = api.min_version; version <= api.max_version; ++version) {
            with_messages(api.key, [&]<class Request, class Response>(Request, Response) {
                if (const auto request = decode_body<Request>(bytes, version)) {
                    const auto encoded = encode_body(*request, version);
                    const auto again = decode_body<Request>(encoded, version);
                    RC_ASSERT(again.has_value());
                    RC_ASSERT(encode_body(*again, version) == encoded);
                }
                static_cast<void>(decode_body<Response>(bytes, version));
            });
        }
    }
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
    for (const auto& api : api_table()) {
        for (int version = api.min_version; version <= api.max_version; ++version) {
            with_messages(
                api.key, [&]<class Request, class Response>(Request request, Response response) {
                    EXPECT_TRUE(decode_body<Request>(encode_body(request, version), version))
                        << api.name << " request " << version;
                    EXPECT_TRUE(decode_body<Response>(encode_body(response, version), version))
                        << api.name << " response " << version;
                });
        }
    }
}

TEST(ApiTable, HasWhatLibrdkafkaLooksFor) {
    EXPECT_NE(find_api_version(10, 0), nullptr);
    EXPECT_NE(find_api_version(0, 3), nullptr);
    EXPECT_NE(find_api_version(1, 4), nullptr);
    EXPECT_EQ(find_api_version(1, 12), nullptr);
    EXPECT_EQ(find_api(68), nullptr);
    const auto answer = advertise(ErrorCode::unsupported_version);
    EXPECT_EQ(answer.apis.size(), api_table().size());
    EXPECT_EQ(answer.error, ErrorCode::unsupported_version);
}

} // namespace
} // namespace muster::runtime::kafka
