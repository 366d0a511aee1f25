#include "codegen/wire/least_size.hpp"
#include "codegen/wire/parse.hpp"

#include <gtest/gtest.h>

namespace muster::codegen::wire {
namespace {

Description described(std::string text) {
    auto description =
        parse_description(spec::SourceFile("folder/thing.messages", std::move(text)));
    EXPECT_TRUE(description);
    return description.value_or(Description{});
}

TEST(Descriptions, AnApiHasARequestAndAResponse) {
    const auto description = described(R"(// A remark.
/// What it is for,
/// in two lines.
api JoinGroup = 11, versions 0-9, flexible 6+
request { group_id: string }
/// What comes back.
response { error: error })");
    EXPECT_EQ(description.name, "thing");
    ASSERT_TRUE(description.api);
    EXPECT_EQ(description.api->name, "JoinGroup");
    EXPECT_EQ(description.api->key, 11);
    ASSERT_EQ(description.messages.size(), 2U);
    const auto& request = description.messages[0];
    EXPECT_EQ(request.name, "JoinGroupRequest");
    EXPECT_EQ(request.doc, "What it is for,\nin two lines.");
    EXPECT_EQ(request.versions, (VersionRange{0, 9}));
    EXPECT_EQ(request.first_flexible, 6);
    EXPECT_EQ(description.messages[1].name, "JoinGroupResponse");
    EXPECT_EQ(description.messages[1].doc, "What comes back.");
    EXPECT_TRUE(description.messages[1].fields[0].type.is(Primitive::error_code));
}

TEST(Descriptions, MessagesWithoutAnApiStandOneAfterTheOther) {
    const auto description = described("message First, versions 2, flexible none {}\n"
                                       "/// The next.\n"
                                       "message Second, versions 0-1, flexible 1+ { a: uuid }");
    EXPECT_FALSE(description.api);
    ASSERT_EQ(description.messages.size(), 2U);
    EXPECT_EQ(description.messages[0].versions, (VersionRange{2, 2}));
    EXPECT_FALSE(description.messages[0].is_flexible(2));
    EXPECT_EQ(description.messages[1].doc, "The next.");
    EXPECT_FALSE(description.messages[1].is_flexible(0));
    EXPECT_TRUE(description.messages[1].is_flexible(1));
}

TEST(Descriptions, FieldsHaveVersionsDefaultsAndForms) {
    const auto description = described(R"(message M, versions 1-9, flexible 4+ {
  plain_number: int32
  number: int64 = -1, in 3+, ignorable
  only: int8 = 7, in 5
  some: bool = true, in 2-4
  /// Null now and then.
  text: string = "", nullable 7+
  other: string, nullable, in 5+
  blob: bytes, in 2+, nullable
  id: string, nullable, plain
  note: string = "none", in 6+, tag 3
})");
    const auto& fields = description.messages[0].fields;
    ASSERT_EQ(fields.size(), 9U);
    EXPECT_EQ(fields[0].versions, (VersionRange{1, 9}));
    EXPECT_EQ(fields[0].default_value, DefaultValue{});
    EXPECT_FALSE(fields[0].is_ignorable);
    EXPECT_EQ(fields[1].versions, (VersionRange{3, 9}));
    EXPECT_EQ(fields[1].default_value, DefaultValue{std::int64_t{-1}});
    EXPECT_TRUE(fields[1].is_ignorable);
    EXPECT_EQ(fields[2].versions, (VersionRange{5, 5}));
    EXPECT_EQ(fields[3].versions, (VersionRange{2, 4}));
    EXPECT_EQ(fields[3].default_value, DefaultValue{true});
    EXPECT_EQ(fields[4].doc, "Null now and then.");
    EXPECT_EQ(fields[4].nullable, (VersionRange{7, 9}));
    EXPECT_EQ(fields[4].default_value, DefaultValue{std::string()});
    EXPECT_EQ(fields[5].nullable, (VersionRange{5, 9})) << "in all versions of the field";
    EXPECT_EQ(fields[5].default_value, DefaultValue{Null{}});
    EXPECT_EQ(fields[6].nullable, (VersionRange{2, 9}));
    EXPECT_TRUE(fields[7].is_plain);
    EXPECT_EQ(fields[8].tag, 3U);
}

TEST(Descriptions, StructsStandBeforeThoseThatHoldThem) {
    const auto description = described(R"(message M, versions 0-9, flexible none {
  topics: [Topic] {
    name: string
    partitions: [Partition] { index: int32 }
  }
  leader: Leader { id: int32 }
  others: [Topic]
})");
    const auto& message = description.messages[0];
    ASSERT_EQ(message.structs.size(), 3U);
    EXPECT_EQ(message.structs[0].name, "Partition");
    EXPECT_EQ(message.structs[1].name, "Topic");
    EXPECT_EQ(message.structs[2].name, "Leader");
    EXPECT_TRUE(message.fields[2].type.is_array);
    EXPECT_EQ(message.find("Topic"), &message.structs[1]);
    EXPECT_EQ(message.find("Nowhere"), nullptr);
}

TEST(LeastSizes, CountWhatIsThereInTheVersion) {
    const auto description = described(R"(message M, versions 0-5, flexible 4+ {
  all: [All] {
    a: bool
    b: int16
    c: int64, in 2+
    d: string
    e: bytes, nullable
    f: [string]
    g: Inner { h: uuid }
    i: int32, in 4+, tag 0
    j: string, nullable, plain
  }
  names: [string]
})");
    const auto& message = description.messages[0];
    const auto size = [&](std::size_t field, int version) {
        return least_element_size(message, message.fields[field].type, version);
    };
    EXPECT_EQ(size(0, 0), 1U + 2 + 2 + 4 + 4 + 16 + 2);
    EXPECT_EQ(size(0, 2), 1U + 2 + 8 + 2 + 4 + 4 + 16 + 2);
    // Compact lengths, no tagged fields in either struct, and the plain length.
    EXPECT_EQ(size(0, 4), 1U + 2 + 8 + 1 + 1 + 1 + (16 + 1) + 2 + 1);
    EXPECT_EQ(size(1, 3), 2U);
    EXPECT_EQ(size(1, 4), 1U);
}

} // namespace
} // namespace muster::codegen::wire
