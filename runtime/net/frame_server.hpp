#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace asio {
class io_context;
} // namespace asio

namespace muster::runtime::net {

/// Names a connection for the life of the server; never used twice.
using ConnectionId = std::uint64_t;

/// Who does something about frames. Called on the event loop.
class FrameHandler {
public:
    FrameHandler() = default;
    FrameHandler(const FrameHandler&) = delete;
    FrameHandler& operator=(const FrameHandler&) = delete;
    virtual ~FrameHandler() = default;

    /// A request came (without its length). The next one of this connection waits until the handler
    /// has called answer(), finish() or close() for it, which it may do at once or at any later
    /// time.
    virtual void on_frame(ConnectionId connection, Bytes frame) = 0;

    /// A client was taken.
    virtual void on_opened(ConnectionId connection) = 0;

    /// The connection is gone; there is nobody to answer any more.
    virtual void on_closed(ConnectionId connection) = 0;

    /// A client was sent away, because too many are there.
    virtual void on_refused() = 0;
};

struct FrameLimits {
    /// A frame that says it is longer ends the connection before any of it is read.
    std::size_t max_frame_bytes = std::size_t{8} << 20U;
    /// What a client may send ahead while a request of it executes. Beyond it the server stops
    /// reading.
    std::size_t max_ahead_bytes = std::size_t{1} << 20U;
    /// While more than this waits to be written, no further request of the connection is executed.
    std::size_t max_unwritten_bytes = std::size_t{8} << 20U;
    /// What may be kept for all clients together: requests that have not been executed and answers
    /// that have not been written. Beyond it, a client that sends more loses its connection if it
    /// holds more than its share, which is this by the number of connections.
    std::size_t max_held_bytes = std::size_t{512} << 20U;
    /// Further connections are closed as soon as they are accepted.
    std::size_t max_connections = 1024;
    /// A client that takes nothing of what waits for it for so long is dropped.
    std::int64_t write_timeout_ms = 30'000;
    /// A connection without any traffic and without an executing request is dropped after this
    /// time.
    std::int64_t idle_timeout_ms = 600'000;
};

/// Where a server listens, or where a client reached it.
struct Address {
    std::string host;
    std::uint16_t port = 0;
};

/// A TCP server for frames with a big-endian 32-bit length in front, such as Kafka's. One request
/// at a time executes on each connection and answers keep their order, because clients rely on
/// both. Whatever a peer does ends at most its own connection.
class FrameServer {
public:
    FrameServer(asio::io_context& loop, FrameHandler& handler, FrameLimits limits);
    FrameServer(const FrameServer&) = delete;
    FrameServer& operator=(const FrameServer&) = delete;
    ~FrameServer();

    /// Starts to listen; port 0 takes a free one. Returns the address that was taken.
    [[nodiscard]] Result<Address> listen(const Address& address);

    /// Ends the executing request of the connection with an answer. Nothing happens if the
    /// connection is gone.
    void answer(ConnectionId connection, const Bytes& payload);
    /// Ends it without one.
    void finish(ConnectionId connection);
    /// Ends the connection, for a reason that is logged.
    void close(ConnectionId connection, const std::string& reason);

    /// The address under which that client reached the server.
    [[nodiscard]] Address reached_at(ConnectionId connection) const;

    /// The address of that client; an empty one if it is gone.
    [[nodiscard]] Address peer(ConnectionId connection) const;

    [[nodiscard]] std::size_t connection_count() const;

    /// Stops listening and takes no further request. What executes can still be answered.
    void take_no_more();

    /// Calls `then` once, when nothing executes and everything is written, or after so long.
    void when_quiet(std::int64_t patience_ms, std::function<void()> then);

    /// Stops listening and closes every connection.
    void stop();

private:
    class Listener;

    std::shared_ptr<Listener> listener_;
};

} // namespace muster::runtime::net
