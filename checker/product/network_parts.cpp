#include "checker/product/network_parts.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <map>

namespace muster::checker::product {

std::uint32_t NetworkParts::effect_of(const std::vector<SentMessage>& sends,
                                      const std::vector<std::vector<std::int64_t>>& newly_used) {
    const Places& places = parts_.places();
    std::map<std::uint32_t, Parts::Numbers> added; // by place
    for (const SentMessage& message : sends) {
        if (const auto number = parts_.recorded(message)) {
            added[places.sent(message.message)].push_back(*number);
        }
        const Carrier carrier = parts_.layout().carrier(message.message);
        if (carrier != Carrier::history &&
            parts_.slice().messages[message.message.value].deliverable) {
            added[carrier == Carrier::queue ? places.queued() : places.loose()].push_back(
                parts_.number_of(message));
        }
    }
    for (std::size_t sort = 0; sort < newly_used.size(); ++sort) {
        for (const std::int64_t element : newly_used[sort]) {
            added[places.used()].push_back(parts_.element_number(sort, element));
        }
    }
    Effect effect;
    std::vector<std::uint32_t> key;
    for (auto& [place, numbers] : added) {
        // What is sent loose is a bag: two equal messages stay two.
        if (place < places.loose()) {
            parts_.make_set(numbers);
        } else if (place == places.loose()) {
            parts_.sort_messages(numbers);
        } else if (place == places.used()) {
            std::sort(numbers.begin(), numbers.end());
        }
        const Part part = parts_.list(place, numbers);
        effect.changes.push_back({place, part, number_of_change(place, part)});
        key.insert(key.end(), {place, part});
    }
    const std::uint32_t number = effect_numbers_.intern(key);
    if (number == effects_.size()) {
        effects_.push_back(std::move(effect));
    }
    return number;
}

std::uint32_t NetworkParts::number_of_change(std::uint32_t place, Part added) {
    const std::uint64_t key = FlatMap::key(place, added);
    if (const auto known = change_numbers_.find(key)) {
        return *known;
    }
    const auto number = static_cast<std::uint32_t>(added_.size());
    change_numbers_.insert(key, number);
    added_.emplace_back();
    return number;
}

Part NetworkParts::compute_after(Part part, const Effect::Change& change) {
    const Part result = add(part, change);
    added_[change.number].set(part, result);
    return result;
}

Part NetworkParts::without(std::uint32_t place, Part part, std::uint32_t message) {
    FlatMap& known = taken_[place];
    const std::uint64_t key = FlatMap::key(part, message);
    if (const auto result = known.find(key)) {
        return *result;
    }
    const Part result = place == parts_.places().loose() ? without_loose(part, message)
                                                         : without_queued(part, message);
    known.insert(key, result);
    return result;
}

Part NetworkParts::without_loose(Part part, std::uint32_t message) {
    const std::uint32_t place = parts_.places().loose();
    Parts::Numbers now = parts_.list(place, part);
    const auto at = std::find(now.begin(), now.end(), message);
    MUSTER_ASSERT(at != now.end(), "what leaves the network must be in flight");
    now.erase(at);
    return parts_.list(place, now);
}

Part NetworkParts::without_queued(Part part, std::uint32_t message) {
    return change_queues(
        part, [&](InFlight& all) { take(spec_, Carrier::queue, all, parts_.message(message)); });
}

Part NetworkParts::cut(Part queued, const Connection& connection) {
    return change_queues(queued, [&](InFlight& all) { checker::cut(spec_, all, connection); });
}

Part NetworkParts::add(Part part, const Effect::Change& change) {
    const Places& places = parts_.places();
    const Parts::Numbers& added = parts_.list(change.place, change.added);
    if (change.place == places.queued()) {
        return change_queues(part, [&](InFlight& all) {
            for (const std::uint32_t number : added) {
                put(spec_, Carrier::queue, all, parts_.message(number));
            }
        });
    }
    Parts::Numbers now = parts_.list(change.place, part);
    if (change.place == places.loose()) {
        for (const std::uint32_t number : added) {
            put_loose(now, number);
        }
        return parts_.list(change.place, now);
    }
    now.insert(now.end(), added.begin(), added.end());
    if (change.place == places.used()) {
        std::sort(now.begin(), now.end());
        now.erase(std::unique(now.begin(), now.end()), now.end());
    } else {
        parts_.make_set(now);
    }
    return parts_.list(change.place, now);
}

/// As the evaluator does it, by numbers.
void NetworkParts::put_loose(Parts::Numbers& loose, std::uint32_t number) const {
    const SentMessage& message = parts_.message(number);
    if (parts_.layout().carrier(message.message) == Carrier::set &&
        std::find(loose.begin(), loose.end(), number) != loose.end()) {
        return;
    }
    const auto before = [&](std::uint32_t other, const SentMessage& added) {
        return parts_.message(other) < added;
    };
    loose.insert(std::lower_bound(loose.begin(), loose.end(), message, before), number);
}

template <class Change>
Part NetworkParts::change_queues(Part part, Change change) {
    const std::uint32_t place = parts_.places().queued();
    InFlight all;
    all.queued = parts_.messages(parts_.list(place, part));
    change(all);
    return parts_.list(place, parts_.deliverable(all.queued));
}

} // namespace muster::checker::product
