#pragma once

#include "runtime/base/error.hpp"
#include "runtime/log/partition_log.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::runtime::kafka {

struct TopicSpec {
    std::string name;
    std::int32_t partitions = 1;
};

/// Reads "NAME:PARTITIONS". A name has 1 to 200 letters, digits, dots, underscores and hyphens and
/// is neither "." nor ".."; there are 1 to 10,000 partitions.
[[nodiscard]] Result<TopicSpec> parse_topic(std::string_view text);

/// "NAME-INDEX": names the partition's folder, and the partition itself in a group's offsets. The
/// index is not negative, so that the last hyphen separates the two.
[[nodiscard]] std::string partition_name(std::string_view topic, std::int32_t index);

struct TopicPartition {
    std::string topic;
    std::int32_t index = 0;
};

/// The inverse of partition_name, or nothing for any other text.
[[nodiscard]] std::optional<TopicPartition> parse_partition_name(std::string_view name);

/// The topics that the server was started with, each with its logs. Topics are never created by a
/// client.
class TopicCatalog {
public:
    /// Opens the logs below `folder`. Fails if one cannot be used or a topic is named twice.
    [[nodiscard]] static Result<TopicCatalog> open(const std::filesystem::path& folder,
                                                   const std::vector<TopicSpec>& topics);

    /// The partition's log, or null if there is no such partition.
    [[nodiscard]] log::PartitionLog* find(const std::string& topic, std::int32_t index);

    /// How many partitions the topic has; 0 if there is no such topic.
    [[nodiscard]] std::int32_t partition_count(const std::string& topic) const;

    /// In order.
    [[nodiscard]] std::vector<std::string> names() const;

private:
    std::map<std::string, std::vector<log::PartitionLog>> topics_;
};

} // namespace muster::runtime::kafka
