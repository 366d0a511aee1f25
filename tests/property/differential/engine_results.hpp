#pragma once

#include "checker/engines/induction.hpp"
#include "checker/system/transition_system.hpp"

#include <cstddef>
#include <vector>

namespace muster::test {

/// What the prover says of a spec, looked up in the ways that comparisons need.
class Proofs {
public:
    /// Both outlive this.
    Proofs(const spec::TypedSpec& spec, const checker::InductionReport& report)
        : spec_(spec)
        , report_(report) {}

    [[nodiscard]] const checker::InductionReport& report() const { return report_; }

    [[nodiscard]] bool is_proved(std::size_t property) const;
    /// Whether it is shown that the property can be evaluated in every reachable state.
    [[nodiscard]] bool is_defined(std::size_t property) const;
    /// Invariants and lemmas that are proved under these faults left out, or under more faults.
    [[nodiscard]] std::vector<std::size_t>
    proved_states(const std::vector<spec::FaultInfo>& without) const;
    /// What is owed where a step went wrong: it is shown that this does not happen, or that is
    /// open, or nobody asks.
    enum class Owed { proved, open, nothing };
    [[nodiscard]] Owed owed_at(const checker::Failure& failure) const;

private:
    const spec::TypedSpec& spec_;
    const checker::InductionReport& report_;
};

} // namespace muster::test
