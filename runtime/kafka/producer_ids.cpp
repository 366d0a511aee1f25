#include "runtime/kafka/producer_ids.hpp"

#include "runtime/base/event_log.hpp"

namespace muster::runtime::kafka {

InitProducerIdResponse ProducerIds::answer(const InitProducerIdRequest& request) {
    constexpr std::int64_t kBlock = 1000;
    InitProducerIdResponse response;
    response.producer_epoch = -1;
    if (request.transactional_id) {
        response.error = ErrorCode::invalid_request;
        return response;
    }
    if (next_ == end_) {
        const auto first = registry_.take_producer_ids(kBlock);
        if (!first) {
            log_event(
                spdlog::level::err, "producer_ids_error", {{"reason", first.error().message}});
            // Clients try again after this one.
            response.error = ErrorCode::coordinator_not_available;
            return response;
        }
        next_ = *first;
        end_ = *first + kBlock;
    }
    response.producer_id = next_++;
    response.producer_epoch = 0;
    return response;
}

} // namespace muster::runtime::kafka
