#include "checker/product/known_bounds.hpp"

#include <algorithm>

namespace muster::checker::product {

KnownBounds::KnownBounds(const SearchSetup& setup, const SearchLimits& limits, const Parts& parts)
    : spec_(*setup.system.spec)
    , limits_(limits)
    , parts_(parts)
    , max_in_flight_(setup.universe.max_in_flight) {
    for (const Process& process : parts.places().processes()) {
        const bool is_bounded = std::any_of(
            setup.instance.variables.begin(),
            setup.instance.variables.end(),
            [&](const auto& bound) { return spec_.variable(bound.variable).role == process.role; });
        if (is_bounded) {
            bounded_.push_back({parts.places().process(process.role, process.index), {}});
        }
    }
}

KnownBounds::Standing KnownBounds::of(const RowLayout& layout, const RowLayout::Word* row) const {
    Standing standing = Standing::inside;
    for (const Bounded& bounded : bounded_) {
        const Part part = layout.part(bounded.place, row);
        if (part >= bounded.standing.size() || bounded.standing[part] == Standing::unknown) {
            return Standing::unknown;
        }
        standing = std::max(standing, bounded.standing[part]);
    }
    if (max_in_flight_) {
        const auto count = [&](std::uint32_t place) {
            return parts_.length(place, layout.part(place, row));
        };
        const Places& places = parts_.places();
        if (count(places.loose()) + count(places.queued()) > *max_in_flight_) {
            return was_too_much_in_flight_ ? Standing::outside : Standing::unknown;
        }
    }
    return standing;
}

KnownBounds::Standing KnownBounds::of_process(const Bounded& bounded, Part part) const {
    const Process& process = parts_.places().processes()[bounded.place - 1];
    const auto& variables = spec_.role(process.role).variables;
    const LocalState& local = parts_.local(process.role, part);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (limits_.is_outside(variables[i], local.variables[i])) {
            return Standing::outside;
        }
    }
    return Standing::inside;
}

void KnownBounds::learn(const Row& row) {
    for (Bounded& bounded : bounded_) {
        const Part part = row[bounded.place];
        if (part >= bounded.standing.size()) {
            bounded.standing.resize(part + 1, Standing::unknown);
        }
        if (bounded.standing[part] == Standing::unknown) {
            bounded.standing[part] = of_process(bounded, part);
        }
    }
    if (max_in_flight_) {
        const Places& places = parts_.places();
        was_too_much_in_flight_ = was_too_much_in_flight_ ||
                                  parts_.length(places.loose(), row[places.loose()]) +
                                          parts_.length(places.queued(), row[places.queued()]) >
                                      *max_in_flight_;
    }
}

} // namespace muster::checker::product
