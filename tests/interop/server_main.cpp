#include "runtime/kafka/server.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>

/// Serves the folder in its only argument on a free port, with short times, and prints the port.
int main(int argc, char** argv) {
    using namespace muster::runtime;
    if (argc != 2) {
        return 2;
    }
    spdlog::set_default_logger(spdlog::stderr_color_mt("server"));
    kafka::ServerOptions options{
        .listen = {"127.0.0.1", 0}, .data = argv[1], .topics = {{"orders", 1}}};
    options.groups.initial_rebalance_delay_ms = 0;
    options.groups.min_session_timeout_ms = 100;
    options.on_listening = [](const net::Address& address) {
        fmt::print("{}\n", address.port);
        std::fflush(stdout);
    };
    const auto served = kafka::run_server(std::move(options));
    if (!served) {
        fmt::print(stderr, "{}\n", served.error().message);
        return 1;
    }
    return 0;
}
