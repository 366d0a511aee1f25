#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace muster::runtime::kafka {

/// Kafka's numbers for the types of settings.
enum class ConfigType : std::int8_t { boolean = 1, text = 2, int32 = 3, int64 = 5, list = 7 };

/// Something that Kafka lets people set for a topic and that is the same for all topics here.
struct TopicConfig {
    std::string_view name;
    std::string_view value;
    ConfigType type = ConfigType::text;
    std::string_view help;
};

/// In the order of their names.
[[nodiscard]] std::span<const TopicConfig> topic_configs();

/// The one of that name, or null.
[[nodiscard]] const TopicConfig* find_topic_config(std::string_view name);

} // namespace muster::runtime::kafka
