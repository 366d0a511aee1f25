#include "checker/checkpoint/bytes.hpp"
#include "tests/unit/checker/checkpoint/memory_keeper.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <vector>

namespace muster::checker::testing {
namespace {

using ::testing::ElementsAre;

std::string written(const std::function<void(ByteWriter&)>& write) {
    std::string bytes;
    ByteWriter out([&](std::string_view piece) { bytes += piece; });
    write(out);
    out.flush();
    return bytes;
}

TEST(Bytes, AreReadAsTheyWereWritten) {
    const std::vector<std::int64_t> numbers{0,
                                            -1,
                                            63,
                                            -64,
                                            64,
                                            1'000'000,
                                            std::numeric_limits<std::int64_t>::max(),
                                            std::numeric_limits<std::int64_t>::min()};
    const std::string bytes = written([&](ByteWriter& out) {
        for (const std::int64_t number : numbers) {
            out.signed_number(number);
            out.number(static_cast<std::uint64_t>(number));
        }
        out.text("two words");
        out.truth(true);
    });
    ByteReader in(only_piece(bytes), bytes.size());
    for (const std::int64_t number : numbers) {
        EXPECT_EQ(in.signed_number(), number);
        EXPECT_EQ(in.number(), static_cast<std::uint64_t>(number));
    }
    EXPECT_EQ(in.text(), "two words");
    EXPECT_TRUE(in.truth());
    EXPECT_TRUE(in.at_end());
}

TEST(Bytes, AreReadInPieces) {
    const std::string bytes = written([&](ByteWriter& out) {
        for (std::uint64_t number = 0; number < 1'000; ++number) {
            out.number(number);
        }
    });
    std::size_t at = 0;
    ByteReader in(
        [&] {
            const std::size_t begin = at;
            at = std::min(at + 7, bytes.size());
            return std::string_view(bytes).substr(begin, at - begin);
        },
        bytes.size());
    for (std::uint64_t number = 0; number < 1'000; ++number) {
        EXPECT_EQ(in.number(), number);
    }
    EXPECT_TRUE(in.at_end());
}

TEST(Bytes, HoldNumbersOfFewBits) {
    const std::string bytes = written([](ByteWriter& out) {
        BitWriter bits(out);
        bits.bits(5, 3);
        bits.bits(0, 0);
        bits.bits(0xFFFFFFFF, 32);
        bits.bits(1, 2);
        bits.finish();
    });
    EXPECT_EQ(bytes.size(), 5U);
    ByteReader in(only_piece(bytes), bytes.size());
    BitReader bits(in);
    const std::vector<std::uint32_t> read{bits.bits(3), bits.bits(0), bits.bits(32), bits.bits(2)};
    EXPECT_THAT(read, ElementsAre(5U, 0U, 0xFFFFFFFFU, 1U));
}

std::string mistake_in(const std::string& bytes, const std::function<void(ByteReader&)>& read) {
    ByteReader in(only_piece(bytes), bytes.size());
    try {
        read(in);
    } catch (const Damaged& damaged) {
        return damaged.text;
    }
    return "";
}

TEST(Bytes, AreNotTrusted) {
    const auto number = [](ByteReader& in) {
        in.number();
    };
    EXPECT_EQ(mistake_in("", number), "something is missing at the end");
    EXPECT_EQ(mistake_in("\x80", number), "something is missing at the end");
    EXPECT_EQ(mistake_in(std::string(9, '\xFF') + "\x02", number),
              "a number does not fit into 64 bits");
    EXPECT_EQ(mistake_in(std::string(10, '\xFF'), number), "a number does not fit into 64 bits");
    EXPECT_EQ(mistake_in("\x02", [](ByteReader& in) { in.truth(); }), "there is no truth value 2");
    const std::string long_text =
        written([](ByteWriter& out) { out.number(std::numeric_limits<std::int64_t>::max()); });
    EXPECT_EQ(mistake_in(long_text, [](ByteReader& in) { in.text(); }),
              "9223372036854775807 things do not fit into 0 bytes");
    EXPECT_EQ(mistake_in("\x05", [](ByteReader& in) { in.number_below(5, "step"); }),
              "there is no step 5");
}

} // namespace
} // namespace muster::checker::testing
