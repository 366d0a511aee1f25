#include "runtime/kafka/group/translate_deletions.hpp"

namespace muster::runtime::kafka {

CheckedDeletion check_deletion(const OffsetDeleteRequest& request, const TopicCatalog& topics) {
    CheckedDeletion checked;
    for (const auto& topic : request.topics) {
        const bool is_known = topics.partition_count(topic.name) > 0;
        auto& results = checked.response.topics.emplace_back();
        results.name = topic.name;
        for (const auto& partition : topic.partitions) {
            auto& result = results.partitions.emplace_back();
            result.index = partition.index;
            if (!is_known) {
                result.error = ErrorCode::unknown_topic_or_partition;
                continue;
            }
            checked.concerns_group = true;
            checked.message.partitions.insert(partition_name(topic.name, partition.index));
        }
    }
    return checked;
}

void settle(OffsetDeleteResponse& response, const machine::OffsetDeleteReply& reply) {
    for (auto& topic : response.topics) {
        for (auto& partition : topic.partitions) {
            const auto result = reply.results.find(partition_name(topic.name, partition.index));
            if (result != reply.results.end()) {
                partition.error = error_code(result->second);
            }
        }
    }
}

} // namespace muster::runtime::kafka
