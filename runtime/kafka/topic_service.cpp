#include "runtime/kafka/topic_service.hpp"

#include "runtime/kafka/broker.hpp"
#include "runtime/kafka/topic_configs.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace muster::runtime::kafka {

namespace {

using Wanted = CreateTopicsRequest::Topic;

/// Replicas are given by hand, partition by partition; there is one broker that they can be on.
std::optional<TopicError> assignment_objection(const Wanted& wanted) {
    if (wanted.num_partitions != -1 || wanted.replication_factor != -1) {
        return TopicError{.code = ErrorCode::invalid_request,
                          .message = "with assignments, the number of partitions and the "
                                     "replication factor are -1"};
    }
    std::set<std::int32_t> indexes;
    for (const auto& assignment : wanted.assignments) {
        if (assignment.broker_ids != std::vector<std::int32_t>{kNodeId}) {
            return TopicError{
                .code = ErrorCode::invalid_replica_assignment,
                .message = fmt::format("every partition has one replica, on broker {}", kNodeId)};
        }
        indexes.insert(assignment.index);
    }
    const bool is_gapless = indexes.size() == wanted.assignments.size() && *indexes.begin() == 0 &&
                            static_cast<std::size_t>(*indexes.rbegin()) == indexes.size() - 1;
    if (!is_gapless) {
        return TopicError{.code = ErrorCode::invalid_replica_assignment,
                          .message = "partitions are numbered from 0 on, each once"};
    }
    return std::nullopt;
}

/// A setting is fine if it asks for what every topic has.
std::optional<TopicError> config_objection(const Wanted& wanted) {
    for (const auto& config : wanted.configs) {
        const auto* known = find_topic_config(config.name);
        if (known == nullptr) {
            return TopicError{.code = ErrorCode::invalid_config,
                              .message =
                                  fmt::format("topics have no setting '{}' here", config.name)};
        }
        if (config.value && *config.value != known->value) {
            return TopicError{.code = ErrorCode::invalid_config,
                              .message = fmt::format("the setting '{}' of a topic is '{}' here and "
                                                     "cannot be '{}'",
                                                     config.name,
                                                     known->value,
                                                     *config.value)};
        }
    }
    return std::nullopt;
}

std::optional<TopicError> replication_objection(const Wanted& wanted) {
    if (wanted.replication_factor == -1 || wanted.replication_factor == 1) {
        return std::nullopt;
    }
    return TopicError{.code = ErrorCode::invalid_replication_factor,
                      .message = fmt::format("there is one broker, so the replication factor is 1 "
                                             "and not {}",
                                             wanted.replication_factor)};
}

TopicSpec spec_of(const Wanted& wanted, const TopicDefaults& defaults) {
    TopicSpec spec{.name = wanted.name, .partitions = wanted.num_partitions};
    if (!wanted.assignments.empty()) {
        spec.partitions = static_cast<std::int32_t>(wanted.assignments.size());
    } else if (wanted.num_partitions == -1) {
        spec.partitions = defaults.partitions;
    }
    return spec;
}

std::optional<TopicError>
objection(const Wanted& wanted, const TopicSpec& spec, std::size_t planned, TopicCatalog& topics) {
    if (!wanted.assignments.empty()) {
        if (auto error = assignment_objection(wanted)) {
            return error;
        }
    }
    if (auto error = topics.objection(spec, planned)) {
        return error;
    }
    if (auto error = replication_objection(wanted)) {
        return error;
    }
    return config_objection(wanted);
}

void refuse(CreateTopicsResponse::Topic& result, const TopicError& error) {
    result.error = error.code;
    result.error_message = error.message;
}

/// What a topic that was made, or would be, is like.
void describe(CreateTopicsResponse::Topic& result, std::int32_t partitions) {
    result.num_partitions = partitions;
    result.replication_factor = 1;
    auto& configs = result.configs.emplace();
    for (const auto& config : topic_configs()) {
        configs.push_back({.name = std::string(config.name),
                           .value = std::string(config.value),
                           .is_read_only = true,
                           .source = kDefaultConfig});
    }
}

} // namespace

CreateTopicsResponse create_topics(const CreateTopicsRequest& request,
                                   const TopicDefaults& defaults,
                                   TopicCatalog& topics) {
    CreateTopicsResponse response;
    std::map<std::string, int> mentions;
    for (const auto& wanted : request.topics) {
        ++mentions[wanted.name];
    }
    std::vector<TopicSpec> planned;
    std::size_t planned_partitions = 0;
    for (const auto& wanted : request.topics) {
        auto& result = response.topics.emplace_back();
        result.name = wanted.name;
        const auto spec = spec_of(wanted, defaults);
        if (mentions[wanted.name] > 1) {
            refuse(result,
                   {.code = ErrorCode::invalid_request,
                    .message = fmt::format("the topic '{}' is named twice", wanted.name)});
        } else if (const auto error = objection(wanted, spec, planned_partitions, topics)) {
            refuse(result, *error);
        } else {
            describe(result, spec.partitions);
            planned.push_back(spec);
            planned_partitions += static_cast<std::size_t>(spec.partitions);
        }
    }
    if (request.validate_only) {
        return response;
    }
    const auto failed = topics.create(planned);
    for (auto& result : response.topics) {
        if (result.error != ErrorCode::none) {
            continue;
        }
        if (failed) {
            result = {.name = result.name};
            refuse(result, *failed);
        } else {
            result.topic_id = topics.find_topic(result.name)->id;
        }
    }
    return response;
}

namespace {

using Deleted = DeleteTopicsResponse::Topic;

/// Which topic is meant, and whether it can be deleted.
Deleted find_deletable(const DeleteTopicsRequest::Topic& wanted,
                       std::set<std::string>& seen,
                       const TopicCatalog& topics) {
    Deleted result;
    result.name = wanted.name;
    result.topic_id = wanted.topic_id;
    const bool has_id = wanted.topic_id != Uuid{};
    if (wanted.name.has_value() == has_id) {
        result.error = ErrorCode::invalid_request;
        result.error_message = "a topic is meant by its name or by its id";
        return result;
    }
    if (has_id) {
        result.name = topics.name_of(wanted.topic_id);
    }
    const auto* topic = result.name ? topics.find_topic(*result.name) : nullptr;
    if (topic == nullptr) {
        result.error = has_id ? ErrorCode::unknown_topic_id : ErrorCode::unknown_topic_or_partition;
        result.error_message = "there is no such topic";
    } else if (!seen.insert(*result.name).second) {
        result.error = ErrorCode::invalid_request;
        result.error_message = "the topic is named twice";
    } else {
        result.topic_id = topic->id;
    }
    return result;
}

} // namespace

DeleteTopicsResponse
delete_topics(const DeleteTopicsRequest& request,
              int version,
              TopicCatalog& topics,
              const std::function<void(const std::string&, std::int32_t)>& on_delete) {
    constexpr int kFirstWithIds = 6;
    DeleteTopicsResponse response;
    std::set<std::string> seen;
    if (version >= kFirstWithIds) {
        for (const auto& wanted : request.topics) {
            response.topics.push_back(find_deletable(wanted, seen, topics));
        }
    } else {
        for (const auto& name : request.topic_names) {
            response.topics.push_back(find_deletable({.name = name}, seen, topics));
        }
    }
    std::map<std::string, std::int32_t> partitions;
    for (const auto& name : seen) {
        partitions[name] = topics.partition_count(name);
    }
    const auto failed = topics.remove({seen.begin(), seen.end()});
    if (failed) {
        for (auto& result : response.topics) {
            if (result.error == ErrorCode::none) {
                result.error = failed->code;
                result.error_message = failed->message;
            }
        }
        return response;
    }
    for (const auto& [name, count] : partitions) {
        for (std::int32_t index = 0; index < count; ++index) {
            on_delete(name, index);
        }
    }
    return response;
}

} // namespace muster::runtime::kafka
