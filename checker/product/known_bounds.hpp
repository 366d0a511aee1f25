#pragma once

#include "checker/explore/search_limits.hpp"
#include "checker/product/deliveries.hpp"
#include "checker/product/row_layout.hpp"

namespace muster::checker::product {

/// Which states are outside of the bounds of an instance, as far as it follows from parts that
/// stood in states before.
class KnownBounds {
public:
    /// All outlive it.
    KnownBounds(const SearchSetup& setup, const SearchLimits& limits, const Parts& parts);

    enum class Standing : std::uint8_t { unknown, inside, outside };

    /// Of a packed row. Changes nothing.
    [[nodiscard]] Standing of(const RowLayout& layout, const RowLayout::Word* row) const;

    /// To be called when the limits were asked for a state. Of what was outside then the limits
    /// know the bound.
    void learn(const Row& row);

private:
    struct Bounded {
        std::uint32_t place = 0;
        std::vector<Standing> standing; // by part
    };

    [[nodiscard]] Standing of_process(const Bounded& bounded, Part part) const;

    const spec::TypedSpec& spec_;
    const SearchLimits& limits_;
    const Parts& parts_;
    std::optional<std::uint32_t> max_in_flight_;
    std::vector<Bounded> bounded_;
    bool was_too_much_in_flight_ = false;
};

} // namespace muster::checker::product
