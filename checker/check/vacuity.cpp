#include "checker/check/vacuity.hpp"

#include "checker/check/premises.hpp"
#include "checker/check/searchable.hpp"
#include "checker/product/product_search.hpp"

#include <algorithm>
#include <map>

namespace muster::checker {

namespace {

class VacuitySearch {
public:
    VacuitySearch(const PremiseSpec& premises,
                  std::optional<std::uint64_t> max_states,
                  const Stop* stop)
        : spec_(premises.spec())
        , premises_(premises.premises())
        , max_states_(max_states)
        , stop_(stop) {
        for (std::size_t i = 0; i < premises_.size(); ++i) {
            open_.push_back(i);
        }
    }

    std::vector<VacuousPart> run() {
        for (const spec::InstanceInfo& instance : spec_.instances) {
            for (const auto& without : ways_to_leave_out_faults()) {
                if (stop_ != nullptr && stop_->requested()) {
                    return {};
                }
                explore_instance(instance, without);
            }
        }
        std::vector<VacuousPart> result;
        for (const std::size_t i : open_) {
            if (const auto seen = silent_.find(i); seen != silent_.end()) {
                result.push_back({premises_[i].property,
                                  premises_[i].kind,
                                  premises_[i].span,
                                  seen->second.instance,
                                  seen->second.states,
                                  seen->second.cuts});
            }
        }
        return result;
    }

private:
    std::vector<std::vector<spec::FaultInfo>> ways_to_leave_out_faults() const {
        std::vector<std::vector<spec::FaultInfo>> result;
        for (const std::size_t i : open_) {
            const auto& without = spec_.properties[premises_[i].never].without;
            if (std::find(result.begin(), result.end(), without) == result.end()) {
                result.push_back(without);
            }
        }
        return result;
    }

    void explore_instance(const spec::InstanceInfo& instance,
                          const std::vector<spec::FaultInfo>& without) {
        ExploreOptions options;
        std::vector<std::size_t> looked_for;
        for (const std::size_t i : open_) {
            const std::size_t never = premises_[i].never;
            if (spec_.properties[never].without == without &&
                !why_not_searched(spec_, without, never)) {
                options.properties.push_back(never);
                looked_for.push_back(i);
            }
        }
        if (looked_for.empty()) {
            return;
        }
        options.max_states = max_states_;
        options.stop = stop_;
        options.on_violation = OnViolation::go_on;
        const TransitionSystem system = lower(spec_, without, vanishing_on(instance));
        const auto result = product::explore(system, instance, options);
        if (!result) {
            return;
        }
        for (const std::size_t i : looked_for) {
            const std::size_t never = premises_[i].never;
            const bool was_true = std::any_of(
                result->violations.begin(),
                result->violations.end(),
                [&](const Violation& violation) { return violation.property == never; });
            if (was_true || result->not_evaluated.contains(never)) {
                std::erase(open_, i);
            } else if (result->ended == ExploreResult::Ended::complete && result->states > 0) {
                silent_.try_emplace(
                    i, HoldsOn{instance.name, result->states, cuts_of(*result, never)});
            }
        }
    }

    static std::vector<std::string> cuts_of(const ExploreResult& result, std::size_t property) {
        std::vector<std::string> cuts = result.cuts;
        if (const auto own = result.property_cuts.find(property);
            own != result.property_cuts.end()) {
            cuts.push_back(own->second);
        }
        return cuts;
    }

    const spec::TypedSpec& spec_;
    const std::vector<Premise>& premises_;
    std::optional<std::uint64_t> max_states_;
    const Stop* stop_;
    std::vector<std::size_t> open_;         // premises that were not seen to be true
    std::map<std::size_t, HoldsOn> silent_; // where they are true in no state
};

} // namespace

std::vector<VacuousPart> find_vacuous_parts(const spec::TypedSpec& spec,
                                            const std::vector<std::size_t>& properties,
                                            std::optional<std::uint64_t> max_states,
                                            const Stop* stop) {
    return VacuitySearch(PremiseSpec(spec, properties), max_states, stop).run();
}

} // namespace muster::checker
