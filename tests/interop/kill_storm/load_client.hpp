#pragma once

#include "tests/interop/kill_storm/ledger.hpp"
#include "tests/interop/kill_storm/life.hpp"
#include "tests/unit/runtime/group_member.hpp"

#include <cstdint>
#include <random>
#include <string>

namespace muster::interop {

/// A client that outlives the server: in each of its lives it goes on with the id and the
/// generation that it had, and joins again when it is told to. It commits, fetches what it
/// committed, produces, and leaves now and then.
class LoadClient {
public:
    /// `number` is also its partition of `orders`.
    LoadClient(std::size_t number, Ledger& ledger, std::uint64_t seed)
        : number_(number)
        , ledger_(ledger)
        , random_(seed) {}

    /// Works until the server is gone.
    void work(const runtime::net::Address& address, Life& life);

private:
    enum class Next {
        /// The client is a member of a generation.
        act,
        join,
        /// The connection has ended.
        end,
    };

    using Member = runtime::kafka::GroupMember;
    using ErrorCode = runtime::kafka::ErrorCode;

    [[nodiscard]] Next join(Member& member, Life& life);
    [[nodiscard]] Next sync(Member& member, const std::vector<std::string>& members, Life& life);
    [[nodiscard]] Next act(Member& member, Life& life);
    [[nodiscard]] Next heartbeat(Member& member, Life& life);
    [[nodiscard]] Next commit(Member& member, Life& life);
    [[nodiscard]] Next fetch(Member& member);
    [[nodiscard]] Next produce(Member& member, Life& life);
    [[nodiscard]] Next leave(Member& member);
    /// What follows from an answer, which is a fault if no client has to expect it.
    [[nodiscard]] Next after(ErrorCode error, Member& member, const char* request);

    std::size_t number_;
    Ledger& ledger_;
    std::mt19937_64 random_;
    /// What is known of the membership between two lives of the server.
    std::string id_;
    std::int32_t generation_ = -1;
    std::int64_t last_offset_ = 0;
    std::int64_t last_text_ = 0;
};

} // namespace muster::interop
