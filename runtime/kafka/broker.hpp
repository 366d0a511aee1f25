#pragma once

#include "runtime/kafka/wire/error_code.hpp"

#include <cstdint>
#include <initializer_list>

namespace muster::runtime::kafka {

/// The one broker that there is.
inline constexpr std::int32_t kNodeId = 1;
/// What clients know the cluster by.
inline constexpr const char* kClusterId = "muster";
/// It has led every partition from the beginning.
inline constexpr std::int32_t kLeaderEpoch = 0;

/// What is wrong with the epoch in which a client believes this leader to be; -1 is no belief.
[[nodiscard]] constexpr ErrorCode check_leader_epoch(std::int32_t believed) {
    if (believed == -1 || believed == kLeaderEpoch) {
        return ErrorCode::none;
    }
    return believed > kLeaderEpoch ? ErrorCode::unknown_leader_epoch
                                   : ErrorCode::fenced_leader_epoch;
}

/// Where the value of a setting comes from, by Kafka's numbers.
inline constexpr std::int8_t kStaticConfig = 4;
inline constexpr std::int8_t kDefaultConfig = 5;

/// Kafka's numbers of what one may be allowed to do.
enum class Operation : std::uint8_t {
    read = 3,
    write = 4,
    create = 5,
    remove = 6,
    describe = 8,
    describe_configs = 10,
    idempotent_write = 12,
};

/// The set as the bits of a number.
[[nodiscard]] constexpr std::int32_t operation_bits(std::initializer_list<Operation> operations) {
    std::uint32_t bits = 0;
    for (const auto operation : operations) {
        bits |= std::uint32_t{1} << static_cast<unsigned>(operation);
    }
    return static_cast<std::int32_t>(bits);
}

/// Everybody may do everything that can be done.
inline constexpr std::int32_t kTopicOperations = operation_bits({Operation::read,
                                                                 Operation::write,
                                                                 Operation::create,
                                                                 Operation::remove,
                                                                 Operation::describe,
                                                                 Operation::describe_configs});
inline constexpr std::int32_t kClusterOperations = operation_bits({Operation::create,
                                                                   Operation::describe,
                                                                   Operation::describe_configs,
                                                                   Operation::idempotent_write});

} // namespace muster::runtime::kafka
