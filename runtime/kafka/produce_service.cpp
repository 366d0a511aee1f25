#include "runtime/kafka/produce_service.hpp"

#include <utility>

namespace muster::runtime::kafka {

ProduceService::ProduceService(TopicCatalog& topics,
                               Answers& answers,
                               std::function<void(const std::string&, std::int32_t)> on_append)
    : topics_(topics)
    , answers_(answers)
    , on_append_(std::move(on_append)) {}

namespace {

struct Refusal {
    ErrorCode error = ErrorCode::none;
    const char* message = "";
};

Refusal refusal_of(log::AppendError error) {
    switch (error) {
    case log::AppendError::corrupt:
        return {ErrorCode::corrupt_message, "the batch is not sound"};
    case log::AppendError::invalid:
        return {ErrorCode::invalid_record,
                "a producer with an id sends one batch with its epoch and number, and nobody sends "
                "control records"};
    case log::AppendError::transactional:
        return {ErrorCode::invalid_transaction_state, "there are no transactions here"};
    case log::AppendError::out_of_order:
        return {ErrorCode::out_of_order_sequence_number,
                "a batch before this one is missing, or it is older than what is remembered"};
    case log::AppendError::old_epoch:
        return {ErrorCode::invalid_producer_epoch, "a later epoch of the producer has written"};
    case log::AppendError::storage:
        break;
    }
    return {ErrorCode::kafka_storage_error, "the disk refused the batch"};
}

} // namespace

ProduceResponse::Partition ProduceService::append(const ProduceRequest& request,
                                                  const std::string& topic,
                                                  const ProduceRequest::Partition& partition) {
    ProduceResponse::Partition result{.index = partition.index};
    const auto refuse = [&result](const Refusal& refusal) {
        result.error = refusal.error;
        result.error_message = refusal.message;
        return result;
    };
    auto* log = topics_.find(topic, partition.index);
    if (log == nullptr) {
        return refuse({ErrorCode::unknown_topic_or_partition, "there is no such partition"});
    }
    if (request.acks < -1 || request.acks > 1) {
        return refuse({ErrorCode::invalid_required_acks, "acknowledgements are 0, 1 or -1"});
    }
    if (request.transactional_id) {
        return refuse({ErrorCode::invalid_request, "there are no transactions here"});
    }
    const auto base_offset = log->append(partition.records.value_or(Bytes()));
    if (!base_offset) {
        return refuse(refusal_of(base_offset.error()));
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
