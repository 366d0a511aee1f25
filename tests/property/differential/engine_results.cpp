#include "tests/property/differential/engine_results.hpp"

#include "checker/explore/explorer.hpp"

#include <algorithm>

namespace muster::test {
namespace {

using Kind = checker::ObligationProof::Kind;

bool is_of(Kind owed, checker::Failure::Kind failure) {
    switch (failure) {
    case checker::Failure::Kind::undefined:
        return owed == Kind::undefined || owed == Kind::nothing_to_pick;
    case checker::Failure::Kind::assertion:
        return owed == Kind::assertion;
    case checker::Failure::Kind::unhandled:
        return owed == Kind::unhandled;
    case checker::Failure::Kind::ambiguous:
        return owed == Kind::ambiguous;
    case checker::Failure::Kind::out_of_reach:
        break;
    }
    return false;
}

} // namespace

bool Proofs::is_proved(std::size_t property) const {
    return std::any_of(
        report_.properties.begin(), report_.properties.end(), [&](const auto& proof) {
            return proof.property == property && proof.outcome == checker::ProofOutcome::proved;
        });
}

bool Proofs::is_defined(std::size_t property) const {
    return std::any_of(
        report_.obligations.begin(), report_.obligations.end(), [&](const auto& proof) {
            return proof.kind == Kind::property && proof.span == spec_.properties[property].span &&
                   proof.outcome == checker::ProofOutcome::proved;
        });
}

std::vector<std::size_t> Proofs::proved_states(const std::vector<spec::FaultInfo>& without) const {
    std::vector<std::size_t> result;
    for (const checker::PropertyProof& proof : report_.properties) {
        const spec::PropertyInfo& property = spec_.properties[proof.property];
        if (proof.outcome == checker::ProofOutcome::proved &&
            property.kind != spec::PropertyKind::step &&
            checker::leaves_out_all(without, property.without)) {
            result.push_back(proof.property);
        }
    }
    return result;
}

Proofs::Owed Proofs::owed_at(const checker::Failure& failure) const {
    bool is_owed = false;
    bool is_all_understood = true;
    for (const checker::ObligationProof& proof : report_.obligations) {
        const bool is_open = proof.outcome != checker::ProofOutcome::proved;
        is_all_understood &= proof.outcome != checker::ProofOutcome::unknown;
        if (is_of(proof.kind, failure.kind) && checker::goes_wrong_at(failure, proof.span)) {
            if (is_open) {
                return Owed::open;
            }
            is_owed = true;
        }
    }
    // What is not understood is told of the step as a whole.
    return is_owed ? Owed::proved : is_all_understood ? Owed::nothing : Owed::open;
}

} // namespace muster::test
