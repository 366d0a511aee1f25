#pragma once

#include "tests/interop/kill_storm/ledger.hpp"
#include "tests/unit/runtime/group_member.hpp"

namespace muster::interop {

/// How much of the logs is read: the rest is what was not read before.
enum class Extent { everything, rest };

/// Compares what the server has of each client's position and of its log with the ledger. Nobody
/// else talks to the server.
void check_what_is_stored(const runtime::net::Address& address,
                          std::size_t clients,
                          Extent extent,
                          Ledger& ledger);

} // namespace muster::interop
