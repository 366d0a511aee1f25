#pragma once

#include "runtime/base/error.hpp"
#include "runtime/net/frame_server.hpp"

#include <asio/ip/tcp.hpp>

namespace muster::runtime::net {

/// Makes the acceptor listen; port 0 takes a free one. Returns the address that was taken.
[[nodiscard]] Result<Address>
start_listening(asio::io_context& loop, asio::ip::tcp::acceptor& acceptor, const Address& address);

} // namespace muster::runtime::net
