#include "checker/product/outcome_numbers.hpp"

namespace muster::checker::product {

Outcome OutcomeNumbers::ended(const ProcessState& now,
                              LocalState after,
                              const std::vector<SentMessage>& sends,
                              const Used& newly_used,
                              std::uint32_t choices) {
    Outcome outcome;
    outcome.after = parts_.local(now.process.role, std::move(after));
    outcome.effect = network_.effect_of(sends, newly_used);
    outcome.choices = choices;
    outcome.is_idle = outcome.after == now.part && network_.effect(outcome.effect).changes.empty();
    return outcome;
}

Outcome OutcomeNumbers::unchanged(const ProcessState& now) {
    return {now.part, network_.effect_of({}, {}), choices_.intern({}), kNone, true};
}

Outcome OutcomeNumbers::failed(Failure failure, const std::vector<Value>& choices) {
    Outcome outcome;
    outcome.failure = static_cast<std::uint32_t>(failures_.size());
    failures_.push_back(std::move(failure));
    outcome.choices = choices_.intern(choices);
    return outcome;
}

} // namespace muster::checker::product
