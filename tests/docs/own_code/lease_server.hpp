#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// Hands out leases, one at a time, with fencing tokens.
class LeaseServer {
public:
    /// The token of the new lease; nothing while somebody has one.
    std::optional<std::int64_t> acquire(const std::string& client) {
        if (!holder_.empty()) {
            return std::nullopt;
        }
        holder_ = client;
        return ++last_token_;
    }

    void expire() {
        holder_.clear();
        token_on_disk_ = last_token_;
    }

    void restart() {
        holder_.clear();
        last_token_ = token_on_disk_;
    }

private:
    std::string holder_;
    std::int64_t last_token_ = 0;
    std::int64_t token_on_disk_ = 0;
};
