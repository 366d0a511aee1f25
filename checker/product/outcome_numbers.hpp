#pragma once

#include "checker/eval/evaluator.hpp"
#include "checker/product/network_parts.hpp"
#include "checker/product/step_source.hpp"

namespace muster::checker::product {

/// What steps of processes end in, in numbers: equal ends have equal numbers.
class OutcomeNumbers {
public:
    using Used = std::vector<std::vector<std::int64_t>>; // elements, by sort

    /// Both outlive it.
    OutcomeNumbers(Parts& parts, NetworkParts& network)
        : parts_(parts)
        , network_(network) {}

    /// A step that went well. The choices are `kNone` where nobody knows them yet.
    Outcome ended(const ProcessState& now,
                  LocalState after,
                  const std::vector<SentMessage>& sends,
                  const Used& newly_used,
                  std::uint32_t choices);
    /// One that did nothing.
    Outcome unchanged(const ProcessState& now);
    /// One that went wrong.
    Outcome failed(Failure failure, const std::vector<Value>& choices);

    std::uint32_t number_of(const std::vector<Value>& choices) { return choices_.intern(choices); }

    [[nodiscard]] const std::vector<Value>& choices(std::uint32_t number) const {
        return choices_[number];
    }

    [[nodiscard]] const Failure& failure(std::uint32_t number) const { return failures_[number]; }

    [[nodiscard]] const Parts& parts() const { return parts_; }

    [[nodiscard]] const NetworkParts& network() const { return network_; }

private:
    Parts& parts_;
    NetworkParts& network_;
    Pool<std::vector<Value>, ValuesHash> choices_;
    std::vector<Failure> failures_;
};

} // namespace muster::checker::product
