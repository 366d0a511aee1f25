#include "tests/bench/peer_figures.hpp"

namespace muster::test {

const std::vector<PeerFigure>& mypyvy_figures() {
    static const std::vector<PeerFigure> kFigures = {
        {"bosco_3t_safety", "bosco_3t_safety", 7.7},
        {"cache", "cache", 1.46},
        {"client_server_ae", "client_server_ae", 0.68},
        {"client_server_db_ae", "client_server_db_ae", 0.80},
        {"consensus_epr", "toy_leader_consensus_epr", 0.80},
        {"consensus_forall", "toy_leader_consensus_forall", 0.74},
        {"fast_paxos_epr", "fast_paxos_epr", 3.7},
        {"firewall", "firewall_ae", 0.89},
        {"flexible_paxos_epr", "flexible_paxos_epr", 1.31},
        {"hybrid_reliable_broadcast", "hybrid_reliable_broadcast", 1.4},
        {"ironfleet_distributed_lock", "ironfleet_distributed_lock", 1.06},
        {"learning_switch", "learning_switch_forall", 1.11},
        {"learning_switch_ae", "learning_switch_ae", 1.06},
        {"lockserv", "lockserv", 0.8},
        {"multi_paxos_epr", "multi_paxos_epr", 1.17},
        {"paxos_epr", "paxos_epr", 1.45},
        {"peterson", "peterson", 0.81},
        {"raft_epr", "raft_epr", 5.6},
        {"ring_id", "ring_leader_election", 0.95},
        {"sharded_kv", "sharded_kv", 0.67},
        {"sharded_kv_no_lost_keys", "sharded_kv_no_lost_keys", 0.70},
        {"stoppable_paxos_epr", "stoppable_paxos_epr", 1.9},
        {"ticket", "ticket", 0.75},
        {"toy_consensus_epr", "toy_consensus_epr", 1.0},
        {"toy_consensus_forall", "toy_consensus_forall", 0.78},
        {"vertical_paxos_epr", "vertical_paxos_epr", 1.7},
    };
    return kFigures;
}

} // namespace muster::test
