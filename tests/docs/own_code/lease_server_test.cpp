#include "lease_model_test.hpp"
#include "tests/docs/own_code/lease_server.hpp"

#include <gtest/gtest.h>

namespace {

namespace lease = muster::protocols::lease;
namespace model = lease::model_test;
using muster::runtime::Effects;

class LeaseServerAdapter {
public:
    void handle(const model::Acquire&, const model::Client& from, Effects& out) {
        if (const auto token = server_.acquire(from.name)) {
            out.start_timer(lease::server_timers::expiry{}, 10'000);
            out.send(model::Granted{.token = *token}, from);
        }
    }

    void fire(const lease::server_timers::expiry&, Effects&) { server_.expire(); }

    void crash() { server_.restart(); }

private:
    LeaseServer server_;
};

TEST(LeaseServer, DoesWhatTheModelMayDo) {
    EXPECT_TRUE((muster::runtime::conforms<model::server<>, LeaseServerAdapter>()));
}

} // namespace
