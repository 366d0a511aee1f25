#include "runtime/kafka/produce_service.hpp"

#include <utility>

namespace muster::runtime::kafka {

ProduceService::ProduceService(TopicCatalog& topics,
                               Answers& answers,
                               std::function<void(const std::string&, std::int32_t)> on_append)
    : topics_(topics)
    , answers_(answers)
    , on_append_(std::move(on_append)) {}

ProduceResponse::Partition ProduceService::append(const ProduceRequest& request,
                                                  const std::string& topic,
                                                  const ProduceRequest::Partition& partition) {
    ProduceResponse::Partition result{.index = partition.index};
    auto* log = topics_.find(topic, partition.index);
    if (log == nullptr) {
        result.error = ErrorCode::unknown_topic_or_partition;
        return result;
    }
    if (request.acks < -1 || request.acks > 1) {
        result.error = ErrorCode::invalid_required_acks;
        return result;
    }
    if (request.transactional_id) {
        result.error = ErrorCode::invalid_request; // There are no transactions here.
        return result;
    }
    const auto base_offset = log->append(partition.records.value_or(Bytes()));
    if (!base_offset) {
        result.error = base_offset.error() == log::AppendError::corrupt
                           ? ErrorCode::corrupt_message
                           : ErrorCode::kafka_storage_error;
        return result;
    }
    result.base_offset = *base_offset;
    result.log_start_offset = log->start_offset();
    return result;
}

void ProduceService::produce(const Call& call, const ProduceRequest& request) {
    ProduceResponse response;
    bool has_failed = false;
    for (const auto& topic : request.topics) {
        auto& results = response.topics.emplace_back();
        results.name = topic.name;
        for (const auto& partition : topic.partitions) {
            results.partitions.push_back(append(request, topic.name, partition));
            has_failed = has_failed || results.partitions.back().error != ErrorCode::none;
        }
    }
    if (request.acks != 0) {
        answers_.answer(call, response);
    } else if (has_failed) {
        answers_.close(call, "a message that wants no answer was refused"); // The only way to tell.
    } else {
        answers_.finish(call);
    }
    for (const auto& topic : response.topics) {
        for (const auto& partition : topic.partitions) {
            if (partition.error == ErrorCode::none) {
                on_append_(topic.name, partition.index);
            }
        }
    }
}

} // namespace muster::runtime::kafka
