#include "runtime/kafka/fetch_service.hpp"

#include "runtime/kafka/broker.hpp"

#include <algorithm>
#include <utility>

namespace muster::runtime::kafka {

namespace {

/// What one answer carries at most, whatever the client asks for. A single larger batch is still
/// sent.
constexpr std::int32_t kMaxAnswerBytes = std::int32_t{8} << 20U;
constexpr std::int32_t kMaxWaitMs = 300'000;

bool wants(const FetchRequest& request, const std::string& topic, std::int32_t index) {
    return std::any_of(request.topics.begin(), request.topics.end(), [&](const auto& wanted) {
        return wanted.name == topic &&
               std::any_of(wanted.partitions.begin(),
                           wanted.partitions.end(),
                           [&](const auto& partition) { return partition.index == index; });
    });
}

} // namespace

FetchService::FetchService(TopicCatalog& topics,
                           Answers& answers,
                           const Clock& clock,
                           std::function<void(MonotonicMs)> wake_at)
    : topics_(topics)
    , answers_(answers)
    , clock_(clock)
    , wake_at_(std::move(wake_at)) {}

ErrorCode FetchService::check_topic(const FetchRequest::Topic& topic) const {
    const bool is_asked_by_name = topic.topic_id == Uuid{};
    if (is_asked_by_name) {
        return topic.name.empty() ? ErrorCode::unknown_topic_id : ErrorCode::none;
    }
    return topics_.name_of(topic.topic_id) == topic.name ? ErrorCode::none
                                                         : ErrorCode::unknown_topic_id;
}

FetchResponse::Partition FetchService::read(const FetchRequest::Topic& topic,
                                            const FetchRequest::Partition& wanted,
                                            std::size_t room,
                                            bool is_first) {
    FetchResponse::Partition result;
    result.index = wanted.index;
    result.aborted_transactions.emplace();
    result.records.emplace();
    result.error = check_topic(topic);
    const auto* log = topics_.find(topic.name, wanted.index);
    if (result.error == ErrorCode::none && log == nullptr) {
        result.error = ErrorCode::unknown_topic_or_partition;
    }
    if (result.error == ErrorCode::none) {
        result.error = check_leader_epoch(wanted.current_leader_epoch);
    }
    if (result.error != ErrorCode::none) {
        return result;
    }
    result.high_watermark = log->end_offset();
    result.last_stable_offset = log->end_offset();
    result.log_start_offset = log->start_offset();
    if (wanted.last_fetched_epoch > kLeaderEpoch) {
        // What it has of a later epoch is nothing that this log ever had.
        result.diverging_epoch = {.epoch = kLeaderEpoch, .end_offset = log->end_offset()};
        return result;
    }
    const auto limit = std::min(room, static_cast<std::size_t>(std::max(wanted.max_bytes, 0)));
    if (limit == 0 && !is_first) {
        return result;
    }
    auto records = log->read(wanted.offset, limit);
    if (!records) {
        result.error = records.error() == log::ReadError::out_of_range
                           ? ErrorCode::offset_out_of_range
                           : ErrorCode::kafka_storage_error;
        return result;
    }
    // A batch that is larger than what is asked for is sent if it is the first, or nobody could
    // ever read it.
    if (records->size() <= limit || is_first) {
        result.records = *std::move(records);
    }
    return result;
}

FetchService::Found FetchService::collect(const FetchRequest& request) {
    Found found;
    const auto max_bytes =
        static_cast<std::size_t>(std::clamp(request.max_bytes, 0, kMaxAnswerBytes));
    for (const auto& topic : request.topics) {
        auto& results = found.response.topics.emplace_back();
        results.name = topic.name;
        results.topic_id = topic.topic_id;
        for (const auto& wanted : topic.partitions) {
            const auto room = max_bytes - std::min(max_bytes, found.bytes);
            results.partitions.push_back(read(topic, wanted, room, found.bytes == 0));
            const auto& result = results.partitions.back();
            found.bytes += result.records->size();
            found.has_error = found.has_error || result.error != ErrorCode::none;
        }
    }
    return found;
}

bool FetchService::is_enough(const FetchRequest& request, const Found& found) {
    const bool asks_for_something =
        std::any_of(request.topics.begin(), request.topics.end(), [](const auto& topic) {
            return !topic.partitions.empty();
        });
    return found.has_error || !asks_for_something ||
           found.bytes >= static_cast<std::size_t>(std::max(request.min_bytes, 0));
}

void FetchService::fetch(const Call& call, FetchRequest request) {
    const bool is_incremental = request.session_epoch > 0;
    if (request.session_id != 0 || is_incremental) {
        FetchResponse response;
        response.error = request.session_id != 0 ? ErrorCode::fetch_session_id_not_found
                                                 : ErrorCode::invalid_fetch_session_epoch;
        answers_.answer(call, response);
        return;
    }
    for (auto& topic : request.topics) {
        if (topic.topic_id != Uuid{}) {
            topic.name = topics_.name_of(topic.topic_id).value_or("");
        }
    }
    const auto found = collect(request);
    if (request.max_wait_ms <= 0 || is_enough(request, found)) {
        answers_.answer(call, found.response);
        return;
    }
    const auto wait_ms = std::min(request.max_wait_ms, kMaxWaitMs);
    waiting_.push_back({call, std::move(request), clock_.now_ms() + wait_ms});
    wake_for_the_next();
}

void FetchService::on_change(const std::string& topic, std::int32_t index) {
    for (auto fetch = waiting_.begin(); fetch != waiting_.end();) {
        if (!wants(fetch->request, topic, index)) {
            ++fetch;
            continue;
        }
        const auto found = collect(fetch->request);
        if (!is_enough(fetch->request, found)) {
            ++fetch;
            continue;
        }
        answers_.answer(fetch->call, found.response);
        fetch = waiting_.erase(fetch);
    }
}

void FetchService::expire() {
    const auto now_ms = clock_.now_ms();
    for (auto fetch = waiting_.begin(); fetch != waiting_.end();) {
        if (fetch->deadline_ms > now_ms) {
            ++fetch;
            continue;
        }
        answers_.answer(fetch->call, collect(fetch->request).response);
        fetch = waiting_.erase(fetch);
    }
    wake_for_the_next();
}

void FetchService::answer_all() {
    for (const auto& fetch : std::exchange(waiting_, {})) {
        answers_.answer(fetch.call, collect(fetch.request).response);
    }
}

void FetchService::on_closed(net::ConnectionId connection) {
    waiting_.remove_if(
        [connection](const Waiting& fetch) { return fetch.call.connection == connection; });
}

void FetchService::wake_for_the_next() {
    const auto earliest = std::min_element(
        waiting_.begin(), waiting_.end(), [](const Waiting& left, const Waiting& right) {
            return left.deadline_ms < right.deadline_ms;
        });
    if (earliest != waiting_.end()) {
        wake_at_(earliest->deadline_ms);
    }
}

} // namespace muster::runtime::kafka
