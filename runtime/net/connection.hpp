#pragma once

#include "runtime/base/clock.hpp"
#include "runtime/net/frame_server.hpp"

#include <asio/ip/tcp.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>

namespace muster::runtime::net {

class Connection;

/// What a connection needs from the server that holds it.
class ConnectionOwner {
public:
    ConnectionOwner() = default;
    ConnectionOwner(const ConnectionOwner&) = delete;
    ConnectionOwner& operator=(const ConnectionOwner&) = delete;
    virtual ~ConnectionOwner() = default;

    virtual void on_frame(ConnectionId connection, Bytes frame) = 0;
    virtual void on_closed(ConnectionId connection) = 0;
    [[nodiscard]] virtual MonotonicMs now_ms() const = 0;

    /// Some connection holds more bytes than before, or fewer.
    virtual void on_held(std::ptrdiff_t change) = 0;
    /// How much each connection may hold now; nothing if all together may hold more.
    [[nodiscard]] virtual std::optional<std::size_t> share() const = 0;
};

/// One client. Reading stops while the client is too far ahead, executing stops while it does not
/// read.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(ConnectionId id,
               asio::ip::tcp::socket socket,
               ConnectionOwner& owner,
               const FrameLimits& limits);

    void start();
    void answer(const Bytes& payload);
    void finish();
    void close(const std::string& reason);

    /// Executes nothing more than what executes already.
    void take_no_more() { takes_more_ = false; }

    /// Whether nothing executes and everything is written.
    [[nodiscard]] bool is_quiet() const { return !is_executing_ && output_.empty(); }

    /// Closes the connection if it has been idle or stuck for too long.
    void check_timeouts();

    [[nodiscard]] Address reached_at() const;

    /// The address of the other end; an empty one if that was gone from the beginning.
    [[nodiscard]] const Address& peer() const { return peer_; }

private:
    void read();
    void on_readable();
    /// Hands over the next frame if it is there and nothing executes.
    void execute_next();
    void execute_later();
    void write();

    /// Tells the owner how much this connection holds.
    void tell_held();

    [[nodiscard]] BytesView unread() const { return BytesView(input_).substr(consumed_); }

    /// Whether more input would be more than this client may have waiting.
    [[nodiscard]] bool is_too_far_ahead() const;

    ConnectionId id_;
    asio::ip::tcp::socket socket_;
    Address peer_;
    ConnectionOwner& owner_;
    const FrameLimits& limits_;
    /// Bytes that were read; those before consumed_ are done with.
    Bytes input_;
    std::size_t consumed_ = 0;
    std::deque<Bytes> output_;
    std::size_t unwritten_bytes_ = 0;
    /// What the owner was told last.
    std::size_t held_bytes_ = 0;
    /// How much of the front of output_ is written.
    std::size_t written_ = 0;
    bool is_reading_ = false;
    bool is_writing_ = false;
    bool is_executing_ = false;
    bool is_closed_ = false;
    bool takes_more_ = true;
    MonotonicMs last_traffic_ms_;
};

} // namespace muster::runtime::net
