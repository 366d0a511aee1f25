#pragma once

#include "cli/serve/properties.hpp"
#include "runtime/kafka/server.hpp"

#include <string>
#include <vector>

namespace muster::cli {

/// A setting of the Kafka server, under the name that Kafka has for it.
struct KafkaSetting {
    std::string name;
    std::string value; // by default, in the form in which it is set
    std::string help;
};

/// All that can be set, in the order of their names.
std::vector<KafkaSetting> kafka_settings();

/// What DescribeConfigs tells of a server with these options, in the order of names.
std::vector<runtime::kafka::BrokerConfig>
described_settings(const runtime::kafka::ServerOptions& options);

/// Sets what the properties say. The error has the place, what is wrong and what would be right: a
/// key that Kafka does not have, one that this server does not serve, a key that is set twice in
/// one place, a value out of its range, or values that contradict each other.
tl::expected<void, std::string> apply_settings(const std::vector<Property>& properties,
                                               runtime::kafka::ServerOptions& options);

} // namespace muster::cli
