#include "runtime/kafka/topic_configs.hpp"

#include <algorithm>
#include <array>

namespace muster::runtime::kafka {

namespace {

constexpr std::array<TopicConfig, 8> kConfigs{{
    {"cleanup.policy", "delete", ConfigType::list, "How old messages go; none ever does"},
    {"compression.type", "producer", ConfigType::text, "Messages are kept as they come"},
    {"message.timestamp.type", "CreateTime", ConfigType::text, "Times are those of producers"},
    {"min.insync.replicas", "1", ConfigType::int32, "There is one replica"},
    {"retention.bytes", "-1", ConfigType::int64, "Messages are kept whatever they take"},
    {"retention.ms", "-1", ConfigType::int64, "Messages are kept for ever"},
    {"segment.bytes", "67108864", ConfigType::int32, "How large a file of messages gets"},
    {"unclean.leader.election.enable", "false", ConfigType::boolean, "There is one leader"},
}};

} // namespace

std::span<const TopicConfig> topic_configs() {
    return kConfigs;
}

const TopicConfig* find_topic_config(std::string_view name) {
    const auto* found = std::find_if(kConfigs.begin(), kConfigs.end(), [name](const auto& config) {
        return config.name == name;
    });
    return found == kConfigs.end() ? nullptr : found;
}

} // namespace muster::runtime::kafka
