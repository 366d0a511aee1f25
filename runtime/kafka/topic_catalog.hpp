#pragma once

#include "runtime/base/error.hpp"
#include "runtime/kafka/cluster_registry.hpp"
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

/// A name has 1 to 249 letters, digits, dots, underscores and hyphens and is neither "." nor "..".
[[nodiscard]] bool is_topic_name(std::string_view name);

/// The greatest number of partitions of one topic.
inline constexpr std::int32_t kMaxPartitions = 10'000;

/// Reads "NAME:PARTITIONS", with 1 to kMaxPartitions partitions.
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

/// Why a topic was not made or deleted, for the client.
struct TopicError {
    ErrorCode code = ErrorCode::none;
    std::string message;
};

struct TopicLimits {
    /// Of all topics together: each keeps a file open.
    std::size_t max_partitions = 10'000;
};

/// The topics with their logs. What topics there are is kept in a register, so that it outlives the
/// server: a topic is there as soon as the register has it, and gone as soon as the register says
/// that it is deleted. Its files are made before the one and removed after the other; what a crash
/// leaves of them is removed when the catalog is opened, or before a topic of that name is made.
class TopicCatalog {
public:
    struct Topic {
        Uuid id{};
        std::vector<log::PartitionLog> logs;
    };

    /// Opens the logs below `folder` of all topics of the register, and makes the given ones that
    /// are not there, with what is found of their files, or that have fewer partitions than they
    /// should. Fails if a log cannot be used, a topic is given twice, or one would lose partitions.
    /// The register has to outlive the catalog.
    [[nodiscard]] static Result<TopicCatalog> open(const std::filesystem::path& folder,
                                                   ClusterRegistry& registry,
                                                   const std::vector<TopicSpec>& topics,
                                                   TopicLimits limits = {});

    /// The partition's log, or null if there is no such partition.
    [[nodiscard]] log::PartitionLog* find(const std::string& topic, std::int32_t index);

    /// The topic, or null if there is none of that name.
    [[nodiscard]] const Topic* find_topic(const std::string& name) const;

    /// The name of the topic with that id.
    [[nodiscard]] std::optional<std::string> name_of(const Uuid& id) const;

    /// How many partitions the topic has; 0 if there is no such topic.
    [[nodiscard]] std::int32_t partition_count(const std::string& topic) const;

    /// In order.
    [[nodiscard]] std::vector<std::string> names() const;

    /// Whether a topic of that name and size can be made besides `planned` further partitions.
    [[nodiscard]] std::optional<TopicError> objection(const TopicSpec& spec,
                                                      std::size_t planned) const;

    /// Makes all of them, which nothing speaks against, or none.
    [[nodiscard]] std::optional<TopicError> create(const std::vector<TopicSpec>& specs);

    /// Deletes all of them, which are there, or none.
    [[nodiscard]] std::optional<TopicError> remove(const std::vector<std::string>& names);

private:
    TopicCatalog(std::filesystem::path folder, ClusterRegistry& registry, TopicLimits limits);

    /// Opens what the register has.
    [[nodiscard]] Result<void> load();
    /// Makes or enlarges the topics that the server is started with.
    [[nodiscard]] Result<void> add_given(const std::vector<TopicSpec>& specs);
    /// Opens logs until there are so many.
    [[nodiscard]] Result<void>
    open_logs(const std::string& name, std::int32_t partitions, Topic& topic) const;
    /// Removes the files of deleted topics, and then their names from the register.
    [[nodiscard]] Result<void> clear_deleted();
    std::filesystem::path folder_;
    ClusterRegistry* registry_;
    TopicLimits limits_;
    std::map<std::string, Topic> topics_;
    std::map<Uuid, std::string> names_;
    /// Of all topics together.
    std::size_t partition_total_ = 0;
    /// Topics that are deleted and may have files, with their partitions.
    std::map<std::string, std::int32_t> deleted_;
};

} // namespace muster::runtime::kafka
