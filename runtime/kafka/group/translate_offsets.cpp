#include "runtime/kafka/group/translate_offsets.hpp"

#include "runtime/kafka/group/translate.hpp"
#include "runtime/kafka/wire/reader.hpp"
#include "runtime/kafka/wire/writer.hpp"

#include <map>
#include <utility>

namespace muster::runtime::kafka {

Bytes encode_position(const Position& position) {
    Writer writer;
    writer.int64(position.offset);
    writer.int32(position.leader_epoch);
    writer.string(position.metadata);
    return writer.take();
}

std::optional<Position> decode_position(BytesView bytes) {
    Reader reader(bytes);
    Position position;
    reader.int64(position.offset);
    reader.int32(position.leader_epoch);
    reader.string(position.metadata);
    return reader.finished() ? std::optional(std::move(position)) : std::nullopt;
}

CheckedCommit check_commit(const OffsetCommitRequest& request,
                           const TopicCatalog& topics,
                           const GroupLimits& limits) {
    CheckedCommit checked;
    checked.message.member = member_of(request.member_id);
    checked.message.instance = request.group_instance_id;
    checked.message.generation = request.generation_id;
    for (const auto& topic : request.topics) {
        auto& results = checked.response.topics.emplace_back();
        results.name = topic.name;
        for (const auto& partition : topic.partitions) {
            auto& result = results.partitions.emplace_back();
            result.index = partition.index;
            const auto metadata = partition.metadata.value_or("");
            if (partition.index < 0 || partition.index >= topics.partition_count(topic.name)) {
                result.error = ErrorCode::unknown_topic_or_partition;
                continue;
            }
            checked.concerns_group = true;
            if (metadata.size() > limits.max_offset_metadata_bytes) {
                result.error = ErrorCode::offset_metadata_too_large;
                continue;
            }
            checked.message.positions[partition_name(topic.name, partition.index)] =
                encode_position({partition.offset, partition.leader_epoch, metadata});
        }
    }
    return checked;
}

void settle(OffsetCommitResponse& response, ErrorCode group_error) {
    if (group_error == ErrorCode::none) {
        return;
    }
    for (auto& topic : response.topics) {
        for (auto& partition : topic.partitions) {
            if (partition.error != ErrorCode::unknown_topic_or_partition) {
                partition.error = group_error;
            }
        }
    }
}

namespace {

constexpr int kFirstBatchVersion = 8;

} // namespace

std::vector<OffsetFetchRequest::Group> wanted_groups(OffsetFetchRequest request, int version) {
    if (version >= kFirstBatchVersion) {
        return std::move(request.groups);
    }
    std::vector<OffsetFetchRequest::Group> groups(1);
    groups[0].group_id = std::move(request.group_id);
    groups[0].topics = std::move(request.topics);
    return groups;
}

OffsetFetchResponse to_response(std::vector<OffsetFetchResponse::Group> fetched, int version) {
    OffsetFetchResponse response;
    if (version >= kFirstBatchVersion) {
        response.groups = std::move(fetched);
    } else {
        response.topics = std::move(fetched.at(0).topics);
        response.error = fetched.at(0).error;
    }
    return response;
}

machine::OffsetFetch to_machine(const OffsetFetchRequest::Group& wanted) {
    machine::OffsetFetch message;
    message.everything = !wanted.topics;
    if (wanted.topics) {
        for (const auto& topic : *wanted.topics) {
            for (const auto index : topic.partitions) {
                if (index >= 0) {
                    message.wanted.insert(partition_name(topic.name, index));
                }
            }
        }
    }
    return message;
}

namespace {

OffsetFetchResponse::Partition describe(std::int32_t index, const Bytes* stored) {
    OffsetFetchResponse::Partition partition;
    partition.index = index;
    partition.metadata = "";
    const auto position = stored == nullptr ? std::nullopt : decode_position(*stored);
    if (position) {
        partition.offset = position->offset;
        partition.leader_epoch = position->leader_epoch;
        partition.metadata = position->metadata;
    } else if (stored != nullptr) {
        partition.error = ErrorCode::unknown_server_error; // Another program wrote it.
    }
    return partition;
}

/// All positions of a reply, by topic.
std::vector<OffsetFetchResponse::Topic>
describe_everything(const machine::OffsetFetchReply& reply) {
    std::map<std::string, OffsetFetchResponse::Topic> topics;
    for (const auto& [name, stored] : reply.positions) {
        if (const auto place = parse_partition_name(name)) {
            topics[place->topic].partitions.push_back(describe(place->index, &stored));
        }
    }
    std::vector<OffsetFetchResponse::Topic> described;
    for (auto& [name, topic] : topics) {
        topic.name = name;
        described.push_back(std::move(topic));
    }
    return described;
}

} // namespace

OffsetFetchResponse::Group fetched(const OffsetFetchRequest::Group& wanted,
                                   const machine::OffsetFetchReply& reply) {
    if (error_code(reply.error) != ErrorCode::none) {
        return refused_fetch(wanted, error_code(reply.error));
    }
    OffsetFetchResponse::Group group;
    group.group_id = wanted.group_id;
    if (!wanted.topics) {
        group.topics = describe_everything(reply);
        return group;
    }
    for (const auto& topic : *wanted.topics) {
        auto& results = group.topics.emplace_back();
        results.name = topic.name;
        for (const auto index : topic.partitions) {
            const auto stored = index < 0 ? reply.positions.end()
                                          : reply.positions.find(partition_name(topic.name, index));
            results.partitions.push_back(
                describe(index, stored == reply.positions.end() ? nullptr : &stored->second));
        }
    }
    return group;
}

OffsetFetchResponse::Group refused_fetch(const OffsetFetchRequest::Group& wanted, ErrorCode error) {
    OffsetFetchResponse::Group group;
    group.group_id = wanted.group_id;
    group.error = error;
    if (!wanted.topics) {
        return group;
    }
    for (const auto& topic : *wanted.topics) {
        auto& results = group.topics.emplace_back();
        results.name = topic.name;
        for (const auto index : topic.partitions) {
            results.partitions.push_back(describe(index, nullptr));
            results.partitions.back().error = error; // Version 1 has no other place for it.
        }
    }
    return group;
}

} // namespace muster::runtime::kafka
