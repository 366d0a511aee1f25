#pragma once

#include "runtime/base/error.hpp"
#include "runtime/kafka/config_service.hpp"
#include "runtime/kafka/group/group_limits.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/kafka/topic_service.hpp"
#include "runtime/net/frame_server.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

struct ServerOptions {
    /// Port 0 takes a free one.
    net::Address listen{"127.0.0.1", 9092};
    /// Holds everything durable; created if needed. One server at a time uses it.
    std::filesystem::path data{};
    /// Made if they are not there.
    std::vector<TopicSpec> topics{};
    TopicDefaults topic_defaults{};
    TopicLimits topic_limits{};
    GroupLimits groups{};
    net::FrameLimits frames{};
    /// What DescribeConfigs tells of the broker.
    std::vector<BrokerConfig> configs{};
    /// Where metrics are told over HTTP, in Prometheus's format at /metrics, if anywhere.
    std::optional<net::Address> metrics{};
    /// Called once, with the address that was taken, when clients can connect. The log says so too:
    /// "event=listening host=HOST port=PORT …".
    std::function<void(const net::Address&)> on_listening{};
};

/// Reads "HOST:PORT".
[[nodiscard]] Result<net::Address> parse_address(std::string_view text);

/// A Kafka broker of one node, on an event loop of its own.
class Server {
public:
    /// Opens the data and listens. Fails with a reason for people: a folder that cannot be used or
    /// is in use, data of another version, a port that is taken.
    [[nodiscard]] static Result<std::unique_ptr<Server>> open(ServerOptions options);

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();

    /// Where clients connect.
    [[nodiscard]] const net::Address& address() const;

    /// Where metrics are told; empty if nowhere.
    [[nodiscard]] const net::Address& metrics_address() const;

    /// Serves until stop() is called.
    void run();

    /// Serves until stop() is called or the process gets SIGINT or SIGTERM. Then no further request
    /// is taken, and those that wait are answered before the connections are closed; a second
    /// signal ends it at once.
    void run_until_signal();

    /// Ends run(). May be called from any thread, and before run().
    void stop();

private:
    class Parts;

    explicit Server(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

/// `muster serve kafka`: opens a server, says where it listens, and serves until SIGINT or SIGTERM.
[[nodiscard]] Result<void> run_server(ServerOptions options);

} // namespace muster::runtime::kafka
