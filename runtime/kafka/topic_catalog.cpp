#include "runtime/kafka/topic_catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace muster::runtime::kafka {

namespace {

constexpr std::size_t kMaxNameLength = 200;
constexpr std::int32_t kMaxPartitions = 10'000;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

bool is_topic_name(std::string_view name) {
    return !name.empty() && name.size() <= kMaxNameLength && name != "." && name != ".." &&
           std::all_of(name.begin(), name.end(), is_name_character);
}

/// A number without sign or leading zeros.
std::optional<std::int32_t> parse_number(std::string_view text) {
    std::int32_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size();
    if (!is_whole || fmt::format("{}", number) != text || number < 0) {
        return std::nullopt;
    }
    return number;
}

} // namespace

Result<TopicSpec> parse_topic(std::string_view text) {
    const auto colon = text.rfind(':');
    const auto name = text.substr(0, colon);
    if (colon == std::string_view::npos) {
        return failure(fmt::format("topic '{}' is not of the form NAME:PARTITIONS", text));
    }
    if (!is_topic_name(name)) {
        return failure(
            fmt::format("'{}' is not a topic name: it takes 1 to {} letters, digits, '.', '_' "
                        "and '-'",
                        name,
                        kMaxNameLength));
    }
    const auto partitions = parse_number(text.substr(colon + 1));
    if (!partitions || *partitions < 1 || *partitions > kMaxPartitions) {
        return failure(fmt::format("topic '{}' needs between 1 and {} partitions, not '{}'",
                                   name,
                                   kMaxPartitions,
                                   text.substr(colon + 1)));
    }
    return TopicSpec{.name = std::string(name), .partitions = *partitions};
}

std::string partition_name(std::string_view topic, std::int32_t index) {
    return fmt::format("{}-{}", topic, index);
}

std::optional<TopicPartition> parse_partition_name(std::string_view name) {
    const auto hyphen = name.rfind('-');
    if (hyphen == std::string_view::npos) {
        return std::nullopt;
    }
    const auto index = parse_number(name.substr(hyphen + 1));
    if (!index) {
        return std::nullopt;
    }
    return TopicPartition{.topic = std::string(name.substr(0, hyphen)), .index = *index};
}

Result<TopicCatalog> TopicCatalog::open(const std::filesystem::path& folder,
                                        const std::vector<TopicSpec>& topics) {
    TopicCatalog catalog;
    for (const auto& topic : topics) {
        if (catalog.topics_.contains(topic.name)) {
            return failure(fmt::format("topic '{}' is given twice", topic.name));
        }
        auto& logs = catalog.topics_[topic.name];
        for (std::int32_t index = 0; index < topic.partitions; ++index) {
            auto log = log::PartitionLog::open(folder / partition_name(topic.name, index), {});
            if (!log) {
                return tl::make_unexpected(log.error());
            }
            logs.push_back(*std::move(log));
        }
    }
    return catalog;
}

log::PartitionLog* TopicCatalog::find(const std::string& topic, std::int32_t index) {
    const auto logs = topics_.find(topic);
    if (logs == topics_.end() || index < 0 ||
        static_cast<std::size_t>(index) >= logs->second.size()) {
        return nullptr;
    }
    return &logs->second[static_cast<std::size_t>(index)];
}

std::int32_t TopicCatalog::partition_count(const std::string& topic) const {
    const auto logs = topics_.find(topic);
    return logs == topics_.end() ? 0 : static_cast<std::int32_t>(logs->second.size());
}

std::vector<std::string> TopicCatalog::names() const {
    std::vector<std::string> names;
    for (const auto& [name, logs] : topics_) {
        names.push_back(name);
    }
    return names;
}

} // namespace muster::runtime::kafka
