#pragma once

#include "runtime/base/clock.hpp"
#include "runtime/generated/kafka/fetch.hpp"
#include "runtime/kafka/call.hpp"
#include "runtime/kafka/topic_catalog.hpp"

#include <functional>
#include <list>
#include <optional>

namespace muster::runtime::kafka {

/// Serves consumers. A fetch that finds less than it asks for waits until enough has been appended
/// or its time is up; one connection has at most one. There are no fetch sessions: answers say so
/// with session id 0, as those of a broker whose sessions are all taken, and clients then name
/// every partition in every request.
class FetchService {
public:
    /// `wake_at` asks for expire() to be called at that time.
    FetchService(TopicCatalog& topics,
                 Answers& answers,
                 const Clock& clock,
                 std::function<void(MonotonicMs)> wake_at);

    void fetch(const Call& call, FetchRequest request);
    /// Messages have come into the partition, or it is gone.
    void on_change(const std::string& topic, std::int32_t index);
    /// Answers every fetch whose time is up with what there is.
    void expire();
    /// Answers all that wait, with what there is: the server stops.
    void answer_all();

    /// How many fetches wait.
    [[nodiscard]] std::size_t waiting_count() const { return waiting_.size(); }

    /// Forgets what a client that is gone waits for.
    void on_closed(net::ConnectionId connection);

private:
    struct Waiting {
        Call call;
        FetchRequest request;
        MonotonicMs deadline_ms = 0;
    };

    struct Found {
        FetchResponse response;
        std::size_t bytes = 0;
        bool has_error = false;
    };

    [[nodiscard]] Found collect(const FetchRequest& request);
    /// The error of a topic that is asked for by an id and is not the one of that name any more.
    [[nodiscard]] ErrorCode check_topic(const FetchRequest::Topic& topic) const;
    [[nodiscard]] FetchResponse::Partition read(const FetchRequest::Topic& topic,
                                                const FetchRequest::Partition& wanted,
                                                std::size_t room,
                                                bool is_first);
    /// Whether the fetch has enough to be answered before its time is up.
    [[nodiscard]] static bool is_enough(const FetchRequest& request, const Found& found);
    void wake_for_the_next();

    TopicCatalog& topics_;
    Answers& answers_;
    const Clock& clock_;
    std::function<void(MonotonicMs)> wake_at_;
    std::list<Waiting> waiting_;
};

} // namespace muster::runtime::kafka
