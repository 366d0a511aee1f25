#include "runtime/kafka/server_metrics.hpp"

#include "runtime/kafka/wire/api_table.hpp"

#include <fmt/format.h>

namespace muster::runtime::kafka {

void ServerMetrics::connection_opened() {
    connections_.add({}, 1);
    accepted_.add({}, 1);
}

void ServerMetrics::connection_closed(net::ConnectionId connection) {
    connections_.add({}, -1);
    started_.erase(connection);
}

void ServerMetrics::connection_refused() {
    refused_.add({}, 1);
}

void ServerMetrics::request_started(net::ConnectionId connection) {
    started_[connection] = Time::now();
}

void ServerMetrics::request_ended(const Call& call, ErrorCode error) {
    const auto* api = find_api(call.api_key);
    const auto started = started_.find(call.connection);
    if (api == nullptr || started == started_.end()) {
        return; // The client is gone.
    }
    const std::string name(api->name);
    requests_.add({name, fmt::format("{}", static_cast<int>(error))}, 1);
    durations_.observe({name},
                       std::chrono::duration<double>(Time::now() - started->second).count());
    started_.erase(started);
}

void ServerMetrics::request_refused(net::ConnectionId connection) {
    malformed_.add({}, static_cast<double>(started_.erase(connection)));
}

void ServerMetrics::flushed(Flush flush, double seconds) {
    writes_.add({flush == Flush::durable ? "durable" : "failed"}, 1);
    write_durations_.observe({}, seconds);
}

std::string ServerMetrics::text(const Snapshot& snapshot) {
    topics_.set({}, static_cast<double>(snapshot.topics));
    fetches_.set({}, static_cast<double>(snapshot.waiting_fetches));
    waiting_writes_.set({}, static_cast<double>(snapshot.waiting_writes));
    write_lag_.set({}, snapshot.write_lag_seconds);
    std::string text;
    for (const auto* family : {&connections_,
                               &accepted_,
                               &refused_,
                               &fetches_,
                               &durations_,
                               &malformed_,
                               &requests_,
                               &write_lag_,
                               &write_durations_,
                               &writes_,
                               &waiting_writes_,
                               &topics_}) {
        family->append_to(text);
    }
    return text;
}

} // namespace muster::runtime::kafka
