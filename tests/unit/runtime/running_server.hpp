#pragma once

#include "runtime/kafka/server.hpp"
#include "tests/unit/runtime/kafka_client.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace muster::runtime::kafka {

/// A server on a free port of the loopback, in a thread of its own, stopped when the value goes.
class RunningServer {
public:
    explicit RunningServer(ServerOptions options) {
        options.listen = {"127.0.0.1", 0};
        auto opened = Server::open(std::move(options));
        if (!opened) {
            ADD_FAILURE() << opened.error().message;
            return;
        }
        server_ = *std::move(opened);
        thread_ = std::thread([this] { server_->run(); });
    }

    RunningServer(const RunningServer&) = delete;
    RunningServer& operator=(const RunningServer&) = delete;

    ~RunningServer() {
        if (server_) {
            server_->stop();
            thread_.join();
        }
    }

    [[nodiscard]] const net::Address& address() const { return server_->address(); }

    [[nodiscard]] const net::Address& metrics_address() const { return server_->metrics_address(); }

private:
    std::unique_ptr<Server> server_;
    std::thread thread_;
};

} // namespace muster::runtime::kafka
