#pragma once

namespace muster::runtime {

/// What a spec assumes of the network that carries a message; a host has to be no worse.
enum class Network {
    unreliable, // any message may be lost, arrive again, and overtake others
    once,       // each send arrives at most once, in any order
    fifo,       // in order between two processes until the connection is cut; then `lost` is called
};

} // namespace muster::runtime
