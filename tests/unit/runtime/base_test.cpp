#include "runtime/base/big_endian.hpp"
#include "runtime/base/crc32c.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace muster::runtime {
namespace {

TEST(Crc32c, AgreesWithPublishedValues) {
    EXPECT_EQ(crc32c(""), 0U);
    EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
    EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62A8AB43U);
}

TEST(BigEndian, StoresAndLoadsAtTheEdges) {
    Bytes bytes;
    append_big_endian(bytes, std::int32_t{-2});
    append_big_endian(bytes, std::int64_t{INT64_MIN});
    append_big_endian(bytes, std::uint32_t{0x01020304});
    EXPECT_EQ(bytes.substr(0, 4), "\xff\xff\xff\xfe");
    EXPECT_EQ(bytes.substr(12), "\x01\x02\x03\x04");
    EXPECT_EQ(load_big_endian<std::int32_t>(bytes), -2);
    EXPECT_EQ(load_big_endian<std::int64_t>(bytes, 4), INT64_MIN);
    store_big_endian(bytes, 12, std::uint32_t{7});
    EXPECT_EQ(load_big_endian<std::uint32_t>(bytes, 12), 7U);
}

} // namespace
} // namespace muster::runtime
