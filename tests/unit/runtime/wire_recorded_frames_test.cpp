#include "runtime/kafka/wire/header.hpp"
#include "tests/unit/runtime/all_messages.hpp"
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
    return encode_body(*message, version);
}

TEST(RecordedFrames, EveryRequestDecodesWholeAndEncodesToTheSameBytes) {
    std::map<std::int16_t, int> seen;
    for (const auto& frame : recorded_frames()) {
        const auto* api = find_api_version(frame.api_key, frame.api_version);
        if (!frame.from_client || api == nullptr) {
            continue;
        }
        const auto split = split_request(frame.payload);
        ASSERT_TRUE(split) << frame.place;
        EXPECT_EQ(split->header.api_key, frame.api_key) << frame.place;
        EXPECT_EQ(split->header.api_version, frame.api_version) << frame.place;
        EXPECT_EQ(split->header.correlation_id, frame.correlation_id) << frame.place;
        with_messages(api->key, [&]<class Request, class Response>(Request, Response) {
            EXPECT_EQ(recode<Request>(split->body, frame.api_version), split->body) << frame.place;
        });
        EXPECT_EQ(make_request(split->header, split->body), frame.payload) << frame.place;
        ++seen[frame.api_key];
    }
    EXPECT_EQ(seen.size(), api_table().size()) << "an API is missing in the recordings";
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

TEST(RecordedFrames, EveryResponseDecodesWholeAndEncodesToTheSameBytes) {
    int seen = 0;
    for (const auto& frame : recorded_frames()) {
        const auto* api = find_api_version(frame.api_key, frame.api_version);
        if (frame.from_client || api == nullptr) {
            continue;
        }
        const auto body = BytesView(frame.payload).substr(4);
        if (has_layout_of_the_mock(api->key, body)) {
            continue;
        }
        with_messages(api->key, [&]<class Request, class Response>(Request, Response) {
            EXPECT_EQ(recode<Response>(body, frame.api_version), body) << frame.place;
        });
        EXPECT_EQ(make_response(frame.correlation_id, body), frame.payload) << frame.place;
        ++seen;
    }
    EXPECT_GT(seen, 100);
}

TEST(RecordedFrames, EveryProperPrefixOfABodyIsRefused) {
    for (const auto& frame : recorded_frames()) {
        const auto* api = find_api_version(frame.api_key, frame.api_version);
        const auto split = frame.from_client ? split_request(frame.payload) : std::nullopt;
        if (api == nullptr || !split) {
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
