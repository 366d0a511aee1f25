#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace muster::runtime::kafka {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

TEST(Reader, ReadsWhatTheWriterWrote) {
    Writer writer;
    writer.boolean(true);
    writer.int8(-3);
    writer.int16(-300);
    writer.int32(1 << 30);
    writer.int64(-5'000'000'000);
    writer.string("name");
    writer.nullable_string(std::nullopt);
    writer.bytes("\0x"s);
    writer.nullable_bytes(std::nullopt);
    writer.compact_string(std::string(300, 'c'));
    writer.tagged_fields();

    Reader reader(writer.written());
    bool flag = false;
    std::int8_t small = 0;
    std::int16_t medium = 0;
    std::int32_t large = 0;
    std::int64_t huge = 0;
    std::string name;
    std::optional<std::string> absent = "present";
    Bytes opaque;
    std::optional<Bytes> no_bytes = "present";
    std::string compact;
    reader.boolean(flag);
    reader.int8(small);
    reader.int16(medium);
    reader.int32(large);
    reader.int64(huge);
    reader.string(name);
    reader.nullable_string(absent);
    reader.bytes(opaque);
    reader.nullable_bytes(no_bytes);
    reader.compact_string(compact);
    reader.tagged_fields();

    EXPECT_TRUE(reader.finished());
    EXPECT_TRUE(flag);
    EXPECT_EQ(small, -3);
    EXPECT_EQ(medium, -300);
    EXPECT_EQ(large, 1 << 30);
    EXPECT_EQ(huge, -5'000'000'000);
    EXPECT_EQ(name, "name");
    EXPECT_FALSE(absent);
    EXPECT_EQ(opaque, "\0x"s);
    EXPECT_FALSE(no_bytes);
    EXPECT_EQ(compact.size(), 300U);
}

TEST(Reader, RefusesAnArrayThatCannotFitBeforeAllocating) {
    for (const auto& bytes :
         {"\x7f\xff\xff\xff\0\0"s, "\0\0\0\4abc"s, "\xff\xff\xff\xfe"s, "\0\1\0\1"s}) {
        Reader reader(bytes);
        std::vector<std::string> elements;
        reader.array(elements, 1, [&](auto& element) { reader.string(element); });
        EXPECT_FALSE(reader.ok());
        EXPECT_EQ(elements.capacity(), 0U);
    }
}

TEST(Reader, RefusesMoreElementsThanAnArrayMayHave) {
    Writer writer;
    writer.int32(static_cast<std::int32_t>(kMaxArrayElements) + 1);
    auto bytes = writer.take() + std::string(4 * (kMaxArrayElements + 1), '\0');
    Reader reader(bytes);
    std::vector<std::int32_t> elements;
    reader.array(elements, 4, [&](auto& element) { reader.int32(element); });
    EXPECT_FALSE(reader.ok());
}

TEST(Reader, RefusesNullAndNegativeLengthsWhereAValueIsNeeded) {
    std::string text;
    std::vector<std::int32_t> elements;
    Reader null_string("\xff\xff");
    null_string.string(text);
    EXPECT_FALSE(null_string.ok());
    Reader negative_string("\xff\xfe__"sv);
    negative_string.string(text);
    EXPECT_FALSE(negative_string.ok());
    Reader negative_bytes("\x80\0\0\0__"sv);
    negative_bytes.bytes(text);
    EXPECT_FALSE(negative_bytes.ok());
    Reader null_array("\xff\xff\xff\xff");
    null_array.array(elements, 4, [&](auto& element) { null_array.int32(element); });
    EXPECT_FALSE(null_array.ok());
}

TEST(Reader, StaysBrokenAfterTheFirstReadThatDoesNotFit) {
    Reader reader("\0"sv);
    std::int32_t number = 42;
    std::int8_t small = 42;
    reader.int32(number);
    reader.int8(small);
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(number, 42);
    EXPECT_EQ(small, 42);
}

TEST(Reader, RefusesAVarintThatDoesNotEnd) {
    std::string text;
    Reader endless("\xff\xff\xff\xff\xff\xff\xff\xff");
    endless.compact_string(text);
    EXPECT_FALSE(endless.ok());
    Reader too_large("\xff\xff\xff\xff\x7f");
    too_large.compact_string(text);
    EXPECT_FALSE(too_large.ok());
}

TEST(Reader, SkipsUnknownTaggedFields) {
    Reader reader("\2\5\3abc\6\0"sv);
    reader.tagged_fields();
    EXPECT_TRUE(reader.finished());
    Reader truncated("\2\5\3abc\6\1"sv);
    truncated.tagged_fields();
    EXPECT_FALSE(truncated.ok());
}

TEST(RequestHeader, SplitsBothVersions) {
    const RequestHeader plain{
        .api_key = 12, .api_version = 3, .correlation_id = 7, .client_id = "me"};
    const auto request = make_request(plain, "body");
    const auto split = split_request(request);
    ASSERT_TRUE(split);
    EXPECT_EQ(split->header.api_key, 12);
    EXPECT_EQ(split->header.correlation_id, 7);
    EXPECT_EQ(split->header.client_id, "me");
    EXPECT_EQ(split->body, "body");

    const RequestHeader flexible{
        .api_key = 18, .api_version = 3, .correlation_id = -1, .client_id = std::nullopt};
    const auto tagged = make_request(flexible, "body");
    ASSERT_TRUE(split_request(tagged));
    EXPECT_EQ(split_request(tagged)->body, "body");
    EXPECT_EQ(split_request(tagged)->header.client_id, std::nullopt);
}

TEST(RequestHeader, RefusesEveryPrefix) {
    const auto request = make_request(
        {.api_key = 18, .api_version = 3, .correlation_id = 1, .client_id = "client"}, "");
    for (std::size_t size = 0; size < request.size(); ++size) {
        EXPECT_FALSE(split_request(BytesView(request).substr(0, size))) << size;
    }
}

} // namespace
} // namespace muster::runtime::kafka
