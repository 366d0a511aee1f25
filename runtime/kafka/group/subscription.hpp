#pragma once

#include "runtime/base/bytes.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace muster::runtime::kafka {

/// The protocol type of groups whose members say in Kafka's own format what they subscribe to.
inline constexpr std::string_view kConsumerType = "consumer";

/// The topics in a subscription of a consumer, or nothing if these bytes are none. Of its versions
/// each begins with what the one before has: a version and the topics. Nothing else is read.
[[nodiscard]] std::optional<std::set<std::string>> subscribed_topics(BytesView metadata);

} // namespace muster::runtime::kafka
