#pragma once

#include "runtime/kafka/call.hpp"
#include "runtime/metrics/family.hpp"
#include "runtime/store/store.hpp"

#include <chrono>
#include <map>
#include <string>

namespace muster::runtime::kafka {

/// What a server counts and measures. docs/serving.md lists it.
class ServerMetrics {
public:
    void connection_opened();
    void connection_closed(net::ConnectionId connection);
    void connection_refused();

    /// A request came. The next thing that its connection hears of it ends its time.
    void request_started(net::ConnectionId connection);
    /// It was answered, or needs no answer. The error is that of the whole, or the first of a part.
    void request_ended(const Call& call, ErrorCode error);
    /// It was such that its connection ends.
    void request_refused(net::ConnectionId connection);

    void flushed(Flush flush, double seconds);

    /// What is measured only when somebody looks.
    struct Snapshot {
        std::size_t topics = 0;
        std::size_t waiting_fetches = 0;
        std::size_t waiting_writes = 0;
        double write_lag_seconds = 0;
    };

    /// Everything in Prometheus's text format.
    [[nodiscard]] std::string text(const Snapshot& snapshot);

private:
    using Time = std::chrono::steady_clock;
    using Family = metrics::Family;
    using Kind = metrics::Family::Kind;

    std::map<net::ConnectionId, Time::time_point> started_;

    Family connections_{{"muster_connections", "Open connections", Kind::gauge}};
    Family accepted_{{"muster_connections_accepted_total", "Connections that were taken"}};
    Family refused_{{"muster_connections_refused_total", "Connections beyond max.connections"}};
    Family requests_{{"muster_requests_total",
                      "Requests by API and the number of their error",
                      Kind::counter,
                      {"api", "error"}}};
    Family malformed_{{"muster_requests_refused_total",
                       "Requests that ended their connection: malformed or not served"}};
    Family durations_{{"muster_request_duration_seconds",
                       "From the last byte of a request to its answer, waiting included",
                       Kind::histogram,
                       {"api"},
                       {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30}}};
    Family topics_{{"muster_topics", "Topics", Kind::gauge}};
    Family fetches_{{"muster_fetches_waiting", "Fetches that wait for messages", Kind::gauge}};
    Family writes_{{"muster_store_writes_total",
                    "Writes of groups, by what became of them",
                    Kind::counter,
                    {"result"}}};
    Family write_durations_{{"muster_store_write_duration_seconds",
                             "From a change of a group until it is on disk, or lost",
                             Kind::histogram,
                             {},
                             {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5}}};
    Family waiting_writes_{
        {"muster_store_writes_waiting", "Writes of groups that are not on disk yet", Kind::gauge}};
    Family write_lag_{{"muster_store_lag_seconds",
                       "How long the oldest write that is not on disk has waited",
                       Kind::gauge}};
};

} // namespace muster::runtime::kafka
