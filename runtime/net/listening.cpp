#include "runtime/net/listening.hpp"

#include <asio/io_context.hpp>
#include <fmt/format.h>

#include <string>

namespace muster::runtime::net {

using asio::ip::tcp;

Result<Address>
start_listening(asio::io_context& loop, tcp::acceptor& acceptor, const Address& address) {
    asio::error_code error;
    tcp::resolver resolver(loop);
    const auto found =
        resolver.resolve(address.host, std::to_string(address.port), tcp::resolver::passive, error);
    if (!error) {
        const tcp::endpoint endpoint = found.begin()->endpoint();
        acceptor.open(endpoint.protocol(), error);
        if (!error) {
            acceptor.set_option(tcp::acceptor::reuse_address(true), error);
        }
        if (!error) {
            acceptor.bind(endpoint, error);
        }
    }
    if (!error) {
        acceptor.listen(tcp::acceptor::max_listen_connections, error);
    }
    if (error) {
        return failure(
            fmt::format("cannot listen on {}:{}: {}", address.host, address.port, error.message()));
    }
    return Address{address.host, acceptor.local_endpoint().port()};
}

} // namespace muster::runtime::net
