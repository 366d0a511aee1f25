#pragma once

#include "runtime/base/error.hpp"
#include "runtime/net/frame_server.hpp"

#include <functional>
#include <memory>
#include <string>

namespace asio {
class io_context;
} // namespace asio

namespace muster::runtime::net {

/// Answers `GET PATH` of HTTP with a text, for whoever scrapes it: one request a connection, 16
/// connections at once, 8 KiB and 5 seconds for a request. Anything else that is asked for gets
/// 404, 405 or 400, and what is no HTTP gets nothing.
class TextServer {
public:
    struct Page {
        std::string path;
        std::string content_type;
        /// Makes the text anew for every request.
        std::function<std::string()> text;
    };

    TextServer(asio::io_context& loop, Page page);
    TextServer(const TextServer&) = delete;
    TextServer& operator=(const TextServer&) = delete;
    ~TextServer();

    /// Starts to listen; port 0 takes a free one. Returns the address that was taken.
    [[nodiscard]] Result<Address> listen(const Address& address);

    void stop();

private:
    class Listener;

    std::shared_ptr<Listener> listener_;
};

} // namespace muster::runtime::net
