#pragma once

#include "runtime/generated/kafka/describe_configs.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/kafka/topic_configs.hpp"

#include <string>
#include <vector>

namespace muster::runtime::kafka {

/// A setting of the broker as it runs, in the form in which it is shown.
struct BrokerConfig {
    std::string name;
    std::string value;
    ConfigType type = ConfigType::text;
    std::string help;
    bool is_default = true;
};

/// Tells how topics and the broker are configured. Nothing can be set by a client, so every setting
/// is read-only.
[[nodiscard]] DescribeConfigsResponse describe_configs(const DescribeConfigsRequest& request,
                                                       const std::vector<BrokerConfig>& broker,
                                                       const TopicCatalog& topics);

} // namespace muster::runtime::kafka
