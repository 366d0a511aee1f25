#include "spec/source/utf8.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace muster::spec {
namespace {

/// The encoding of any number below 2^21, well-formed or not.
std::string encode(std::uint32_t value) {
    const auto byte = [](std::uint32_t bits) {
        return static_cast<char>(bits);
    };
    if (value < 0x80) {
        return {byte(value)};
    }
    if (value < 0x800) {
        return {byte(0xC0 | (value >> 6)), byte(0x80 | (value & 0x3F))};
    }
    if (value < 0x10000) {
        return {byte(0xE0 | (value >> 12)),
                byte(0x80 | ((value >> 6) & 0x3F)),
                byte(0x80 | (value & 0x3F))};
    }
    return {byte(0xF0 | (value >> 18)),
            byte(0x80 | ((value >> 12) & 0x3F)),
            byte(0x80 | ((value >> 6) & 0x3F)),
            byte(0x80 | (value & 0x3F))};
}

TEST(Utf8, AcceptsExactlyTheCodePoints) {
    for (std::uint32_t value = 0; value < 0x200000; ++value) {
        const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
        const bool valid = value <= 0x10FFFF && !surrogate;
        const std::string text = encode(value);
        ASSERT_EQ(utf8_sequence_length(text), valid ? text.size() : 0) << value;
        ASSERT_EQ(utf8_sequence_length(text + "x"), valid ? text.size() : 0) << value;
    }
}

TEST(Utf8, RefusesWhatIsCutOffOrTooLong) {
    for (const std::uint32_t value : {0xE4U, 0x20ACU, 0x1F600U}) {
        const std::string text = encode(value);
        for (std::size_t length = 1; length < text.size(); ++length) {
            EXPECT_EQ(utf8_sequence_length(text.substr(0, length)), 0U);
            EXPECT_EQ(utf8_sequence_length(text.substr(0, length) + "x"), 0U);
        }
        EXPECT_EQ(utf8_sequence_length(text.substr(1)), 0U);
    }
    EXPECT_EQ(utf8_sequence_length("\xC1\xBF"), 0U);
    EXPECT_EQ(utf8_sequence_length("\xE0\x9F\xBF"), 0U);
    EXPECT_EQ(utf8_sequence_length("\xF0\x8F\xBF\xBF"), 0U);
    EXPECT_EQ(utf8_sequence_length("\xFF"), 0U);
}

} // namespace
} // namespace muster::spec
