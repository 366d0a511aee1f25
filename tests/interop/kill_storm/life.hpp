#pragma once

#include "runtime/net/frame_server.hpp"
#include "tests/interop/process.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace muster::interop {

/// One life of the server `muster serve kafka`, from its start until it is killed, and which
/// generation each client stands in. All but the constructor is safe to use from several threads.
class Life {
public:
    /// Starts the server on the folder's `data`, with a partition of `orders` for each client.
    Life(const std::filesystem::path& folder, std::size_t clients);

    Life(const Life&) = delete;
    Life& operator=(const Life&) = delete;

    ~Life() { kill(); }

    /// Waits until the server listens; nothing if it does not in time.
    [[nodiscard]] std::optional<runtime::net::Address> listening();

    /// What the server wrote to standard error.
    [[nodiscard]] std::string log() const { return process_.errors(); }

    /// Kills the server with SIGKILL; once is enough.
    void kill();

    /// Whether a kill has begun. A client that is not answered before that has found a fault.
    [[nodiscard]] bool is_over() const { return is_over_; }

    /// After this many acknowledgements from now on the server is killed at once.
    void kill_after(int acknowledgements) { fuse_ = acknowledgements; }

    /// A client was told that something is done, and has noted it.
    void acknowledged();

    /// The client is in a stable generation, or in none (-1).
    void stands(std::size_t client, std::int32_t generation);

    /// Waits until all clients stand in the same generation.
    [[nodiscard]] bool settles(std::chrono::milliseconds timeout);

    /// Waits for the end, for so long.
    void wait(std::chrono::microseconds timeout);

    /// Whether members may leave, so that there are rounds all the time.
    std::atomic<bool> is_restless = false;

private:
    Process process_;
    std::atomic<bool> is_over_ = false;
    std::atomic<int> fuse_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::int32_t> generations_;
};

} // namespace muster::interop
