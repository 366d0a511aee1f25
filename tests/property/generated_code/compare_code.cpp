#include "tests/property/generated_code/compare_code.hpp"

#include "checker/product/product_search.hpp"
#include "cli/machines/generated_machines.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <utility>

namespace muster::test {

namespace {

/// Every kind of step happens within these, if it happens at all soon.
constexpr std::uint64_t kMaxStates = 200;

void compare_on(const spec::TypedSpec& spec,
                const spec::InstanceInfo& instance,
                runtime::exploration::Step step,
                const std::string& form,
                Tally& tally) {
    const checker::TransitionSystem system =
        checker::lower(spec, {}, checker::vanishing_on(instance));
    const cli::GeneratedMachines machines(step, cli::Comparison::everywhere);
    checker::ExploreOptions options;
    options.slicing = checker::Slicing::off;
    options.on_violation = checker::OnViolation::see_everything;
    options.max_states = kMaxStates;
    options.sources = &machines;
    try {
        const auto found = checker::product::explore(system, instance, options);
        if (!found) {
            tally.count("cannot be explored: " + found.error().text);
            return;
        }
        tally.count(form + " instances");
        tally.count(form + " states", found->states);
        tally.count(form + " steps", found->transitions);
        tally.count(form + " kinds of steps that happened", found->happened.size());
    } catch (const InternalError& error) {
        tally.fault(form + ", instance " + instance.name + ": " + error.what());
    }
}

} // namespace

Tally compare_code(const spec::TypedSpec& spec, const Steps& steps) {
    Tally tally;
    for (const spec::InstanceInfo& instance : spec.instances) {
        compare_on(spec, instance, steps.explored, "explored", tally);
        compare_on(spec, instance, steps.produced, "produced", tally);
    }
    return tally;
}

} // namespace muster::test
