#pragma once

#include "checker/bounded/bounded_search.hpp"
#include "checker/check/searchable.hpp"
#include "tests/unit/checker/specs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

/// The explorer and the bounded search on one instance. Both report shortest runs, so that they
/// must agree on what is broken or shown, and on how many steps it takes.
namespace muster::checker::testing {

/// How many steps the shortest run to something has, by what it is.
using Lengths = std::map<std::string, std::size_t>;

inline std::size_t length(const Trace& trace) {
    return trace.steps.size() + (trace.ending && !trace.initial.variables.empty() ? 1 : 0);
}

template <class Result>
Lengths lengths(const spec::TypedSpec& spec, const Result& result, std::size_t longest) {
    Lengths found;
    const auto add = [&](const std::string& name, const Trace& trace) {
        // What goes wrong in a def has a run for every place that uses it.
        if (length(trace) <= longest) {
            const auto known = found.try_emplace(name, length(trace)).first;
            known->second = std::min(known->second, length(trace));
        }
    };
    for (const Violation& violation : result.violations) {
        if (violation.property) {
            add(spec.properties[*violation.property].name +
                    (violation.failure ? " is undefined" : ""),
                violation.trace);
        } else {
            add(fmt::format("failure {} at {}",
                            static_cast<int>(violation.failure->kind),
                            violation.failure->span.begin),
                violation.trace);
        }
    }
    for (const CoverRun& cover : result.covers) {
        add(spec.properties[cover.property].name, cover.trace);
    }
    return found;
}

struct Comparison {
    /// Empty where nothing could be compared.
    std::string refused;
    Lengths explored;
    Lengths bounded;
    /// Up to how many steps they were compared, and how many properties.
    std::size_t depth = 0;
    std::size_t properties = 0;
};

struct CompareOptions {
    std::size_t instance = 0;
    std::vector<spec::FaultInfo> without{};
    std::uint32_t max_depth = 4;
    std::uint64_t max_states = 20'000;
};

inline Comparison compare(const spec::TypedSpec& spec, const CompareOptions& compared) {
    const spec::InstanceInfo& instance = spec.instances.at(compared.instance);
    const TransitionSystem system = lower(spec, compared.without, vanishing_on(instance));
    std::vector<std::size_t> properties;
    std::vector<std::size_t> covers;
    for (std::size_t i = 0; i < spec.properties.size(); ++i) {
        const spec::PropertyInfo& property = spec.properties[i];
        if (property.kind == spec::PropertyKind::axiom ||
            !leaves_out_all(compared.without, property.without) ||
            why_not_searched(spec, compared.without, i)) {
            continue;
        }
        (property.kind == spec::PropertyKind::cover ? covers : properties).push_back(i);
    }
    Comparison result;
    bounded::BoundedOptions options;
    options.inputs = bounded::Inputs::as_bounded;
    options.on_violation = OnViolation::go_on;
    options.obligations = Obligations::of_all_roles;
    // What has no circuit is left out of both.
    const auto leave_out = [&](std::vector<std::size_t>& from) {
        options.properties = properties;
        options.covers = covers;
        options.max_depth = 0;
        const auto first = bounded::search_runs(system, instance, options);
        if (first) {
            std::erase_if(from, [&](std::size_t i) { return first->refused.contains(i); });
        }
    };
    leave_out(properties);
    leave_out(covers);
    ExploreOptions explored;
    explored.properties = properties;
    explored.covers = covers;
    explored.max_depth = compared.max_depth;
    explored.max_states = compared.max_states;
    explored.on_violation = OnViolation::go_on;
    explored.obligations = Obligations::of_all_roles;
    // A message that is forgotten does not count as in flight, and then more runs are in bounds.
    explored.slicing = instance.max_in_flight ? Slicing::off : Slicing::on;
    const auto explorer = explore(system, instance, explored);
    if (!explorer) {
        result.refused = explorer.error().text;
        return result;
    }
    result.depth = explorer->ended == ExploreResult::Ended::complete ||
                           explorer->ended == ExploreResult::Ended::nothing_left
                       ? compared.max_depth
                       : explorer->complete_depth;
    result.properties = properties.size() + covers.size();
    result.explored = lengths(spec, *explorer, result.depth);
    options.properties = properties;
    options.covers = covers;
    options.max_depth = static_cast<std::uint32_t>(result.depth);
    const auto searched = bounded::search_runs(system, instance, options);
    if (!searched) {
        result.refused = searched.error().text;
        return result;
    }
    for (const auto& [property, why] : searched->refused) {
        result.refused += spec.properties[property].name + ": " + why.what + "; ";
    }
    result.bounded = lengths(spec, *searched, result.depth);
    return result;
}

} // namespace muster::checker::testing
