#include "checker/product/workers.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace muster::checker::product {
namespace {

TEST(Workers, EachDoTheirShareOfEveryPiece) {
    for (const std::size_t count : {1, 2, 5}) {
        Workers workers(count);
        std::vector<std::size_t> done(count);
        for (int round = 0; round < 100; ++round) {
            workers.run([&](std::size_t number) { ++done[number]; });
        }
        EXPECT_EQ(done, std::vector<std::size_t>(count, 100));
    }
}

TEST(Workers, PassOnWhatOneOfThemThrows) {
    Workers workers(3);
    for (const std::size_t thrower : {0, 1, 2}) {
        const auto fail = [&](std::size_t number) {
            if (number == thrower) {
                throw std::runtime_error(std::to_string(number));
            }
        };
        EXPECT_THROW(workers.run(fail), std::runtime_error);
    }
    std::vector<std::size_t> done(3);
    workers.run([&](std::size_t number) { ++done[number]; });
    EXPECT_EQ(done, std::vector<std::size_t>(3, 1));
}

} // namespace
} // namespace muster::checker::product
