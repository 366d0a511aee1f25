#pragma once

#include "runtime/generated/kafka/init_producer_id.hpp"
#include "runtime/kafka/cluster_registry.hpp"

#include <cstdint>

namespace muster::runtime::kafka {

/// Gives every producer an id of its own, by which its repeated messages are told from new ones.
/// Ids are taken from the register in blocks, so that few of them cost a flush; what is left of a
/// block when the server ends is never given out.
class ProducerIds {
public:
    explicit ProducerIds(ClusterRegistry& registry)
        : registry_(registry) {}

    /// There are no transactions, so a request with a transactional id is refused. A producer that
    /// asks again, with the id that it has, gets another one, as in Kafka.
    [[nodiscard]] InitProducerIdResponse answer(const InitProducerIdRequest& request);

private:
    ClusterRegistry& registry_;
    std::int64_t next_ = 0;
    std::int64_t end_ = 0;
};

} // namespace muster::runtime::kafka
