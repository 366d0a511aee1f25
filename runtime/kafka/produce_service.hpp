#pragma once

#include "runtime/generated/kafka/produce.hpp"
#include "runtime/kafka/call.hpp"
#include "runtime/kafka/topic_catalog.hpp"

#include <functional>

namespace muster::runtime::kafka {

/// Appends what producers send.
class ProduceService {
public:
    /// `on_append` is called after messages have come into a partition.
    ProduceService(TopicCatalog& topics,
                   Answers& answers,
                   std::function<void(const std::string& topic, std::int32_t index)> on_append);

    void produce(const Call& call, const ProduceRequest& request);

private:
    [[nodiscard]] ProduceResponse::Partition append(const ProduceRequest& request,
                                                    const std::string& topic,
                                                    const ProduceRequest::Partition& partition);

    TopicCatalog& topics_;
    Answers& answers_;
    std::function<void(const std::string&, std::int32_t)> on_append_;
};

} // namespace muster::runtime::kafka
