#pragma once

#include "runtime/generated/kafka/offset_delete.hpp"
#include "runtime/kafka/group/group_machine.hpp"
#include "runtime/kafka/topic_catalog.hpp"

namespace muster::runtime::kafka {

/// A request to delete offsets, taken apart: what the machine gets, and the answer as far as the
/// front end knows it.
struct CheckedDeletion {
    machine::OffsetDelete message;
    /// Every partition of the request, with 3 for those of a topic that does not exist.
    OffsetDeleteResponse response;
    /// Whether the group has a say: some topic exists.
    bool concerns_group = false;
};

[[nodiscard]] CheckedDeletion check_deletion(const OffsetDeleteRequest& request,
                                             const TopicCatalog& topics);

/// Completes the answer with what the group said of each partition.
void settle(OffsetDeleteResponse& response, const machine::OffsetDeleteReply& reply);

} // namespace muster::runtime::kafka
