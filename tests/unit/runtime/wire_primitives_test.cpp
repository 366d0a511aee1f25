#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
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
    reader.boolean(flag);
    reader.int8(small);
    reader.int16(medium);
    reader.int32(large);
    reader.int64(huge);
    reader.string(name);
    reader.nullable_string(absent);
    reader.bytes(opaque);
    reader.nullable_bytes(no_bytes);

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
}

TEST(Reader, ReadsTheFlexibleForm) {
    Writer writer(Form::flexible);
    writer.string(std::string(300, 'c'));
    writer.nullable_string(std::nullopt);
    writer.nullable_string("");
    writer.plain_nullable_string("plain");
    writer.bytes("\0x"s);
    writer.nullable_bytes(std::nullopt);
    writer.array(std::vector<std::int32_t>{7, -7}, 4);
    writer.nullable_array(std::optional<std::vector<std::string>>{}, Null::allowed, 1);
    writer.uuid({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    writer.tagged_fields();
    EXPECT_EQ(BytesView(writer.written()).substr(0, 2), "\xad\x02"sv) << "301, seven bits a byte";

    Reader reader(writer.written(), Form::flexible);
    std::string text;
    std::optional<std::string> absent = "present";
    std::optional<std::string> empty;
    std::optional<std::string> plain;
    Bytes opaque;
    std::optional<Bytes> no_bytes = "present";
    std::vector<std::int32_t> numbers;
    std::optional<std::vector<std::string>> no_texts{{"present"}};
    Uuid id{};
    reader.string(text);
    reader.nullable_string(absent);
    reader.nullable_string(empty);
    reader.plain_nullable_string(plain);
    reader.bytes(opaque);
    reader.nullable_bytes(no_bytes);
    reader.array(numbers, 4);
    reader.nullable_array(no_texts, Null::allowed, 1);
    reader.uuid(id);
    reader.tagged_fields();
    EXPECT_TRUE(reader.finished());
    EXPECT_EQ(text.size(), 300U);
    EXPECT_FALSE(absent);
    EXPECT_EQ(empty, "");
    EXPECT_EQ(plain, "plain");
    EXPECT_EQ(opaque, "\0x"s);
    EXPECT_FALSE(no_bytes);
    EXPECT_EQ(numbers, (std::vector<std::int32_t>{7, -7}));
    EXPECT_FALSE(no_texts);
    EXPECT_EQ(id[15], 16);
}

TEST(Reader, RefusesAnArrayThatCannotFitBeforeAllocating) {
    for (const auto& bytes :
         {"\x7f\xff\xff\xff\0\0"s, "\0\0\0\4abc"s, "\xff\xff\xff\xfe"s, "\0\1\0\1"s}) {
        Reader reader(bytes);
        std::vector<std::string> elements;
        reader.array(elements, 1);
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
    reader.array(elements, 4);
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
    null_array.array(elements, 4);
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

TEST(Reader, RefusesMoreElementsThanAMessageMayHave) {
    Writer writer;
    for (std::size_t i = 0; i <= kMaxElements / kMaxArrayElements; ++i) {
        writer.array(std::vector<std::int8_t>(kMaxArrayElements), 1);
    }
    Reader reader(writer.written());
    std::vector<std::int8_t> elements;
    for (std::size_t i = 0; i < kMaxElements / kMaxArrayElements; ++i) {
        reader.array(elements, 1);
        EXPECT_TRUE(reader.ok());
    }
    reader.array(elements, 1);
    EXPECT_FALSE(reader.ok());
}

TEST(Reader, RefusesAVarintThatDoesNotEnd) {
    std::string text;
    Reader endless("\xff\xff\xff\xff\xff\xff\xff\xff", Form::flexible);
    endless.string(text);
    EXPECT_FALSE(endless.ok());
    Reader too_large("\xff\xff\xff\xff\x7f", Form::flexible);
    too_large.string(text);
    EXPECT_FALSE(too_large.ok());
}

TEST(Reader, RefusesANullThatTheVersionDoesNotHave) {
    std::optional<std::string> text;
    Reader older("\xff\xff");
    older.nullable_string(text, Null::refused);
    EXPECT_FALSE(older.ok());
    Reader flexible("\0"sv, Form::flexible);
    flexible.nullable_string(text, Null::refused);
    EXPECT_FALSE(flexible.ok());
    std::optional<std::vector<std::int32_t>> numbers;
    Reader array("\0"sv, Form::flexible);
    array.nullable_array(numbers, Null::refused, 4);
    EXPECT_FALSE(array.ok());
}

TEST(TaggedFields, UnknownOnesAreSkipped) {
    Reader reader("\2\5\3abc\6\0"sv, Form::flexible);
    reader.tagged_fields();
    EXPECT_TRUE(reader.finished());
    Reader truncated("\2\5\3abc\6\1"sv, Form::flexible);
    truncated.tagged_fields();
    EXPECT_FALSE(truncated.ok());
}

TEST(TaggedFields, KnownOnesAreReadAndTheirSizeIsHeldAgainstThem) {
    const auto read = [](BytesView bytes) {
        Reader reader(bytes, Form::flexible);
        std::int32_t number = -1;
        std::string text;
        reader.tagged_fields(1,
                             tag(0, true, number, number == -1),
                             tag(3, true, text, text.empty()),
                             tag(4, false, text, text.empty()));
        return std::tuple(reader.finished(), number, text);
    };
    EXPECT_EQ(read("\2\0\4\0\0\0\7\3\3\3hi"sv), std::tuple(true, 7, "hi"));
    EXPECT_EQ(read("\1\4\2\2x"sv), std::tuple(true, -1, "")) << "of another version";
    EXPECT_FALSE(std::get<bool>(read("\1\0\3\0\0\7"sv))) << "too small for its type";
    EXPECT_FALSE(std::get<bool>(read("\1\0\5\0\0\0\7\0"sv))) << "too large for its type";
    EXPECT_FALSE(std::get<bool>(read("\2\3\2\2x\0\4\0\0\0\7"sv))) << "out of order";
    EXPECT_FALSE(std::get<bool>(read("\2\3\2\2x\3\2\2x"sv))) << "twice";
}

TEST(TaggedFields, ThoseWithTheirDefaultsAreLeftOut) {
    Writer writer(Form::flexible);
    const std::int32_t number = 7;
    const std::string text;
    writer.tagged_fields(1, tag(0, true, number, number == -1), tag(3, true, text, text.empty()));
    EXPECT_EQ(writer.written(), "\1\0\4\0\0\0\7"s);
}

TEST(Writer, SaysWhatItCannotWrite) {
    Writer long_text;
    long_text.string(std::string(40'000, 'x'));
    EXPECT_EQ(long_text.failure(), "a text of 40000 bytes is too long for it");
    Writer flexible(Form::flexible);
    flexible.string(std::string(40'000, 'x'));
    EXPECT_TRUE(flexible.ok());
    Writer null;
    null.nullable_bytes(std::nullopt, Null::refused);
    EXPECT_EQ(null.failure(), "it has no null where there is one");
    Writer absent;
    absent.absent("reason", true);
    EXPECT_TRUE(absent.ok());
    absent.absent("reason", false);
    absent.absent("another", false);
    EXPECT_EQ(absent.failure(), "it cannot carry `reason`");
}

TEST(RequestHeader, SplitsBothVersions) {
    const RequestHeader plain{
        .api_key = 12, .api_version = 3, .correlation_id = 7, .client_id = "me"};
    const auto request = make_request(plain, "body").value();
    const auto split = split_request(request);
    ASSERT_TRUE(split);
    EXPECT_EQ(split->header.api_key, 12);
    EXPECT_EQ(split->header.correlation_id, 7);
    EXPECT_EQ(split->header.client_id, "me");
    EXPECT_EQ(split->body, "body");

    const RequestHeader flexible{
        .api_key = 18, .api_version = 3, .correlation_id = -1, .client_id = std::nullopt};
    const auto tagged = make_request(flexible, "body").value();
    ASSERT_TRUE(split_request(tagged));
    EXPECT_EQ(split_request(tagged)->body, "body");
    EXPECT_EQ(split_request(tagged)->header.client_id, std::nullopt);
}

TEST(RequestHeader, RefusesEveryPrefix) {
    const auto request =
        make_request({.api_key = 18, .api_version = 3, .correlation_id = 1, .client_id = "client"},
                     "")
            .value();
    for (std::size_t size = 0; size < request.size(); ++size) {
        EXPECT_FALSE(split_request(BytesView(request).substr(0, size))) << size;
    }
}

} // namespace
} // namespace muster::runtime::kafka
