#pragma once

#include "runtime/kafka/wire/api_versions.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace muster::runtime::kafka {

/// The requests that this server answers; numbers are Kafka's.
enum class ApiKey : std::int16_t {
    produce = 0,
    fetch = 1,
    list_offsets = 2,
    metadata = 3,
    offset_commit = 8,
    offset_fetch = 9,
    find_coordinator = 10,
    join_group = 11,
    heartbeat = 12,
    leave_group = 13,
    sync_group = 14,
    api_versions = 18,
};

struct Api {
    ApiKey key;
    std::int16_t min_version;
    std::int16_t max_version;
    std::string_view name;
};

/// Every API with its versions, by key. ApiVersions is answered from it, so what is advertised is
/// what is served.
[[nodiscard]] std::span<const Api> api_table();

/// The row of that API, if there is one.
[[nodiscard]] const Api* find_api(std::int16_t key);

/// The row of that API if it also has the version.
[[nodiscard]] const Api* find_api_version(std::int16_t key, std::int16_t version);

/// What ApiVersions answers, with the error given.
[[nodiscard]] ApiVersionsResponse advertise(ErrorCode error);

} // namespace muster::runtime::kafka
