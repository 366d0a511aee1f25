#include "runtime/machine/codec.hpp"
#include "runtime/machine/durable.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::runtime {

enum class Colour : std::int32_t { red = 3, green = 4, blue = 90 };

constexpr bool is_enumerator(Colour colour) {
    return colour == Colour::red || colour == Colour::green || colour == Colour::blue;
}

struct Empty {
    friend bool operator==(const Empty&, const Empty&) = default;

    template <class Self, class Visit>
    static void visit_fields(Self&, Visit&&) {}
};

struct Box {
    std::vector<std::string> tags;
    std::map<std::string, std::int64_t> sizes;
    std::optional<Colour> colour;

    friend bool operator==(const Box&, const Box&) = default;

    template <class Self, class Visit>
    static void visit_fields(Self& self, Visit&& visit) {
        visit(std::string_view("tags"), self.tags);
        visit(std::string_view("sizes"), self.sizes);
        visit(std::string_view("colour"), self.colour);
    }
};

void PrintTo(const Box& box, std::ostream* out) {
    *out << "a box of " << box.tags.size() << " tags and " << box.sizes.size() << " sizes";
}

} // namespace muster::runtime

namespace rc {

template <>
struct Arbitrary<muster::runtime::Colour> {
    static Gen<muster::runtime::Colour> arbitrary() {
        using muster::runtime::Colour;
        return gen::element(Colour::red, Colour::green, Colour::blue);
    }
};

template <class T>
struct Arbitrary<std::optional<T>> {
    static Gen<std::optional<T>> arbitrary() {
        return gen::map(gen::maybe(gen::arbitrary<T>()), [](const Maybe<T>& maybe) {
            return maybe ? std::optional<T>(*maybe) : std::nullopt;
        });
    }
};

template <>
struct Arbitrary<muster::runtime::Box> {
    static Gen<muster::runtime::Box> arbitrary() {
        using muster::runtime::Box;
        return gen::build<Box>(gen::set(&Box::tags), gen::set(&Box::sizes), gen::set(&Box::colour));
    }
};

} // namespace rc

namespace muster::runtime {
namespace {

template <class T>
void round_trip(const char* what) {
    EXPECT_TRUE(rc::check(what, [](const T& value) {
        const std::string bytes = encode(value);
        const std::optional<T> back = decode<T>(bytes);
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == value);
    }));
}

TEST(Codec, EveryValueComesBack) {
    round_trip<bool>("bool");
    round_trip<std::int64_t>("int64");
    round_trip<std::uint64_t>("uint64");
    round_trip<std::int8_t>("int8");
    round_trip<std::string>("string");
    round_trip<std::optional<std::string>>("option");
    round_trip<std::set<std::int64_t>>("set");
    round_trip<std::vector<std::string>>("list");
    round_trip<std::map<std::string, std::set<std::int64_t>>>("map of sets");
    round_trip<std::map<std::string, Box>>("map of records");
}

TEST(Codec, ExtremesComeBack) {
    for (const std::int64_t number : {std::numeric_limits<std::int64_t>::min(),
                                      std::int64_t{-1},
                                      std::int64_t{0},
                                      std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_EQ(decode<std::int64_t>(encode(number)), number);
    }
    EXPECT_EQ(decode<Colour>(encode(Colour::blue)), Colour::blue);
    EXPECT_EQ(decode<std::vector<Empty>>(encode(std::vector<Empty>(3))), std::vector<Empty>(3));
}

// The format is written to disks: it never changes by accident.
TEST(Codec, BytesAreAsDocumented) {
    using namespace std::string_literals;
    EXPECT_EQ(encode(true), "\x01"s);
    EXPECT_EQ(encode(std::int64_t{5}), "\x80\0\0\0\0\0\0\x05"s);
    EXPECT_EQ(encode(std::int64_t{-1}), "\x7f\xff\xff\xff\xff\xff\xff\xff"s);
    EXPECT_EQ(encode("ab"s),
              "\0\0\0\x02"
              "ab"s);
    EXPECT_EQ(encode(std::optional<bool>{}), "\0"s);
    EXPECT_EQ(encode(std::optional<bool>{false}), "\x01\0"s);
    EXPECT_EQ(encode(std::set<std::string>{"b", "a"}),
              "\0\0\0\x02\0\0\0\x01"
              "a\0\0\0\x01"
              "b"s);
    EXPECT_EQ(encode(Empty{}), "\0"s);
    EXPECT_EQ(encode(Colour::red), "\x80\0\0\0\0\0\0\x03"s);
}

TEST(Codec, NumbersSortLikeTheirBytes) {
    EXPECT_TRUE(rc::check("order", [](std::int64_t a, std::int64_t b) {
        RC_ASSERT((a < b) == (encode(a) < encode(b)));
    }));
}

// Whatever is accepted is what would have been written: there is one encoding of each value.
TEST(Codec, AnyBytesAreRefusedOrCanonical) {
    EXPECT_TRUE(rc::check("bytes", [](const std::vector<std::uint8_t>& raw) {
        const std::string bytes(raw.begin(), raw.end());
        const auto box = decode<Box>(bytes);
        RC_ASSERT((!box.has_value() || encode(*box) == bytes));
        const auto map = decode<std::map<bool, std::optional<bool>>>(bytes);
        RC_ASSERT((!map.has_value() || encode(*map) == bytes));
        const auto set = decode<std::set<std::string>>(bytes);
        RC_ASSERT((!set.has_value() || encode(*set) == bytes));
    }));
}

TEST(Codec, ADamagedEncodingIsRefusedOrAnotherValue) {
    EXPECT_TRUE(rc::check("damage", [](const Box& box) {
        std::string bytes = encode(box);
        const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
        const auto change = *rc::gen::inRange(1, 256);
        bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ change);
        const auto back = decode<Box>(bytes);
        RC_ASSERT((!back.has_value() || !(*back == box)));
    }));
}

TEST(Codec, EveryPrefixIsRefused) {
    EXPECT_TRUE(rc::check("prefix", [](const Box& box) {
        const std::string bytes = encode(box);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            RC_ASSERT(!decode<Box>(bytes.substr(0, size)).has_value());
        }
        RC_ASSERT(!decode<Box>(bytes + '\0').has_value());
    }));
}

TEST(Codec, MalformedBytesAreRefused) {
    using namespace std::string_literals;
    EXPECT_EQ(decode<bool>("\x02"s), std::nullopt);
    EXPECT_EQ(decode<bool>(""s), std::nullopt);
    EXPECT_EQ(decode<Colour>(encode(std::int64_t{5})), std::nullopt); // a number without a name
    EXPECT_EQ(decode<Colour>(encode(std::int64_t{1} << 40)), std::nullopt);
    EXPECT_EQ(decode<std::int8_t>(encode(std::int64_t{128})), std::nullopt);
    // A length or count beyond the bytes that are left, up to the largest.
    EXPECT_EQ(decode<std::string>("\xff\xff\xff\xff"
                                  "ab"s),
              std::nullopt);
    EXPECT_EQ(decode<std::vector<bool>>("\xff\xff\xff\xff"s), std::nullopt);
    EXPECT_EQ(decode<std::vector<Empty>>("\xff\xff\xff\xff\0\0"s), std::nullopt);
    // Elements out of order, or twice.
    EXPECT_EQ(decode<std::set<bool>>("\0\0\0\x02\x01\0"s), std::nullopt);
    EXPECT_EQ(decode<std::set<bool>>("\0\0\0\x02\x01\x01"s), std::nullopt);
    EXPECT_EQ((decode<std::map<bool, bool>>("\0\0\0\x02\0\x01\0\x01"s)), std::nullopt);
    EXPECT_EQ(decode<Empty>("\x01"s), std::nullopt);
}

TEST(DurableEntries, ScalarsHaveTheEmptyKeyOnly) {
    std::int64_t number = 7;
    EXPECT_EQ(scalar_entry(number, ""), encode(number));
    EXPECT_EQ(scalar_entry(number, "x"), std::nullopt);
    EXPECT_FALSE(restore_scalar_entry(number, "x", encode(std::int64_t{8})));
    EXPECT_FALSE(restore_scalar_entry(number, "", "x"));
    EXPECT_EQ(number, 7);
    EXPECT_TRUE(restore_scalar_entry(number, "", encode(std::int64_t{8})));
    EXPECT_EQ(number, 8);
}

TEST(DurableEntries, AMapIsRestoredEntryByEntry) {
    EXPECT_TRUE(rc::check("map", [](const std::map<std::string, std::int64_t>& map) {
        std::map<std::string, std::int64_t> restored;
        visit_map_entries(map, [&](const std::string& key, const std::string& value) {
            RC_ASSERT(map_entry(map, key) == value);
            RC_ASSERT(restore_map_entry(restored, key, value));
        });
        RC_ASSERT(restored == map);
        RC_ASSERT(!restore_map_entry(restored, "x", encode(std::int64_t{1})));
        RC_ASSERT(!restore_map_entry(restored, encode(std::string("x")), "y"));
        RC_ASSERT(restored == map);
    }));
}

TEST(DurableEntries, ASetIsRestoredEntryByEntry) {
    EXPECT_TRUE(rc::check("set", [](const std::set<std::string>& set) {
        std::set<std::string> restored;
        visit_set_entries(set, [&](const std::string& key, const std::string& value) {
            RC_ASSERT(set_entry(set, key) == value);
            RC_ASSERT(restore_set_entry(restored, key, value));
        });
        RC_ASSERT(restored == set);
        RC_ASSERT(!restore_set_entry(restored, "x", ""));
        RC_ASSERT(!restore_set_entry(restored, encode(std::string("x")), "y"));
        RC_ASSERT(restored == set);
    }));
}

} // namespace
} // namespace muster::runtime
