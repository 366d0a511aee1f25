#include "runtime/net/text_server.hpp"

#include "runtime/net/listening.hpp"

#include <asio/buffer.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/read_until.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <string_view>
#include <utility>

namespace muster::runtime::net {

using asio::ip::tcp;

namespace {

constexpr std::size_t kMaxRequestBytes = 8192;
constexpr std::size_t kMaxConnections = 16;
constexpr std::chrono::seconds kPatience(5);

std::string response(std::string_view status, std::string_view type, std::string_view body) {
    return fmt::format("HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
                       "Connection: close\r\n\r\n{}",
                       status,
                       type,
                       body.size(),
                       body);
}

std::string refusal(std::string_view status) {
    return response(status, "text/plain", fmt::format("{}\n", status));
}

/// The answer to a request of which at least the first line is there.
std::string answer_to(std::string_view request, const TextServer::Page& page) {
    const auto line = request.substr(0, request.find("\r\n"));
    const auto method = line.substr(0, line.find(' '));
    const auto after = method.size() == line.size() ? "" : line.substr(method.size() + 1);
    const auto target = after.substr(0, after.find(' '));
    if (after.substr(target.size()).substr(0, 6) != " HTTP/") {
        return refusal("400 Bad Request");
    }
    if (method != "GET") {
        return refusal("405 Method Not Allowed");
    }
    if (target.substr(0, target.find('?')) != page.path) {
        return refusal("404 Not Found");
    }
    return response("200 OK", page.content_type, page.text());
}

/// One client with its only request.
struct Exchange {
    explicit Exchange(tcp::socket accepted)
        : socket(std::move(accepted))
        , patience(socket.get_executor()) {}

    tcp::socket socket;
    asio::steady_timer patience;
    std::string request;
    std::string answer;
};

} // namespace

class TextServer::Listener final : public std::enable_shared_from_this<Listener> {
public:
    Listener(asio::io_context& loop, Page page)
        : loop_(loop)
        , page_(std::move(page))
        , acceptor_(loop)
        , retry_(loop) {}

    Result<Address> listen(const Address& address) {
        auto taken = start_listening(loop_, acceptor_, address);
        if (taken) {
            accept();
        }
        return taken;
    }

    void stop() {
        asio::error_code ignored;
        acceptor_.close(ignored);
        retry_.cancel();
    }

private:
    void accept() {
        acceptor_.async_accept(
            [self = shared_from_this()](asio::error_code error, tcp::socket socket) {
                if (!self->acceptor_.is_open()) {
                    return;
                }
                if (error) {
                    self->accept_later();
                    return;
                }
                if (self->open_ < kMaxConnections) {
                    self->serve(std::make_shared<Exchange>(std::move(socket)));
                }
                self->accept();
            });
    }

    /// Out of descriptors or memory, say, and at once again if it were asked at once.
    void accept_later() {
        constexpr std::chrono::milliseconds kPause(100);
        retry_.expires_after(kPause);
        retry_.async_wait([self = shared_from_this()](asio::error_code cancelled) {
            if (!cancelled) {
                self->accept();
            }
        });
    }

    void serve(const std::shared_ptr<Exchange>& exchange) {
        ++open_;
        exchange->patience.expires_after(kPatience);
        exchange->patience.async_wait([exchange](asio::error_code cancelled) {
            if (!cancelled) {
                asio::error_code ignored;
                exchange->socket.close(ignored);
            }
        });
        asio::async_read_until(
            exchange->socket,
            asio::dynamic_buffer(exchange->request, kMaxRequestBytes),
            "\r\n\r\n",
            [self = shared_from_this(), exchange](asio::error_code error, std::size_t /*count*/) {
                if (error) {
                    self->finish(*exchange);
                    return;
                }
                self->answer(exchange);
            });
    }

    void answer(const std::shared_ptr<Exchange>& exchange) {
        exchange->answer = answer_to(exchange->request, page_);
        asio::async_write(exchange->socket,
                          asio::buffer(exchange->answer),
                          [self = shared_from_this(), exchange](asio::error_code /*error*/,
                                                                std::size_t /*count*/) {
                              self->finish(*exchange);
                          });
    }

    void finish(Exchange& exchange) {
        --open_;
        exchange.patience.cancel();
        asio::error_code ignored;
        exchange.socket.shutdown(tcp::socket::shutdown_both, ignored);
        exchange.socket.close(ignored);
    }

    asio::io_context& loop_;
    Page page_;
    tcp::acceptor acceptor_;
    asio::steady_timer retry_;
    std::size_t open_ = 0;
};

TextServer::TextServer(asio::io_context& loop, Page page)
    : listener_(std::make_shared<Listener>(loop, std::move(page))) {}

TextServer::~TextServer() {
    stop();
}

Result<Address> TextServer::listen(const Address& address) {
    return listener_->listen(address);
}

void TextServer::stop() {
    listener_->stop();
}

} // namespace muster::runtime::net
