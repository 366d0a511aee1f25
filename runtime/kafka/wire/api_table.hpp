#pragma once

#include "runtime/generated/kafka/api_versions.hpp"
#include "runtime/generated/kafka/apis.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace muster::runtime::kafka {

/// An API that this server answers, in these versions.
struct Api {
    ApiKey key;
    std::int16_t min_version;
    std::int16_t max_version;
    std::string_view name;
};

/// The described API of that number, or null.
[[nodiscard]] const DescribedApi* find_described(std::int16_t key);

/// Every API that is served, by key. ApiVersions is answered from it, so what is advertised is
/// what is served.
[[nodiscard]] std::span<const Api> api_table();

/// The row of that API, if there is one.
[[nodiscard]] const Api* find_api(std::int16_t key);

/// The row of that API if it also has the version.
[[nodiscard]] const Api* find_api_version(std::int16_t key, std::int16_t version);

/// What ApiVersions answers, with the error given.
[[nodiscard]] ApiVersionsResponse advertise(ErrorCode error);

} // namespace muster::runtime::kafka
