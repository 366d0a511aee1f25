#include "tests/bench/inference_figures.hpp"

namespace muster::test {

const std::vector<InferenceFigure>& inference_figures() {
    static const std::vector<InferenceFigure> kFigures = {
        {"tla-consensus", "tla_consensus", 2, 1, 1.0, 1},
        {"tla-tcommit", "tla_tcommit", 3, 2, 1.3, 1},
        {"i4-lock-server", "lock_server_sync", 2, 2, 5.5, 2},
        {"ex-quorum-leader-election", "quorum_leader_election", 4, 5, 10.0, 2},
        {"pyv-toy-consensus-forall", "toy_consensus_forall", 3, 5, 14.5, 3},
        {"tla-simple", "tla_simple", 3, 3, 7.2, 2},
        {"ex-lockserv-automaton", "lockserv_automaton", 6, 12, 18.7, 9},
        {"tla-simpleregular", "tla_simpleregular", 4, 4, 9.4, 4},
        {"pyv-sharded-kv", "sharded_kv", 4, 8, 235.3, 6},
        {"pyv-lockserv", "lockserv", 6, 12, 29.7, 9},
        {"tla-twophase", "tla_twophase", 7, 9, 40.8, 10},
        {"i4-learning-switch", "learning_switch", 23, 10, {}, {}},
        {"ex-simple-decentralized-lock", "simple_decentralized_lock", 12, 15, 33.1, 4},
        {"i4-two-phase-commit", "i4_two_phase_commit", 6, 12, 64.7, 11},
        {"pyv-consensus-wo-decide", "consensus_wo_decide", 13, 9, 106.4, 8},
        {"pyv-consensus-forall", "consensus_forall", 52, 10, 181.9, 8},
        {"pyv-learning-switch", "learning_switch_ae", 89, 13, {}, {}},
        {"i4-chord-ring-maintenance", "chord_ring_maintenance", 116, 12, {}, {}},
        {"pyv-sharded-kv-no-lost-keys", "sharded_kv_no_lost_keys", 3, 2, 11.7, 2},
        {"ex-naive-consensus", "naive_consensus", 5, 4, 31.4, 4},
        {"pyv-client-server-ae", "client_server_ae", 2, 2, 33.5, 2},
        {"ex-simple-election", "simple_election", 7, 3, 19.2, 4},
        {"pyv-toy-consensus-epr", "toy_consensus_epr", 11, 4, 16.6, 4},
        {"ex-toy-consensus", "toy_consensus", 6, 3, 6.6, 2},
        {"pyv-client-server-db-ae", "client_server_db_ae", 15, 6, 4923, 8},
        {"pyv-hybrid-reliable-broadcast", "hybrid_reliable_broadcast", 24, 5, {}, {}},
        {"pyv-firewall", "firewall", 3, 3, 35.5, 5},
        {"ex-majorityset-leader-election", "majorityset_leader_election", 25, 7, 39.2, 4},
        {"pyv-consensus-epr", "consensus_epr", 3, 6, 277.6, 8},
        {"MongoLoglessDynamicRaft", "", {}, {}, 755, 6},
    };
    return kFigures;
}

} // namespace muster::test
