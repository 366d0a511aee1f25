#pragma once

#include "runtime/net/frame_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace muster::runtime {

/// Connects the socket to the address and sends those bytes.
inline bool send_to(int socket, const net::Address& address, const std::string& request) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &to.sin_addr);
    return ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0 &&
           ::send(socket, request.data(), request.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(request.size());
}

/// What comes until the other end closes, or until nothing came for so long.
inline std::string receive_all(int socket, int timeout_ms = 3000) {
    std::string answer;
    char chunk[4096];
    pollfd waited{.fd = socket, .events = POLLIN, .revents = 0};
    while (::poll(&waited, 1, timeout_ms) == 1) {
        const auto got = ::recv(socket, chunk, sizeof(chunk), 0);
        if (got <= 0) {
            break;
        }
        answer.append(chunk, static_cast<std::size_t>(got));
    }
    return answer;
}

/// Sends those bytes over a connection of their own and returns what comes back.
inline std::string talk(const net::Address& address, const std::string& request) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    std::string answer;
    if (send_to(socket, address, request)) {
        answer = receive_all(socket);
    }
    ::close(socket);
    return answer;
}

/// The answer to a GET, head and body.
inline std::string http_get(const net::Address& address, const std::string& path) {
    return talk(address, "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n");
}

} // namespace muster::runtime
