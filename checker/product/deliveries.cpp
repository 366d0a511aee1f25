#include "checker/product/deliveries.hpp"

#include <algorithm>

namespace muster::checker::product {

Deliveries::Deliveries(const spec::TypedSpec& spec, const Inputs& inputs, Parts& parts)
    : spec_(spec)
    , inputs_(inputs)
    , parts_(parts)
    , known_(parts.places().count() - parts.places().first_of_network()) {
    const Places& places = parts.places();
    for (std::uint32_t m = 0; m < spec.messages.size(); ++m) {
        const spec::MessageId kind{m};
        if (parts.slice().messages[m].deliverable &&
            parts.layout().carrier(kind) == Carrier::history &&
            !spec.role(spec.message(kind).to).handlers.empty()) {
            places_.push_back(places.sent(kind));
        }
    }
    places_.push_back(places.loose());
    places_.push_back(places.queued());
}

const std::vector<Delivery>& Deliveries::of(std::uint32_t place, Part part) {
    auto& known = known_[place - parts_.places().first_of_network()];
    if (part >= known.size()) {
        known.resize(std::max<std::size_t>(part + 1, 2 * known.size()));
    }
    if (!known[part]) {
        known[part] = std::make_unique<std::vector<Delivery>>(find(place, part));
    }
    return *known[part];
}

std::vector<Delivery> Deliveries::find(std::uint32_t place, Part part) {
    const Places& places = parts_.places();
    std::vector<Delivery> result;
    if (place == places.queued()) {
        InFlight all;
        all.queued = parts_.messages(parts_.list(place, part));
        for (const SentMessage& front : queue_fronts(spec_, all)) {
            result.push_back(delivery(parts_.number_of(front), true));
        }
        return result;
    }
    const bool is_loose = place == places.loose();
    for (const std::uint32_t number : is_loose ? loose(part) : parts_.list(place, part)) {
        const SentMessage& message = parts_.message(number);
        const bool is_taken = is_loose && parts_.layout().carrier(message.message) != Carrier::set;
        // One that stays where it is, made up or not, is the same step.
        if (is_taken || !inputs_.arrives_anyway(message)) {
            result.push_back(delivery(number, is_taken));
        }
    }
    return result;
}

Parts::Numbers Deliveries::loose(Part part) const {
    Parts::Numbers messages = parts_.list(parts_.places().loose(), part);
    messages.erase(std::unique(messages.begin(), messages.end()), messages.end());
    return messages;
}

Delivery Deliveries::delivery(std::uint32_t message, bool is_taken) const {
    const Process to = addressee(spec_, parts_.message(message));
    return {message, parts_.places().process(to.role, to.index), is_taken};
}

} // namespace muster::checker::product
