#pragma once

#include "tests/unit/runtime/group_member.hpp"
#include "tests/unit/runtime/running_server.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace muster::runtime::kafka {

/// The way of a group request from the socket to the machine, to the disk, and back.
class GroupServerTest : public testing::Test {
protected:
    [[nodiscard]] ServerOptions options() const {
        ServerOptions options{.data = folder_.path(), .topics = {{"orders", 2}, {"bills", 1}}};
        options.groups.initial_rebalance_delay_ms = 50;
        options.groups.min_session_timeout_ms = 100;
        return options;
    }

    void restart() {
        server_.reset();
        server_ = std::make_unique<RunningServer>(options());
    }

    [[nodiscard]] std::unique_ptr<GroupMember> member() const {
        return std::make_unique<GroupMember>(server_->address());
    }

    /// A group of one that has its share.
    [[nodiscard]] std::unique_ptr<GroupMember> stable_member() const {
        auto one = member();
        EXPECT_EQ(one->join()->error, ErrorCode::none);
        EXPECT_EQ(one->sync({{one->id, "everything"}})->assignment, "everything");
        return one;
    }

    [[nodiscard]] std::unique_ptr<GroupMember> static_member(const std::string& instance) const {
        auto one = member();
        one->instance = instance;
        return one;
    }

    /// East leads and has left, west follows and has right, in generation 1.
    [[nodiscard]] std::pair<std::unique_ptr<GroupMember>, std::unique_ptr<GroupMember>>
    static_members() const {
        auto east = static_member("east");
        auto west = static_member("west");
        east->send_join();
        EXPECT_FALSE(east->client.receive_frame(10));
        west->send_join();
        EXPECT_EQ(east->receive_join()->error, ErrorCode::none);
        EXPECT_EQ(west->receive_join()->leader, east->id);
        EXPECT_EQ(east->sync({{east->id, "left"}, {west->id, "right"}})->assignment, "left");
        EXPECT_EQ(west->sync()->assignment, "right");
        return {std::move(east), std::move(west)};
    }

    TemporaryFolder folder_;
    std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(options());
};

} // namespace muster::runtime::kafka
