#include "runtime/generated/kafka/all_messages.hpp"
#include "runtime/kafka/metadata_service.hpp"
#include "runtime/kafka/wire/api_table.hpp"
#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "tests/unit/runtime/recorded_frames.hpp"

#include <gtest/gtest.h>

#include <map>

namespace muster::runtime::kafka {
namespace {

/// Decodes the bytes as that message and encodes it again.
template <class Message>
std::optional<Bytes> recode(BytesView body, int version) {
    const auto message = decode_body<Message>(body, version);
    if (!message) {
        return std::nullopt;
    }
    auto encoded = encode_body(*message, version);
    return encoded ? std::optional(*std::move(encoded)) : std::nullopt;
}

/// The API of the frame if its version is described, or null.
const DescribedApi* described(const RecordedFrame& frame) {
    const auto* api = find_described(frame.api_key);
    return api != nullptr && api->versions.contains(frame.api_version) ? api : nullptr;
}

/// In flexible versions of Metadata librdkafka asks for all topics (2.15.1 for none, too) by a
/// count of the older form. Its first byte says "all topics", and three bytes are left over.
bool has_older_count(const RecordedFrame& frame, BytesView body) {
    return frame.from_client && frame.api_key == static_cast<std::int16_t>(ApiKey::metadata) &&
           frame.api_version >= MetadataRequest::kFirstFlexible && body.size() == 7 &&
           body.substr(0, 4) == BytesView("\0\0\0\0", 4);
}

TEST(RecordedFrames, EveryRequestDecodesWholeAndEncodesToTheSameBytes) {
    std::map<std::int16_t, int> seen;
    int with_older_count = 0;
    for (const auto& frame : recorded_frames()) {
        const auto* api = described(frame);
        if (!frame.from_client || api == nullptr) {
            continue;
        }
        const auto split = split_request(frame.payload);
        ASSERT_TRUE(split) << frame.place;
        if (has_older_count(frame, split->body)) {
            EXPECT_FALSE(decode_body<MetadataRequest>(split->body, frame.api_version));
            const auto request = decode_metadata(split->body, frame.api_version);
            ASSERT_TRUE(request) << frame.place;
            EXPECT_FALSE(request->topics) << "all topics";
            EXPECT_EQ(request->allow_auto_create, split->body[4] != 0) << frame.place;
            ++with_older_count;
            continue;
        }
        EXPECT_EQ(split->header.api_key, frame.api_key) << frame.place;
        EXPECT_EQ(split->header.api_version, frame.api_version) << frame.place;
        EXPECT_EQ(split->header.correlation_id, frame.correlation_id) << frame.place;
        with_messages(api->key, [&]<class Request, class Response>(Request, Response) {
            EXPECT_EQ(recode<Request>(split->body, frame.api_version), split->body) << frame.place;
        });
        EXPECT_EQ(make_request(split->header, split->body).value(), frame.payload) << frame.place;
        ++seen[frame.api_key];
    }
    EXPECT_EQ(with_older_count, 5);
    for (const auto& api : api_table()) {
        EXPECT_TRUE(seen.contains(static_cast<std::int16_t>(api.key)))
            << api.name << " is missing in the recordings";
    }
}

/// The recorded mock cluster answers some errors in layouts that no version has: a refused
/// ApiVersions, a SyncGroup with a null assignment, a LeaveGroup without its list of members.
bool has_layout_of_the_mock(ApiKey key, BytesView body) {
    if (key == ApiKey::api_versions) {
        return load_big_endian<std::int16_t>(body) != 0;
    }
    const bool is_short_error = key == ApiKey::sync_group || key == ApiKey::leave_group;
    return is_short_error && body.size() >= 6 && load_big_endian<std::int16_t>(body, 4) != 0;
}

/// That of librdkafka 2.15.1 ends its flexible Metadata with one section of tagged fields too many.
bool has_byte_too_many(const RecordedFrame& frame) {
    return frame.place.starts_with("mock215--") &&
           frame.api_key == static_cast<std::int16_t>(ApiKey::metadata) &&
           frame.api_version >= MetadataResponse::kFirstFlexible;
}

TEST(RecordedFrames, EveryResponseDecodesWholeAndEncodesToTheSameBytes) {
    int seen = 0;
    for (const auto& frame : recorded_frames()) {
        const auto* api = described(frame);
        if (frame.from_client || api == nullptr) {
            continue;
        }
        // The older header has the correlation id only, the newer one also no tagged fields.
        const bool is_newer = response_header_version(frame.api_key, frame.api_version) == 1;
        auto body = BytesView(frame.payload).substr(is_newer ? 5 : 4);
        if (has_layout_of_the_mock(api->key, body)) {
            continue;
        }
        if (has_byte_too_many(frame)) {
            EXPECT_FALSE(decode_body<MetadataResponse>(body, frame.api_version)) << frame.place;
            body.remove_suffix(1);
            EXPECT_EQ(recode<MetadataResponse>(body, frame.api_version), body) << frame.place;
            continue;
        }
        with_messages(api->key, [&]<class Request, class Response>(Request, Response) {
            EXPECT_EQ(recode<Response>(body, frame.api_version), body) << frame.place;
        });
        const RequestHeader request{.api_key = frame.api_key,
                                    .api_version = frame.api_version,
                                    .correlation_id = frame.correlation_id};
        EXPECT_EQ(make_response(request, body), frame.payload) << frame.place;
        ++seen;
    }
    EXPECT_GT(seen, 100);
}

TEST(RecordedFrames, EveryProperPrefixOfABodyIsRefused) {
    for (const auto& frame : recorded_frames()) {
        const auto* api = described(frame);
        const auto split = frame.from_client ? split_request(frame.payload) : std::nullopt;
        if (api == nullptr || !split || has_older_count(frame, split->body)) {
            continue;
        }
        with_messages(api->key, [&]<class Request, class Response>(Request, Response) {
            for (std::size_t size = 0; size < split->body.size(); ++size) {
                EXPECT_FALSE(decode_body<Request>(split->body.substr(0, size), frame.api_version))
                    << frame.place << " cut to " << size;
            }
            EXPECT_FALSE(decode_body<Request>(Bytes(split->body) + '\0', frame.api_version))
                << frame.place << " with a byte too many";
        });
    }
}

} // namespace
} // namespace muster::runtime::kafka
