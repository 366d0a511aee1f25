#pragma once

#include "runtime/generated/kafka/create_topics.hpp"
#include "runtime/generated/kafka/delete_topics.hpp"
#include "runtime/kafka/topic_catalog.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace muster::runtime::kafka {

/// What clients may leave open about topics.
struct TopicDefaults {
    /// Of a topic that nobody gave a number of partitions.
    std::int32_t partitions = 1;
    /// Whether a client that asks for a topic makes it.
    bool auto_create = true;
};

/// Makes those topics that nothing speaks against; all of them, or none if the disk refuses.
[[nodiscard]] CreateTopicsResponse create_topics(const CreateTopicsRequest& request,
                                                 const TopicDefaults& defaults,
                                                 TopicCatalog& topics);

/// `on_delete` is called for every partition that is gone.
[[nodiscard]] DeleteTopicsResponse
delete_topics(const DeleteTopicsRequest& request,
              int version,
              TopicCatalog& topics,
              const std::function<void(const std::string& topic, std::int32_t index)>& on_delete);

} // namespace muster::runtime::kafka
