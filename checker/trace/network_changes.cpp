#include "checker/trace/network_changes.hpp"

#include <algorithm>
#include <iterator>

namespace muster::checker {

namespace {

std::vector<SentMessage> sorted(std::vector<SentMessage> messages) {
    std::sort(messages.begin(), messages.end());
    return messages;
}

template <class Item>
std::vector<Item> missing(const std::vector<Item>& from, const std::vector<Item>& in) {
    std::vector<Item> result;
    std::set_difference(from.begin(), from.end(), in.begin(), in.end(), std::back_inserter(result));
    return result;
}

} // namespace

std::vector<SentMessage> sent_by_step(const State& before, const State& after) {
    std::vector<SentMessage> result = missing(after.in_flight.loose, before.in_flight.loose);
    const auto queued = missing(sorted(after.in_flight.queued), sorted(before.in_flight.queued));
    result.insert(result.end(), queued.begin(), queued.end());
    for (const SentMessage& message : missing(after.sent, before.sent)) {
        if (std::find(result.begin(), result.end(), message) == result.end()) {
            result.push_back(message);
        }
    }
    return sorted(std::move(result));
}

std::vector<SentMessage> no_longer_queued(const State& before, const State& after) {
    return missing(sorted(before.in_flight.queued), sorted(after.in_flight.queued));
}

std::vector<ArmedTimer> newly_armed(const State& before, const State& after) {
    return missing(after.armed, before.armed);
}

} // namespace muster::checker
