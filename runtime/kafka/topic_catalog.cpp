#include "runtime/kafka/topic_catalog.hpp"

#include "runtime/base/assert.hpp"
#include "runtime/base/event_log.hpp"
#include "runtime/base/unique_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace muster::runtime::kafka {

namespace {

/// The name of a folder has 255 bytes at most, and behind that of the topic stands the index.
constexpr std::size_t kMaxNameLength = 249;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
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

TopicError storage_error(const Error& error) {
    log_event(spdlog::level::err, "topics_error", {{"reason", error.message}});
    return {.code = ErrorCode::kafka_storage_error, .message = error.message};
}

} // namespace

bool is_topic_name(std::string_view name) {
    return !name.empty() && name.size() <= kMaxNameLength && name != "." && name != ".." &&
           std::all_of(name.begin(), name.end(), is_name_character);
}

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

TopicCatalog::TopicCatalog(std::filesystem::path folder,
                           ClusterRegistry& registry,
                           TopicLimits limits)
    : folder_(std::move(folder))
    , registry_(&registry)
    , limits_(limits) {}

Result<TopicCatalog> TopicCatalog::open(const std::filesystem::path& folder,
                                        ClusterRegistry& registry,
                                        const std::vector<TopicSpec>& topics,
                                        TopicLimits limits) {
    TopicCatalog catalog(folder, registry, limits);
    if (auto loaded = catalog.load(); !loaded) {
        return tl::make_unexpected(loaded.error());
    }
    if (auto added = catalog.add_given(topics); !added) {
        return tl::make_unexpected(added.error());
    }
    return catalog;
}

Result<void> TopicCatalog::load() {
    const auto known = registry_->topics();
    if (!known) {
        return tl::make_unexpected(known.error());
    }
    for (const auto& each : *known) {
        if (each.is_deleted) {
            deleted_[each.name] = each.partitions;
            continue;
        }
        auto& topic = topics_[each.name];
        topic.id = each.id;
        names_[each.id] = each.name;
        if (auto opened = open_logs(each.name, each.partitions, topic); !opened) {
            return opened;
        }
        partition_total_ += topic.logs.size();
    }
    return clear_deleted();
}

Result<void> TopicCatalog::add_given(const std::vector<TopicSpec>& specs) {
    std::vector<TopicSpec> fresh;
    std::set<std::string> given;
    for (const auto& spec : specs) {
        if (!given.insert(spec.name).second) {
            return failure(fmt::format("topic '{}' is given twice", spec.name));
        }
        const auto known = topics_.find(spec.name);
        if (known == topics_.end()) {
            fresh.push_back(spec);
            continue;
        }
        auto& topic = known->second;
        const auto count = partition_count(spec.name);
        if (count > spec.partitions) {
            return failure(fmt::format("topic '{}' has {} partitions and cannot lose any; give it "
                                       "as {}:{}, or leave it out",
                                       spec.name,
                                       count,
                                       spec.name,
                                       count));
        }
        if (auto opened = open_logs(spec.name, spec.partitions, topic); !opened) {
            return opened;
        }
        partition_total_ += static_cast<std::size_t>(spec.partitions - count);
        if (auto put = registry_->put(
                {{.name = spec.name, .id = topic.id, .partitions = spec.partitions}});
            !put) {
            return put;
        }
    }
    if (const auto error = create(fresh)) {
        return failure(error->message);
    }
    return {};
}

Result<void>
TopicCatalog::open_logs(const std::string& name, std::int32_t partitions, Topic& topic) const {
    for (auto index = static_cast<std::int32_t>(topic.logs.size()); index < partitions; ++index) {
        auto log = log::PartitionLog::open(folder_ / partition_name(name, index), {});
        if (!log) {
            return tl::make_unexpected(log.error());
        }
        topic.logs.push_back(*std::move(log));
    }
    return {};
}

Result<void> TopicCatalog::clear_deleted() {
    if (deleted_.empty()) {
        return {};
    }
    std::vector<std::string> cleared;
    for (const auto& [name, partitions] : deleted_) {
        for (std::int32_t index = 0; index < partitions; ++index) {
            const auto path = folder_ / partition_name(name, index);
            std::error_code error;
            std::filesystem::remove_all(path, error);
            if (error) {
                return failure(fmt::format("cannot remove {}: {}", path.string(), error.message()));
            }
        }
        cleared.push_back(name);
    }
    if (auto erased = registry_->erase(cleared); !erased) {
        return erased;
    }
    deleted_.clear();
    return {};
}

log::PartitionLog* TopicCatalog::find(const std::string& topic, std::int32_t index) {
    const auto found = topics_.find(topic);
    if (found == topics_.end() || index < 0 ||
        static_cast<std::size_t>(index) >= found->second.logs.size()) {
        return nullptr;
    }
    return &found->second.logs[static_cast<std::size_t>(index)];
}

const TopicCatalog::Topic* TopicCatalog::find_topic(const std::string& name) const {
    const auto found = topics_.find(name);
    return found == topics_.end() ? nullptr : &found->second;
}

std::optional<std::string> TopicCatalog::name_of(const Uuid& id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? std::nullopt : std::optional(found->second);
}

std::int32_t TopicCatalog::partition_count(const std::string& topic) const {
    const auto* found = find_topic(topic);
    return found == nullptr ? 0 : static_cast<std::int32_t>(found->logs.size());
}

std::vector<std::string> TopicCatalog::names() const {
    std::vector<std::string> names;
    for (const auto& [name, topic] : topics_) {
        names.push_back(name);
    }
    return names;
}

std::optional<TopicError> TopicCatalog::objection(const TopicSpec& spec,
                                                  std::size_t planned) const {
    if (!is_topic_name(spec.name)) {
        return TopicError{.code = ErrorCode::invalid_topic,
                          .message = fmt::format("a topic name takes 1 to {} letters, digits, '.', "
                                                 "'_' and '-', and is neither '.' nor '..'",
                                                 kMaxNameLength)};
    }
    if (topics_.contains(spec.name)) {
        return TopicError{.code = ErrorCode::topic_already_exists,
                          .message = fmt::format("there is a topic '{}' already", spec.name)};
    }
    if (spec.partitions < 1 || spec.partitions > kMaxPartitions) {
        return TopicError{.code = ErrorCode::invalid_partitions,
                          .message = fmt::format("a topic has 1 to {} partitions, not {}",
                                                 kMaxPartitions,
                                                 spec.partitions)};
    }
    const auto total = partition_total_ + planned + static_cast<std::size_t>(spec.partitions);
    if (total > limits_.max_partitions) {
        return TopicError{.code = ErrorCode::policy_violation,
                          .message = fmt::format("all topics together would have {} partitions, "
                                                 "and the server takes {}",
                                                 total,
                                                 limits_.max_partitions)};
    }
    return std::nullopt;
}

std::optional<TopicError> TopicCatalog::create(const std::vector<TopicSpec>& specs) {
    if (specs.empty()) {
        return std::nullopt;
    }
    if (auto cleared = clear_deleted(); !cleared) {
        return storage_error(cleared.error());
    }
    std::map<std::string, Topic> made;
    std::vector<ClusterRegistry::Topic> rows;
    for (const auto& spec : specs) {
        auto& topic = made[spec.name];
        topic.id = unique_bytes();
        if (auto opened = open_logs(spec.name, spec.partitions, topic); !opened) {
            return storage_error(opened.error());
        }
        rows.push_back({.name = spec.name, .id = topic.id, .partitions = spec.partitions});
    }
    if (auto put = registry_->put(rows); !put) {
        return storage_error(put.error());
    }
    for (auto& [name, topic] : made) {
        log_event(spdlog::level::info,
                  "topic_created",
                  {{"topic", name}, {"partitions", topic.logs.size()}});
        names_[topic.id] = name;
        partition_total_ += topic.logs.size();
        topics_[name] = std::move(topic);
    }
    return std::nullopt;
}

std::optional<TopicError> TopicCatalog::remove(const std::vector<std::string>& names) {
    if (names.empty()) {
        return std::nullopt;
    }
    std::vector<ClusterRegistry::Topic> rows;
    for (const auto& name : names) {
        const auto* topic = find_topic(name);
        MUSTER_RUNTIME_ASSERT(topic != nullptr);
        rows.push_back({.name = name,
                        .id = topic->id,
                        .partitions = partition_count(name),
                        .is_deleted = true});
    }
    if (auto put = registry_->put(rows); !put) {
        return storage_error(put.error());
    }
    for (const auto& row : rows) {
        log_event(spdlog::level::info, "topic_deleted", {{"topic", row.name}});
        deleted_[row.name] = row.partitions;
        names_.erase(row.id);
        partition_total_ -= static_cast<std::size_t>(row.partitions);
        topics_.erase(row.name); // Closes the files.
    }
    if (auto cleared = clear_deleted(); !cleared) {
        // The topics are gone for everybody; their files go when the disk lets them.
        log_event(spdlog::level::warn, "topics_not_cleared", {{"reason", cleared.error().message}});
    }
    return std::nullopt;
}

} // namespace muster::runtime::kafka
