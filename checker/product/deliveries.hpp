#pragma once

#include "checker/explore/instance.hpp"
#include "checker/product/network_parts.hpp"

namespace muster::checker::product {

/// A message that can be delivered, and the process that takes it, as a place.
struct Delivery {
    std::uint32_t message = 0;
    std::uint32_t receiver = 0;
    bool is_taken = false; // it leaves the network by that
};

/// What can be delivered out of the network. It depends on one part, and is found once for each.
class Deliveries {
public:
    /// All outlive it.
    Deliveries(const spec::TypedSpec& spec, const Inputs& inputs, Parts& parts);

    /// The places of the network out of which something can be delivered, in the order in which
    /// a search tries them.
    [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }

    /// In the order in which a search tries them.
    const std::vector<Delivery>& of(std::uint32_t place, Part part);

    /// The messages that are loose, each once.
    [[nodiscard]] Parts::Numbers loose(Part part) const;

private:
    [[nodiscard]] std::vector<Delivery> find(std::uint32_t place, Part part);
    [[nodiscard]] Delivery delivery(std::uint32_t message, bool is_taken) const;

    const spec::TypedSpec& spec_;
    const Inputs& inputs_;
    Parts& parts_;
    std::vector<std::uint32_t> places_;
    /// By place of the network and part; none where nobody asked.
    std::vector<std::vector<std::unique_ptr<std::vector<Delivery>>>> known_;
};

} // namespace muster::checker::product
