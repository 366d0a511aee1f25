// What is told about descriptions with mistakes: the place, what is wrong, and what to write.

#include "codegen/wire/parse.hpp"

#include <gtest/gtest.h>

namespace muster::codegen::wire {
namespace {

/// What is told about a text; nothing if it has no mistake.
std::string told(std::string text) {
    const spec::SourceFile file("thing.messages", std::move(text));
    const auto description = parse_description(file);
    return description ? "" : render(file, description.error());
}

/// The same about the fields of a message in versions 0 to 9, flexible from 6 on. They are in line
/// 2.
std::string told_of_fields(const std::string& fields) {
    return told("message M, versions 0-9, flexible 6+ {\n" + fields + "\n}");
}

TEST(DescriptionForm, UnknownCharactersAndUnfinishedTexts) {
    EXPECT_EQ(told("message M; versions 0"),
              "thing.messages:1:10: a description has no `;`\n"
              "    help: it consists of words, numbers, texts and the marks { } [ ] : , = + -\n");
    EXPECT_EQ(told("message \x01"),
              "thing.messages:1:9: a description has no this character\n"
              "    help: it consists of words, numbers, texts and the marks { } [ ] : , = + -\n");
    EXPECT_EQ(told_of_fields("a: string = \"x"),
              "thing.messages:2:13: a text does not end on its line\n"
              "    help: end it with a double quote\n");
    EXPECT_EQ(told("message M, versions 0x9"),
              "thing.messages:1:22: a number goes on with `x`\n"
              "    help: numbers are decimal; put a blank between a number and a word\n");
}

TEST(DescriptionForm, WhatAFileBeginsWith) {
    EXPECT_EQ(told(""),
              "thing.messages:1:1: expected `message`, found the end of the file\n"
              "    help: a file describes an `api` or one `message` after the other\n");
    EXPECT_EQ(told("api JoinGroup: 11"),
              "thing.messages:1:14: expected `=`, found `:`\n"
              "    help: an API has a number: `api JoinGroup = 11`\n");
    EXPECT_EQ(told("api JoinGroup = eleven"),
              "thing.messages:1:17: expected the number of the API, found `eleven`\n"
              "    help: write it in decimal digits\n");
    EXPECT_EQ(told("api JoinGroup = 40000"),
              "thing.messages:1:17: 40000 is more than 32767\n"
              "    help: the number of the API is 32767 at most\n");
    EXPECT_EQ(told("api A = 1, versions 0-9 request {}"),
              "thing.messages:1:25: expected `,`, found `request`\n"
              "    help: write `, versions 0-9, flexible 6+` or `flexible none`\n");
    EXPECT_EQ(
        told("api A = 1, versions 0-9, flexible 6 request {}"),
        "thing.messages:1:37: expected `+`, found `request`\n"
        "    help: all versions from the first flexible one on are flexible: `flexible 6+`\n");
    EXPECT_EQ(told("api A = 1, versions 0, flexible none\nresponse {}"),
              "thing.messages:2:1: expected `request`, found `response`\n"
              "    help: an API is described by `request { … }` and then `response { … }`\n");
    EXPECT_EQ(told("api A = 1, versions 0, flexible none\nrequest {} response {} api B = 2"),
              "thing.messages:2:24: expected the end of the file, found `api`\n"
              "    help: an API has one request and one response; describe another API in its own "
              "file\n");
}

TEST(DescriptionForm, Fields) {
    EXPECT_EQ(told_of_fields("group_id string"),
              "thing.messages:2:10: expected `:`, found `string`\n"
              "    help: the type of a field stands behind a colon: `name: string`\n");
    EXPECT_EQ(told_of_fields("a: strin"),
              "thing.messages:2:4: there is no type `strin`\n"
              "    help: did you mean `string`?\n");
    EXPECT_EQ(told_of_fields("a: [float"),
              "thing.messages:2:5: there is no type `float`\n"
              "    help: types are bool, int8, int16, int32, int64, uuid, error, string, bytes, "
              "structs such as Topic, and arrays of them: `[Topic]`\n");
    EXPECT_EQ(told_of_fields("a: [string"),
              "thing.messages:3:1: expected `]`, found `}`\n"
              "    help: close the type of an array: `[string]`\n");
    EXPECT_EQ(told_of_fields("a: string, nulable"),
              "thing.messages:2:12: expected what a comma adds to a field, found `nulable`\n"
              "    help: did you mean `nullable`?\n");
    EXPECT_EQ(told_of_fields("a: int8, in five"),
              "thing.messages:2:13: expected a version, found `five`\n"
              "    help: write it in decimal digits\n");
    EXPECT_EQ(told_of_fields("a: int8 = x"),
              "thing.messages:2:11: expected a default, found `x`\n"
              "    help: defaults are numbers, true, false, null and texts in quotes\n");
    EXPECT_EQ(told_of_fields("a: int64 = 9223372036854775808"),
              "thing.messages:2:12: 9223372036854775808 is more than 9223372036854775807\n"
              "    help: a number is 9223372036854775807 at most\n");
    EXPECT_EQ(told_of_fields("a: int32 { b: int8 }"),
              "thing.messages:2:10: fields are described for a primitive type\n"
              "    help: give the struct a name: `topics: [Topic] { … }`\n");
    EXPECT_EQ(told("message M, versions 0, flexible none {\n a: int8"),
              "thing.messages:2:9: expected `}`, found the end of the file\n"
              "    help: close what the last `{` opens\n");
    std::string deep;
    for (int i = 0; i < 40; ++i) {
        deep += "a: S" + std::to_string(i) + " {";
    }
    EXPECT_EQ(told_of_fields(deep),
              "thing.messages:2:127: structs are nested more than 16 deep\n"
              "    help: describe them with fewer levels\n");
}

TEST(DescriptionSense, NamesAndStructs) {
    EXPECT_EQ(told_of_fields("groupId: string"),
              "thing.messages:2:1: `groupId` is not written as fields are\n"
              "    help: use small letters, digits and `_`, as in `group_id`\n");
    EXPECT_EQ(told_of_fields("class: string"),
              "thing.messages:2:1: `class` means something else in C++\n"
              "    help: choose another name\n");
    EXPECT_EQ(told_of_fields("a: int8\na: int16"),
              "thing.messages:3:1: there are two fields `a`\n"
              "    help: a field that changes in some version needs a name of its own for each "
              "form\n");
    EXPECT_EQ(told_of_fields("a: Bytes { b: int8 }"),
              "thing.messages:2:4: `Bytes` cannot be the name of a struct\n"
              "    help: generated code has a type of that name; choose another\n");
    EXPECT_EQ(told_of_fields("a: Join_Group { b: int8 }"),
              "thing.messages:2:4: `Join_Group` cannot be the name of a struct\n"
              "    help: use words with capitals, as in `JoinGroup`\n");
    EXPECT_EQ(told_of_fields("a: [Topic] { b: int8 }\nc: [Topics]"),
              "thing.messages:3:1: `M` has no struct `Topics`\n"
              "    help: did you mean `Topic`?\n");
    EXPECT_EQ(told_of_fields("a: [A] { b: Topic }\nc: Topic { d: int8 }"),
              "thing.messages:2:10: `Topic` is used before it is complete\n"
              "    help: describe its fields in a block where the first field has it\n");
    EXPECT_EQ(told_of_fields("a: [Topic] { b: [Topic] }"),
              "thing.messages:2:14: `Topic` is used before it is complete\n"
              "    help: describe its fields in a block where the first field has it\n");
    EXPECT_EQ(told_of_fields("a: A { b: int8 }\nc: A { d: int8 }"),
              "thing.messages:3:4: `M` has two structs of the name `A`\n"
              "    help: describe it once, and leave out the block where it is meant again\n");
    EXPECT_EQ(
        told("message M, versions 0, flexible none {}\nmessage M, versions 0, flexible none {}"),
        "thing.messages:2:9: there are two messages `M`\n"
        "    help: give each a name of its own\n");
}

TEST(DescriptionSense, Versions) {
    EXPECT_EQ(told("message M, versions 5-3, flexible none {}"),
              "thing.messages:1:9: the message has no versions: 3 is before 5\n"
              "    help: write the lower version first\n");
    EXPECT_EQ(told("message M, versions 0-3, flexible 4+ {}"),
              "thing.messages:1:9: flexible versions begin with 4, which `M` does not have\n"
              "    help: name one of its versions, or say `flexible none`\n");
    EXPECT_EQ(told_of_fields("a: int8, in 8-12"),
              "thing.messages:2:1: `a` is in versions 8-12, but the message has 0-9 only\n"
              "    help: keep to the versions of the message\n");
    EXPECT_EQ(told_of_fields("a: int8, in 5-4"),
              "thing.messages:2:1: `a` has no versions: 4 is before 5\n"
              "    help: write the lower version first\n");
    EXPECT_EQ(told_of_fields("a: string, in 5+, nullable 3+"),
              "thing.messages:2:1: `a` is nullable in versions 3-9, but there in 5-9 only\n"
              "    help: keep to the versions of the field\n");
    EXPECT_EQ(told_of_fields("a: int32, nullable"),
              "thing.messages:2:1: `a` cannot be null on the wire\n"
              "    help: only strings, bytes and arrays can; leave out `nullable`\n");
}

TEST(DescriptionSense, Defaults) {
    const auto wrong = [](const std::string& help) {
        return "thing.messages:2:1: `a` cannot have that default\n    help: " + help + "\n";
    };
    EXPECT_EQ(told_of_fields("a: int8 = 128"), wrong("it takes -128 to 127"));
    EXPECT_EQ(told_of_fields("a: int16 = -32769"), wrong("it takes -32768 to 32767"));
    EXPECT_EQ(told_of_fields("a: int32 = true"), wrong("it takes -2147483648 to 2147483647"));
    EXPECT_EQ(told_of_fields("a: string = null"), wrong("say that it is `nullable`"));
    EXPECT_EQ(told_of_fields("a: bool = 1"),
              wrong("only numbers, truth values and texts have a default"));
    EXPECT_EQ(told_of_fields("a: [string] = \"x\""),
              wrong("only numbers, truth values and texts have a default"));
    EXPECT_EQ(told_of_fields("a: string = \"\\n\""),
              wrong("only numbers, truth values and texts have a default"));
    EXPECT_EQ(told_of_fields("a: int8 = -128\nb: bool = true\nc: string = \"x\"\nd: int64 = 7"),
              "");
}

TEST(DescriptionSense, TagsAndForms) {
    EXPECT_EQ(told_of_fields("a: int8, in 5+, tag 0"),
              "thing.messages:2:1: `a` is tagged, but version 5 has no tagged fields\n"
              "    help: a tagged field begins in a flexible version: `in 3+`\n");
    EXPECT_EQ(told_of_fields("a: int8, in 6+, tag 1\nb: int8, in 7+, tag 1"),
              "thing.messages:3:1: `a` and `b` have the same tag\n"
              "    help: give each tagged field of a struct a number of its own\n");
    EXPECT_EQ(told_of_fields("a: string, plain"),
              "thing.messages:2:1: `a` cannot be plain\n"
              "    help: leave out `plain`, which is for strings that can be null\n");
    EXPECT_EQ(told_of_fields("a: [bytes]"),
              "thing.messages:2:1: `a` is an array of bytes\n"
              "    help: put the bytes into a struct\n");
    EXPECT_EQ(told_of_fields("a: [A] { b: int8, in 3+ }"),
              "thing.messages:2:1: the elements of `a` take no bytes in version 0\n"
              "    help: their number could not be checked; narrow the versions of the array\n");
    EXPECT_EQ(told_of_fields("a: [A], in 3+ { b: int8, in 3+ }"), "");
}

TEST(DescriptionSense, AllMistakesAreToldInOrder) {
    EXPECT_EQ(told_of_fields("A: int8, in 12\nb: int8 = 300"),
              "thing.messages:2:1: `A` is not written as fields are\n"
              "    help: use small letters, digits and `_`, as in `group_id`\n"
              "thing.messages:2:1: `A` is in versions 12, but the message has 0-9 only\n"
              "    help: keep to the versions of the message\n"
              "thing.messages:3:1: `b` cannot have that default\n"
              "    help: it takes -128 to 127\n");
}

} // namespace
} // namespace muster::codegen::wire
