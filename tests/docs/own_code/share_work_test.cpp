#include "shares_model_test.hpp"
#include "tests/docs/own_code/share_work.hpp"

#include <gtest/gtest.h>

namespace {

namespace model = muster::protocols::shares::model_test;

struct OwnFunctions {
    std::optional<model::Member> worker(const std::set<model::Member>& members,
                                        std::int64_t part) const {
        std::set<std::string> names;
        for (const model::Member& member : members) {
            names.insert(member.name);
        }
        const auto name = share_work(names, part);
        return name ? std::optional(model::Member(*name)) : std::nullopt;
    }
};

TEST(ShareWork, GivesWorkToMembers) {
    EXPECT_TRUE(model::axiom_workers_are_members<OwnFunctions>());
}

TEST(ShareWork, LeavesNothing) {
    EXPECT_TRUE(model::axiom_nothing_is_left<OwnFunctions>());
}

} // namespace
