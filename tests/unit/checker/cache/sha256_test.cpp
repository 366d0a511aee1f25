#include "checker/cache/sha256.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace muster::checker {
namespace {

std::string hex(const Sha256::Digest& digest) {
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += fmt::format("{:02x}", byte);
    }
    return text;
}

// The examples of FIPS 180-4, and a million letters as NIST gives them.
TEST(Sha256, HashesAsTheStandardSays) {
    EXPECT_EQ(hex(Sha256().finish()),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hex(Sha256().bytes("abc").finish()),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(
        hex(Sha256().bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").finish()),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex(Sha256().bytes(std::string(1'000'000, 'a')).finish()),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnHowTheBytesArrive) {
    const std::string text(200, 'x');
    const std::string expected = hex(Sha256().bytes(text).finish());
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        EXPECT_EQ(hex(Sha256().bytes(text.substr(0, cut)).bytes(text.substr(cut)).finish()),
                  expected);
    }
}

TEST(Sha256, TellsTextsApartThatAreOneWhenPutTogether) {
    EXPECT_NE(hex(Sha256().text("ab").text("c").finish()),
              hex(Sha256().text("a").text("bc").finish()));
}

} // namespace
} // namespace muster::checker
