#include "runtime/kafka/config_service.hpp"

#include "runtime/kafka/broker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace muster::runtime::kafka {

namespace {

constexpr std::int8_t kTopicResource = 2;
constexpr std::int8_t kBrokerResource = 4;

using Result = DescribeConfigsResponse::Result;

std::vector<BrokerConfig> configs_of_topics() {
    std::vector<BrokerConfig> configs;
    for (const auto& config : topic_configs()) {
        configs.push_back({.name = std::string(config.name),
                           .value = std::string(config.value),
                           .type = config.type,
                           .help = std::string(config.help)});
    }
    return configs;
}

void refuse(Result& result, ErrorCode error, std::string message) {
    result.error = error;
    result.error_message = std::move(message);
}

void describe(Result& result,
              const std::vector<BrokerConfig>& configs,
              const DescribeConfigsRequest::Resource& wanted,
              const DescribeConfigsRequest& request) {
    for (const auto& config : configs) {
        if (wanted.keys && std::find(wanted.keys->begin(), wanted.keys->end(), config.name) ==
                               wanted.keys->end()) {
            continue;
        }
        const auto source = config.is_default ? kDefaultConfig : kStaticConfig;
        auto& described = result.configs.emplace_back();
        described.name = config.name;
        described.value = config.value;
        described.is_read_only = true;
        described.is_default = config.is_default;
        described.source = source;
        described.type = static_cast<std::int8_t>(config.type);
        if (request.include_synonyms) {
            described.synonyms.push_back(
                {.name = config.name, .value = config.value, .source = source});
        }
        if (request.include_documentation) {
            described.documentation = config.help;
        }
    }
}

} // namespace

DescribeConfigsResponse describe_configs(const DescribeConfigsRequest& request,
                                         const std::vector<BrokerConfig>& broker,
                                         const TopicCatalog& topics) {
    DescribeConfigsResponse response;
    // Each once, or a short request could ask for an answer of any size.
    std::set<std::pair<std::int8_t, std::string>> seen;
    for (const auto& wanted : request.resources) {
        auto& result = response.results.emplace_back();
        result.resource_type = wanted.type;
        result.resource_name = wanted.name;
        if (!seen.emplace(wanted.type, wanted.name).second) {
            refuse(result, ErrorCode::invalid_request, "it is named twice");
        } else if (wanted.type == kTopicResource) {
            if (!is_topic_name(wanted.name)) {
                refuse(result, ErrorCode::invalid_topic, "that is not a topic name");
            } else if (topics.find_topic(wanted.name) == nullptr) {
                refuse(result, ErrorCode::unknown_topic_or_partition, "there is no such topic");
            } else {
                describe(result, configs_of_topics(), wanted, request);
            }
        } else if (wanted.type == kBrokerResource) {
            // The empty name means what was set for all brokers while they ran: nothing.
            if (wanted.name == fmt::format("{}", kNodeId)) {
                describe(result, broker, wanted, request);
            } else if (!wanted.name.empty()) {
                refuse(result,
                       ErrorCode::invalid_request,
                       fmt::format("the only broker is {}", kNodeId));
            }
        } else {
            refuse(result,
                   ErrorCode::invalid_request,
                   "topics and brokers have settings, and nothing else");
        }
    }
    return response;
}

} // namespace muster::runtime::kafka
