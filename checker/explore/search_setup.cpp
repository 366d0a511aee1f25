#include "checker/explore/search_setup.hpp"

#include "checker/checkpoint/bytes.hpp"
#include "checker/eval/interpreter.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

namespace muster::checker {

namespace {

tl::expected<ExploreResult, InstanceError>
search_from(const TransitionSystem& system,
            const spec::InstanceInfo& instance,
            const Universe& universe,
            const std::vector<State>& interpretations,
            ExploreOptions options,
            const std::function<SearchOutcome(const SearchSetup&)>& search) {
    while (true) {
        const Slice slice = slice_of(system, instance, universe, options);
        const auto inputs = Inputs::make(system, instance, universe, slice);
        if (!inputs) {
            return tl::unexpected(inputs.error());
        }
        SearchOutcome outcome =
            search({system, instance, options, universe, slice, *inputs, interpretations});
        if (!outcome.forgets_too_much) {
            if (outcome.result.states == 0 && outcome.result.violations.empty() &&
                outcome.lost_start) {
                return tl::unexpected(InstanceError{
                    fmt::format("no start can be followed: {}", outcome.lost_start->text)});
            }
            return std::move(outcome.result);
        }
        if (slice.forgets_roles()) {
            options.obligations = Obligations::of_all_roles;
        } else {
            options.slicing = Slicing::off;
        }
    }
}

} // namespace

tl::expected<ExploreResult, InstanceError>
search_instance(const TransitionSystem& system,
                const spec::InstanceInfo& instance,
                const ExploreOptions& options,
                const std::function<SearchOutcome(const SearchSetup&)>& search) {
    MUSTER_ASSERT(options.keeper == nullptr ||
                      (options.slicing == Slicing::off && !options.with_fingerprint &&
                       options.on_violation == OnViolation::see_everything),
                  "a search is to be kept that cannot be");
    const auto universe = make_universe(*system.spec, instance);
    if (!universe) {
        return tl::unexpected(universe.error());
    }
    const auto fixed = fixed_by(*system.spec, *universe, instance);
    if (!fixed) {
        return tl::unexpected(fixed.error());
    }
    try {
        const auto interpretations =
            interpretations_of(*system.spec, *universe, *fixed, options.deadline);
        if (!interpretations) {
            return tl::unexpected(interpretations.error());
        }
        return search_from(system, instance, *universe, *interpretations, options, search);
    } catch (const OutOfTime&) {
        ExploreResult nothing_seen;
        nothing_seen.ended = ExploreResult::Ended::at_deadline;
        return nothing_seen;
    } catch (const Damaged& damaged) {
        return tl::unexpected(
            InstanceError{fmt::format("what was kept of its search is damaged: {}", damaged.text)});
    }
}

} // namespace muster::checker
