#pragma once

#include "runtime/base/big_endian.hpp"
#include "runtime/kafka/wire/api_table.hpp"
#include "runtime/kafka/wire/header.hpp"
#include "runtime/kafka/wire/message.hpp"
#include "runtime/net/frame_server.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace muster::runtime::kafka {

/// A blocking client for tests, which can also send what no client should.
class KafkaClient {
public:
    explicit KafkaClient(const net::Address& address, std::string client_id = "tester")
        : socket_(::socket(AF_INET, SOCK_STREAM, 0))
        , client_id_(std::move(client_id)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(address.port);
        ::inet_pton(AF_INET, address.host.c_str(), &to.sin_addr);
        is_connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0;
    }

    KafkaClient(const KafkaClient&) = delete;
    KafkaClient& operator=(const KafkaClient&) = delete;

    ~KafkaClient() { ::close(socket_); }

    [[nodiscard]] bool is_connected() const { return is_connected_; }

    /// Sends as much as the server takes within a second.
    void send_raw(BytesView bytes) {
        while (!bytes.empty() && wait_for(POLLOUT, 1000)) {
            const auto sent =
                ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent <= 0) {
                return;
            }
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    void send_frame(BytesView payload) {
        Bytes frame;
        append_big_endian(frame, static_cast<std::int32_t>(payload.size()));
        frame += payload;
        send_raw(frame);
    }

    /// Sends a request and returns its correlation id.
    template <class Request>
    std::int32_t send(ApiKey key, int version, const Request& request) {
        const RequestHeader header{.api_key = static_cast<std::int16_t>(key),
                                   .api_version = static_cast<std::int16_t>(version),
                                   .correlation_id = ++last_correlation_,
                                   .client_id = client_id_};
        const auto body = encode_body(request, version);
        EXPECT_TRUE(body) << body.error().message;
        send_frame(make_request(header, body.value_or("")).value());
        return last_correlation_;
    }

    /// The next answer without its length, or nothing if none comes in time or the server closes
    /// the connection.
    std::optional<Bytes> receive_frame(int timeout_ms = 5000) {
        const auto head = receive_bytes(4, timeout_ms);
        if (!head) {
            return std::nullopt;
        }
        return receive_bytes(load_big_endian<std::uint32_t>(*head), timeout_ms);
    }

    template <class Response>
    std::optional<Response> receive(int version, int timeout_ms = 5000) {
        const auto frame = receive_frame(timeout_ms);
        if (!frame) {
            return std::nullopt;
        }
        const bool is_flexible = form_of<Response>(version) == Form::flexible;
        const int header_version =
            is_flexible && !std::is_same_v<Response, ApiVersionsResponse> ? 1 : 0;
        Reader reader(*frame, form_of<ResponseHeader>(header_version));
        ResponseHeader header;
        layout(reader, header, header_version);
        if (!reader.ok()) {
            return std::nullopt;
        }
        answered_ = header.correlation_id;
        return decode_body<Response>(reader.rest(), version);
    }

    /// The correlation id of the last answer.
    [[nodiscard]] std::int32_t answered() const { return answered_; }

    /// A request and its answer.
    template <class Response, class Request>
    std::optional<Response>
    call(ApiKey key, int version, const Request& request, int timeout_ms = 5000) {
        const auto correlation = send(key, version, request);
        auto response = receive<Response>(version, timeout_ms);
        return answered_ == correlation ? response : std::nullopt;
    }

    /// Whether the server ends the connection in time; what it sends before that is dropped.
    [[nodiscard]] bool is_closed_by_server(int timeout_ms = 3000) {
        char byte = 0;
        while (wait_for(POLLIN, timeout_ms)) {
            const auto got = ::recv(socket_, &byte, 1, MSG_DONTWAIT);
            if (got == 0 || (got < 0 && errno != EAGAIN)) {
                return true;
            }
        }
        return false;
    }

private:
    [[nodiscard]] bool wait_for(short events, int timeout_ms) const {
        pollfd waited{.fd = socket_, .events = events, .revents = 0};
        return ::poll(&waited, 1, timeout_ms) == 1;
    }

    std::optional<Bytes> receive_bytes(std::size_t count, int timeout_ms) {
        Bytes bytes(count, '\0');
        std::size_t done = 0;
        while (done < count) {
            if (!wait_for(POLLIN, timeout_ms)) {
                return std::nullopt;
            }
            const auto got = ::recv(socket_, bytes.data() + done, count - done, 0);
            if (got <= 0) {
                return std::nullopt;
            }
            done += static_cast<std::size_t>(got);
        }
        return bytes;
    }

    int socket_;
    std::string client_id_;
    bool is_connected_ = false;
    std::int32_t last_correlation_ = 0;
    std::int32_t answered_ = -1;
};

} // namespace muster::runtime::kafka
