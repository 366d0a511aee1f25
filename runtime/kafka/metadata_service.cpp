#include "runtime/kafka/metadata_service.hpp"

#include "runtime/kafka/broker.hpp"
#include "runtime/kafka/wire/message.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace muster::runtime::kafka {

namespace {

constexpr int kFirstWithTopicIds = 10;
/// The versions in between have ids in requests, and Kafka refuses them there.
constexpr int kFirstAskedById = 12;

/// Which topics a request is about, each once: one full of one large topic's name would be answered
/// with gigabytes.
struct Wanted {
    std::set<std::string> names;
    std::set<Uuid> ids;
    /// Topics that are not meant in a way that the version allows.
    std::set<std::pair<std::string, Uuid>> unclear;
};

Wanted wanted_by(const MetadataRequest& request, int version, const TopicCatalog& topics) {
    Wanted wanted;
    const bool wants_all = !request.topics || (version == 0 && request.topics->empty());
    if (wants_all) {
        const auto names = topics.names();
        wanted.names.insert(names.begin(), names.end());
        return wanted;
    }
    for (const auto& topic : *request.topics) {
        const bool has_id = topic.topic_id != Uuid{};
        const bool is_unclear = has_id ? version < kFirstAskedById : !topic.name;
        if (version >= kFirstWithTopicIds && is_unclear) {
            wanted.unclear.emplace(topic.name.value_or(""), topic.topic_id);
        } else if (has_id) {
            wanted.ids.insert(topic.topic_id);
        } else {
            wanted.names.insert(topic.name.value_or(""));
        }
    }
    return wanted;
}

/// Why names have no topic, after those that can be made were made.
std::map<std::string, ErrorCode>
make_missing(const std::set<std::string>& names, std::int32_t partitions, TopicCatalog& topics) {
    std::map<std::string, ErrorCode> errors;
    std::vector<TopicSpec> missing;
    std::size_t planned_partitions = 0;
    for (const auto& name : names) {
        const TopicSpec spec{.name = name, .partitions = partitions};
        const auto error = topics.objection(spec, planned_partitions);
        if (!error) {
            missing.push_back(spec);
            planned_partitions += static_cast<std::size_t>(partitions);
        } else if (error->code != ErrorCode::topic_already_exists) {
            errors[name] = error->code;
        }
    }
    if (const auto failed = topics.create(missing)) {
        for (const auto& spec : missing) {
            errors[spec.name] = failed->code;
        }
    }
    return errors;
}

MetadataResponse::Topic describe_topic(const std::string& name, const TopicCatalog::Topic& topic) {
    MetadataResponse::Topic described;
    described.name = name;
    described.topic_id = topic.id;
    for (std::size_t index = 0; index < topic.logs.size(); ++index) {
        described.partitions.push_back({.error = ErrorCode::none,
                                        .index = static_cast<std::int32_t>(index),
                                        .leader = kNodeId,
                                        .leader_epoch = kLeaderEpoch,
                                        .replicas = {kNodeId},
                                        .in_sync_replicas = {kNodeId}});
    }
    return described;
}

ErrorCode why_missing(const std::string& name) {
    return is_topic_name(name) ? ErrorCode::unknown_topic_or_partition : ErrorCode::invalid_topic;
}

std::vector<MetadataResponse::Topic> describe_topics(const Wanted& wanted,
                                                     const std::map<std::string, ErrorCode>& errors,
                                                     const TopicCatalog& topics) {
    std::vector<MetadataResponse::Topic> described;
    for (const auto& name : wanted.names) {
        if (const auto* topic = topics.find_topic(name)) {
            described.push_back(describe_topic(name, *topic));
            continue;
        }
        const auto error = errors.find(name);
        described.push_back(
            {.error = error == errors.end() ? why_missing(name) : error->second, .name = name});
    }
    for (const auto& id : wanted.ids) {
        if (const auto name = topics.name_of(id)) {
            if (!wanted.names.contains(*name)) {
                described.push_back(describe_topic(*name, *topics.find_topic(*name)));
            }
        } else {
            described.push_back(
                {.error = ErrorCode::unknown_topic_id, .name = std::nullopt, .topic_id = id});
        }
    }
    for (const auto& [name, id] : wanted.unclear) {
        described.push_back({.error = ErrorCode::invalid_request, .name = name, .topic_id = id});
    }
    return described;
}

} // namespace

std::optional<MetadataRequest> decode_metadata(BytesView body, int version) {
    constexpr BytesView kOlderCount("\0\0\0\0", 4);
    auto request = decode_body<MetadataRequest>(body, version);
    if (request || form_of<MetadataRequest>(version) == Form::older ||
        body.substr(0, kOlderCount.size()) != kOlderCount) {
        return request;
    }
    return decode_body<MetadataRequest>(body.substr(kOlderCount.size() - 1), version);
}

MetadataResponse answer_metadata(const MetadataRequest& request,
                                 int version,
                                 const TopicDefaults& defaults,
                                 TopicCatalog& topics,
                                 const net::Address& self) {
    MetadataResponse response;
    response.brokers.push_back(
        {.node_id = kNodeId, .host = self.host, .port = self.port, .rack = std::nullopt});
    response.cluster_id = kClusterId;
    response.controller_id = kNodeId;
    const auto wanted = wanted_by(request, version, topics);
    std::map<std::string, ErrorCode> errors;
    if (request.allow_auto_create && defaults.auto_create) {
        errors = make_missing(wanted.names, defaults.partitions, topics);
    }
    response.topics = describe_topics(wanted, errors, topics);
    if (request.include_topic_authorized_operations) {
        for (auto& topic : response.topics) {
            if (topic.error == ErrorCode::none) {
                topic.authorized_operations = kTopicOperations;
            }
        }
    }
    if (request.include_cluster_authorized_operations) {
        response.cluster_authorized_operations = kClusterOperations;
    }
    return response;
}

DescribeClusterResponse describe_cluster(const DescribeClusterRequest& request,
                                         const net::Address& self) {
    constexpr std::int8_t kBrokers = 1;
    constexpr std::int8_t kControllers = 2;
    DescribeClusterResponse response;
    response.endpoint_type = request.endpoint_type;
    if (request.endpoint_type != kBrokers) {
        response.error = request.endpoint_type == kControllers
                             ? ErrorCode::mismatched_endpoint_type
                             : ErrorCode::unsupported_endpoint_type;
        response.error_message = "this is a broker and tells of brokers";
        return response;
    }
    response.cluster_id = kClusterId;
    response.controller_id = kNodeId;
    response.brokers.push_back(
        {.node_id = kNodeId, .host = self.host, .port = self.port, .rack = std::nullopt});
    if (request.include_cluster_authorized_operations) {
        response.cluster_authorized_operations = kClusterOperations;
    }
    return response;
}

} // namespace muster::runtime::kafka
