#pragma once

#include "runtime/kafka/wire/layout.hpp"

#include <cstdint>
#include <string_view>

namespace muster::runtime::kafka {

/// Kafka's number of an API; the generated list of APIs names them.
enum class ApiKey : std::int16_t;

/// An API whose messages are described. What this server serves of it is in api_table.hpp.
struct DescribedApi {
    ApiKey key;
    std::string_view name;
    VersionRange versions;
    int first_flexible = kNeverFlexible;
};

} // namespace muster::runtime::kafka
