#include "runtime/net/connection.hpp"

#include "runtime/base/assert.hpp"
#include "runtime/base/big_endian.hpp"
#include "runtime/base/event_log.hpp"

#include <asio/buffer.hpp>
#include <asio/post.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace muster::runtime::net {

namespace {

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kReadBytes = std::size_t{64} << 10U;

} // namespace

Connection::Connection(ConnectionId id,
                       asio::ip::tcp::socket socket,
                       ConnectionOwner& owner,
                       const FrameLimits& limits)
    : id_(id)
    , socket_(std::move(socket))
    , owner_(owner)
    , limits_(limits)
    , last_traffic_ms_(owner.now_ms()) {
    asio::error_code error;
    const auto endpoint = socket_.remote_endpoint(error);
    if (!error) {
        peer_ = {endpoint.address().to_string(), endpoint.port()};
    }
}

void Connection::start() {
    asio::error_code error;
    socket_.non_blocking(true, error);
    if (!error) {
        socket_.set_option(asio::ip::tcp::no_delay(true), error);
    }
    if (!error) {
        socket_.set_option(asio::socket_base::keep_alive(true), error);
    }
    if (error) {
        close(error.message());
        return;
    }
    read();
}

bool Connection::is_too_far_ahead() const {
    const auto waiting = unread();
    std::size_t allowed = limits_.max_ahead_bytes;
    if (waiting.size() >= kLengthBytes) {
        // execute_next() has checked the length of the frame that it waits for.
        const auto length = load_big_endian<std::int32_t>(waiting);
        allowed +=
            length > 0 ? std::min(static_cast<std::size_t>(length), limits_.max_frame_bytes) : 0;
    }
    return waiting.size() > allowed;
}

void Connection::read() {
    if (is_closed_ || !takes_more_ || is_reading_ || is_too_far_ahead()) {
        return;
    }
    is_reading_ = true;
    // Waiting and then reading needs no buffer while there is nothing to read.
    socket_.async_wait(asio::ip::tcp::socket::wait_read,
                       [self = shared_from_this()](asio::error_code error) {
                           if (self->is_closed_) {
                               return; // Its owner may be gone.
                           }
                           self->is_reading_ = false;
                           if (error) {
                               self->close(error.message());
                               return;
                           }
                           self->on_readable();
                       });
}

void Connection::on_readable() {
    std::array<char, kReadBytes> chunk;
    asio::error_code error;
    const auto count = socket_.read_some(asio::buffer(chunk), error);
    if (error && error != asio::error::would_block) {
        close(error.message());
        return;
    }
    input_.erase(0, std::exchange(consumed_, 0));
    input_.append(chunk.data(), count);
    last_traffic_ms_ = owner_.now_ms();
    tell_held();
    if (const auto share = owner_.share(); share && held_bytes_ > *share) {
        close("too much is held for all clients together, and it holds more than its share");
        return;
    }
    execute_next();
    read();
}

void Connection::tell_held() {
    const auto now = is_closed_ ? 0 : input_.size() - consumed_ + unwritten_bytes_;
    const auto before = std::exchange(held_bytes_, now);
    owner_.on_held(static_cast<std::ptrdiff_t>(now) - static_cast<std::ptrdiff_t>(before));
}

void Connection::execute_next() {
    if (is_closed_ || !takes_more_ || is_executing_ ||
        unwritten_bytes_ > limits_.max_unwritten_bytes || unread().size() < kLengthBytes) {
        return;
    }
    const auto length = load_big_endian<std::int32_t>(unread());
    if (length < 0 || static_cast<std::size_t>(length) > limits_.max_frame_bytes) {
        close(fmt::format("a frame of {} bytes", length));
        return;
    }
    const auto size = static_cast<std::size_t>(length);
    if (unread().size() < kLengthBytes + size) {
        return;
    }
    Bytes frame(unread().substr(kLengthBytes, size));
    consumed_ += kLengthBytes + size;
    tell_held();
    is_executing_ = true;
    owner_.on_frame(id_, std::move(frame));
}

void Connection::execute_later() {
    // Not now: the caller is in the middle of what led to the answer.
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
        self->execute_next();
        self->read();
    });
}

void Connection::answer(const Bytes& payload) {
    if (is_closed_) {
        return;
    }
    Bytes frame;
    frame.reserve(kLengthBytes + payload.size());
    append_big_endian(frame, static_cast<std::int32_t>(payload.size()));
    frame += payload;
    if (output_.empty()) {
        last_traffic_ms_ = owner_.now_ms();
    }
    unwritten_bytes_ += frame.size();
    output_.push_back(std::move(frame));
    tell_held();
    write();
    finish();
}

void Connection::finish() {
    MUSTER_RUNTIME_ASSERT(is_executing_ || is_closed_);
    is_executing_ = false;
    execute_later();
}

void Connection::write() {
    if (is_closed_ || is_writing_ || output_.empty()) {
        return;
    }
    is_writing_ = true;
    const auto& front = output_.front();
    socket_.async_write_some(
        asio::buffer(front.data() + written_, front.size() - written_),
        [self = shared_from_this()](asio::error_code error, std::size_t count) {
            if (self->is_closed_) {
                return; // Its owner may be gone.
            }
            self->is_writing_ = false;
            if (error) {
                self->close(error.message());
                return;
            }
            self->last_traffic_ms_ = self->owner_.now_ms();
            self->unwritten_bytes_ -= count;
            self->tell_held();
            self->written_ += count;
            if (self->written_ == self->output_.front().size()) {
                self->output_.pop_front();
                self->written_ = 0;
            }
            self->write();
            self->execute_next();
            self->read();
        });
}

void Connection::check_timeouts() {
    const auto quiet_ms = owner_.now_ms() - last_traffic_ms_;
    if (!output_.empty() && quiet_ms > limits_.write_timeout_ms) {
        close("it does not read its answers");
    } else if (output_.empty() && !is_executing_ && quiet_ms > limits_.idle_timeout_ms) {
        close("it is idle");
    }
}

void Connection::close(const std::string& reason) {
    if (is_closed_) {
        return;
    }
    is_closed_ = true;
    tell_held();
    log_event(spdlog::level::info,
              "connection_closed",
              {{"connection", id_},
               {"peer", fmt::format("{}:{}", peer_.host, peer_.port)},
               {"reason", reason}});
    asio::error_code ignored;
    socket_.close(ignored);
    owner_.on_closed(id_);
}

Address Connection::reached_at() const {
    asio::error_code error;
    const auto endpoint = socket_.local_endpoint(error);
    return error ? Address{} : Address{endpoint.address().to_string(), endpoint.port()};
}

} // namespace muster::runtime::net
