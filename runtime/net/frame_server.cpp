#include "runtime/net/frame_server.hpp"

#include "runtime/base/event_log.hpp"
#include "runtime/net/connection.hpp"
#include "runtime/net/listening.hpp"

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/steady_timer.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace muster::runtime::net {

using asio::ip::tcp;

/// The listening socket and the connections that came through it.
class FrameServer::Listener final : public ConnectionOwner,
                                    public std::enable_shared_from_this<Listener> {
public:
    Listener(asio::io_context& loop, FrameHandler& handler, FrameLimits limits)
        : loop_(loop)
        , handler_(handler)
        , limits_(limits)
        , acceptor_(loop)
        , retry_(loop)
        , sweep_(loop)
        , quiet_(loop) {}

    Result<Address> listen(const Address& address) {
        auto taken = start_listening(loop_, acceptor_, address);
        if (taken) {
            accept();
            sweep();
        }
        return taken;
    }

    void take_no_more() {
        is_draining_ = true;
        asio::error_code ignored;
        acceptor_.close(ignored);
        retry_.cancel();
        for (const auto& connection : snapshot()) {
            connection->take_no_more();
        }
    }

    void when_quiet(MonotonicMs deadline_ms, std::function<void()> then) {
        constexpr std::chrono::milliseconds kLook(10);
        const auto all = snapshot();
        const bool is_quiet = std::all_of(
            all.begin(), all.end(), [](const auto& connection) { return connection->is_quiet(); });
        if (is_quiet || now_ms() >= deadline_ms) {
            then();
            return;
        }
        quiet_.expires_after(kLook);
        quiet_.async_wait([self = shared_from_this(), deadline_ms, then = std::move(then)](
                              asio::error_code cancelled) mutable {
            if (!cancelled) {
                self->when_quiet(deadline_ms, std::move(then));
            }
        });
    }

    void stop() {
        is_stopped_ = true;
        asio::error_code ignored;
        acceptor_.close(ignored);
        retry_.cancel();
        sweep_.cancel();
        quiet_.cancel();
        for (const auto& connection : snapshot()) {
            connection->close("the server stops");
        }
    }

    [[nodiscard]] std::shared_ptr<Connection> find(ConnectionId id) const {
        const auto connection = connections_.find(id);
        return connection == connections_.end() ? nullptr : connection->second;
    }

    [[nodiscard]] std::size_t connection_count() const { return connections_.size(); }

    void on_frame(ConnectionId connection, Bytes frame) override {
        handler_.on_frame(connection, std::move(frame));
    }

    void on_closed(ConnectionId connection) override {
        connections_.erase(connection);
        handler_.on_closed(connection);
    }

    [[nodiscard]] MonotonicMs now_ms() const override { return clock_.now_ms(); }

    void on_held(std::ptrdiff_t change) override {
        held_bytes_ = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(held_bytes_) + change);
    }

    [[nodiscard]] std::optional<std::size_t> share() const override {
        if (held_bytes_ <= limits_.max_held_bytes) {
            return std::nullopt;
        }
        return limits_.max_held_bytes / std::max<std::size_t>(connections_.size(), 1);
    }

private:
    void accept() {
        acceptor_.async_accept(
            [self = shared_from_this()](asio::error_code error, tcp::socket socket) {
                if (self->is_stopped_ || self->is_draining_) {
                    return;
                }
                if (error) {
                    self->accept_later(error);
                    return;
                }
                self->admit(std::move(socket));
                self->accept();
            });
    }

    /// Out of descriptors or memory, say. Clients wait in the backlog meanwhile.
    void accept_later(asio::error_code error) {
        constexpr std::chrono::milliseconds kPause(100);
        if (!std::exchange(is_failing_, true)) {
            log_event(spdlog::level::warn, "accept_failed", {{"reason", error.message()}});
        }
        retry_.expires_after(kPause);
        retry_.async_wait([self = shared_from_this()](asio::error_code cancelled) {
            if (!cancelled) {
                self->accept();
            }
        });
    }

    void admit(tcp::socket socket) {
        const bool is_full = connections_.size() >= limits_.max_connections;
        if (is_full) {
            if (!std::exchange(is_failing_, true)) {
                log_event(
                    spdlog::level::warn,
                    "connections_refused",
                    {{"reason", "as many are open as may be"}, {"open", connections_.size()}});
            }
            handler_.on_refused();
            return; // The socket closes itself.
        }
        is_failing_ = false;
        const auto id = ++last_id_;
        const auto connection = std::make_shared<Connection>(id, std::move(socket), *this, limits_);
        connections_.emplace(id, connection);
        const auto peer = connection->peer();
        log_event(spdlog::level::debug,
                  "connection_accepted",
                  {{"connection", id}, {"peer", fmt::format("{}:{}", peer.host, peer.port)}});
        handler_.on_opened(id);
        connection->start();
    }

    void sweep() {
        const auto shortest_ms = std::min(limits_.write_timeout_ms, limits_.idle_timeout_ms);
        sweep_.expires_after(
            std::chrono::milliseconds(std::max<std::int64_t>(shortest_ms / 4, 10)));
        sweep_.async_wait([self = shared_from_this()](asio::error_code cancelled) {
            if (cancelled || self->is_stopped_) {
                return;
            }
            for (const auto& connection : self->snapshot()) {
                connection->check_timeouts();
            }
            self->sweep();
        });
    }

    /// Closing a connection takes it out of the map.
    [[nodiscard]] std::vector<std::shared_ptr<Connection>> snapshot() const {
        std::vector<std::shared_ptr<Connection>> all;
        all.reserve(connections_.size());
        for (const auto& [id, connection] : connections_) {
            all.push_back(connection);
        }
        return all;
    }

    asio::io_context& loop_;
    FrameHandler& handler_;
    FrameLimits limits_;
    SystemClock clock_;
    tcp::acceptor acceptor_;
    asio::steady_timer retry_;
    asio::steady_timer sweep_;
    asio::steady_timer quiet_;
    std::map<ConnectionId, std::shared_ptr<Connection>> connections_;
    ConnectionId last_id_ = 0;
    std::size_t held_bytes_ = 0;
    bool is_stopped_ = false;
    bool is_draining_ = false;
    bool is_failing_ = false;
};

FrameServer::FrameServer(asio::io_context& loop, FrameHandler& handler, FrameLimits limits)
    : listener_(std::make_shared<Listener>(loop, handler, limits)) {}

FrameServer::~FrameServer() {
    stop();
}

Result<Address> FrameServer::listen(const Address& address) {
    return listener_->listen(address);
}

void FrameServer::answer(ConnectionId connection, const Bytes& payload) {
    if (const auto found = listener_->find(connection)) {
        found->answer(payload);
    }
}

void FrameServer::finish(ConnectionId connection) {
    if (const auto found = listener_->find(connection)) {
        found->finish();
    }
}

void FrameServer::close(ConnectionId connection, const std::string& reason) {
    if (const auto found = listener_->find(connection)) {
        found->close(reason);
    }
}

Address FrameServer::reached_at(ConnectionId connection) const {
    const auto found = listener_->find(connection);
    return found ? found->reached_at() : Address{};
}

Address FrameServer::peer(ConnectionId connection) const {
    const auto found = listener_->find(connection);
    return found ? found->peer() : Address{};
}

std::size_t FrameServer::connection_count() const {
    return listener_->connection_count();
}

void FrameServer::take_no_more() {
    listener_->take_no_more();
}

void FrameServer::when_quiet(std::int64_t patience_ms, std::function<void()> then) {
    listener_->when_quiet(listener_->now_ms() + patience_ms, std::move(then));
}

void FrameServer::stop() {
    listener_->stop();
}

} // namespace muster::runtime::net
