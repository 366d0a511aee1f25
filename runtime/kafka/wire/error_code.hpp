#pragma once

#include <cstdint>

namespace muster::runtime::kafka {

/// The error codes of the Kafka protocol that this server sends; numbers and names are Kafka's.
enum class ErrorCode : std::int16_t {
    unknown_server_error = -1,
    none = 0,
    offset_out_of_range = 1,
    corrupt_message = 2,
    unknown_topic_or_partition = 3,
    invalid_fetch_size = 4,
    offset_metadata_too_large = 12,
    coordinator_load_in_progress = 14,
    coordinator_not_available = 15,
    not_coordinator = 16,
    invalid_topic = 17,
    invalid_required_acks = 21,
    illegal_generation = 22,
    inconsistent_group_protocol = 23,
    invalid_group_id = 24,
    unknown_member_id = 25,
    invalid_session_timeout = 26,
    rebalance_in_progress = 27,
    unsupported_version = 35,
    topic_already_exists = 36,
    invalid_partitions = 37,
    invalid_replication_factor = 38,
    invalid_replica_assignment = 39,
    invalid_config = 40,
    invalid_request = 42,
    unsupported_for_message_format = 43,
    policy_violation = 44,
    out_of_order_sequence_number = 45,
    invalid_producer_epoch = 47,
    invalid_transaction_state = 48,
    kafka_storage_error = 56,
    non_empty_group = 68,
    group_id_not_found = 69,
    fetch_session_id_not_found = 70,
    invalid_fetch_session_epoch = 71,
    fenced_leader_epoch = 74,
    unknown_leader_epoch = 76,
    member_id_required = 79,
    group_max_size_reached = 81,
    fenced_instance_id = 82,
    group_subscribed_to_topic = 86,
    invalid_record = 87,
    unknown_topic_id = 100,
    mismatched_endpoint_type = 114,
    unsupported_endpoint_type = 115,
};

} // namespace muster::runtime::kafka
