#include "checker/product/network_parts.hpp"

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
        if (place < places.loose()) {
            parts_.sort_messages(numbers);
        }
        const Part part = parts_.numbers(std::move(numbers));
        effect.changes.push_back({place, part});
        key.insert(key.end(), {place, part});
    }
    const std::uint32_t number = effect_numbers_.intern(key);
    if (number == effects_.size()) {
        effects_.push_back(std::move(effect));
    }
    return number;
}

Part NetworkParts::after(Part part, const Effect::Change& change) {
    const Places& places = parts_.places();
    if (change.place == places.loose()) {
        return memoised(Change::loose, part, change.added);
    }
    if (change.place == places.queued()) {
        return memoised(Change::queued, part, change.added);
    }
    return memoised(
        change.place == places.used() ? Change::used : Change::sent, part, change.added);
}

Part NetworkParts::without(std::uint32_t place, Part part, std::uint32_t message) {
    return memoised(place == parts_.places().loose() ? Change::taken_loose : Change::taken_queued,
                    part,
                    message);
}

Part NetworkParts::memoised(Change kind, Part part, std::uint32_t operand) {
    FlatMap& memo = memo_[static_cast<std::size_t>(kind)];
    const std::uint64_t key = FlatMap::key(part, operand);
    if (const auto known = memo.find(key)) {
        return *known;
    }
    const Part result = compute(kind, part, operand);
    memo.insert(key, result);
    return result;
}

Part NetworkParts::compute(Change kind, Part part, std::uint32_t operand) {
    Parts::Numbers now = parts_.numbers(part);
    const auto in_flight = [&](bool queued, const auto& change) {
        InFlight all;
        (queued ? all.queued : all.loose) = parts_.messages(now);
        change(all);
        return parts_.numbers(parts_.deliverable(queued ? all.queued : all.loose));
    };
    const auto put_all = [&](InFlight& all) {
        for (const std::uint32_t number : parts_.numbers(operand)) {
            const SentMessage& message = parts_.message(number);
            put(spec_, parts_.layout().carrier(message.message), all, message);
        }
    };
    switch (kind) {
    case Change::sent: {
        const Parts::Numbers& added = parts_.numbers(operand);
        now.insert(now.end(), added.begin(), added.end());
        parts_.sort_messages(now);
        return parts_.numbers(std::move(now));
    }
    case Change::used: {
        const Parts::Numbers& added = parts_.numbers(operand);
        now.insert(now.end(), added.begin(), added.end());
        std::sort(now.begin(), now.end());
        now.erase(std::unique(now.begin(), now.end()), now.end());
        return parts_.numbers(std::move(now));
    }
    case Change::loose:
        return in_flight(false, put_all);
    case Change::queued:
        return in_flight(true, put_all);
    case Change::taken_loose:
        return in_flight(false, [&](InFlight& all) { lose(all, parts_.message(operand)); });
    case Change::taken_queued:
        return in_flight(true, [&](InFlight& all) {
            take(spec_, Carrier::queue, all, parts_.message(operand));
        });
    case Change::kinds:
        break;
    }
    return part;
}

Part NetworkParts::cut(Part queued, const Connection& connection) {
    InFlight all;
    all.queued = parts_.messages(parts_.numbers(queued));
    checker::cut(spec_, all, connection);
    return parts_.numbers(parts_.deliverable(all.queued));
}

} // namespace muster::checker::product
