#include "checker/explore/search_limits.hpp"

#include "checker/eval/value_space.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {
namespace {

spec::IntegerRange both(const spec::IntegerRange& one, const spec::IntegerRange& other) {
    return {std::min(one.low, other.low), std::max(one.high, other.high)};
}

std::string describe_tried(const std::string& where, const spec::IntegerRange& range) {
    return fmt::format("integers from {} to {} in the quantifiers of {}",
                       range.low.value_or(0),
                       range.high.value_or(0),
                       where);
}

} // namespace

bool SearchLimits::is_outside(const State& state) {
    bool outside = false;
    for (std::size_t i = 0; i < instance_.variables.size(); ++i) {
        const spec::VariableBound& bound = instance_.variables[i];
        if (!slice_.keep_variable[bound.variable.value]) {
            continue;
        }
        const spec::TypeId type = spec_.variable(bound.variable).type;
        for (const Value& value : state.variables[bound.variable.value]) {
            if (is_beyond(spec_, type, value, bound.range)) {
                met_.bounds.insert(i);
                outside = true;
            }
        }
    }
    const std::size_t in_flight = state.in_flight.loose.size() + state.in_flight.queued.size();
    if (universe_.max_in_flight && in_flight > *universe_.max_in_flight) {
        met_.too_many_in_flight = true;
        outside = true;
    }
    return outside;
}

bool SearchLimits::is_outside(spec::VariableId variable, const Value& value) const {
    return slice_.keep_variable[variable.value] &&
           std::any_of(instance_.variables.begin(),
                       instance_.variables.end(),
                       [&](const spec::VariableBound& bound) {
                           return bound.variable == variable &&
                                  is_beyond(
                                      spec_, spec_.variable(variable).type, value, bound.range);
                       });
}

void SearchLimits::describe(ExploreResult& result) const {
    for (const std::size_t bound : met_.bounds) {
        result.cuts.push_back(describe_bound(spec_, instance_.variables[bound]));
    }
    if (met_.too_many_in_flight) {
        result.cuts.push_back(fmt::format("in flight <= {}", *universe_.max_in_flight));
    }
    describe_open_functions(result);
    result.cuts.insert(
        result.cuts.end(), inputs_.list_limits().begin(), inputs_.list_limits().end());
    describe_tried_integers(result);
    describe_lost_steps(result);
    for (std::size_t sort = 0; sort < spec_.sorts.size(); ++sort) {
        if (interpreter_.exhausted()[sort] > 0) {
            result.cuts.push_back(fmt::format("{0} = {1} (`fresh {0}` found none left)",
                                              spec_.sorts[sort].name,
                                              universe_.sort_sizes[sort]));
        }
    }
    for (std::size_t role = 0; role < spec_.roles.size(); ++role) {
        if (!slice_.keep_role[role]) {
            result.forgotten_roles.push_back(spec_.roles[role].name);
        }
    }
}

void SearchLimits::describe_lost_steps(ExploreResult& result) const {
    if (met_.lost_start) {
        result.cuts.push_back(
            fmt::format("starts that can be followed ({})", met_.lost_start->text));
    }
    for (const auto& [step, failure] : met_.lost_steps) {
        result.cuts.push_back(fmt::format(
            "steps of `{}` that can be followed ({})", system_.steps[step].name, failure.text));
    }
}

// A quantifier of a def that properties call is theirs, any other one that of a step.
void SearchLimits::describe_tried_integers(ExploreResult& result) const {
    std::map<spec::LocalId, spec::IntegerRange> left = interpreter_.tried_integers();
    std::vector<std::size_t> formulas = options_.properties;
    formulas.insert(formulas.end(), options_.covers.begin(), options_.covers.end());
    for (const std::size_t property : formulas) {
        const spec::PropertyInfo& info = spec_.properties[property];
        std::optional<spec::IntegerRange> range;
        for (const spec::LocalId binder : integer_binders(spec_, info.body)) {
            const auto tried = interpreter_.tried_integers().find(binder);
            if (tried != interpreter_.tried_integers().end()) {
                range = range ? both(*range, tried->second) : tried->second;
                left.erase(binder);
            }
        }
        if (range) {
            result.property_cuts.emplace(property, describe_tried("`" + info.name + "`", *range));
        }
    }
    std::optional<spec::IntegerRange> range;
    for (const auto& [binder, tried] : left) {
        range = range ? both(*range, tried) : tried;
    }
    if (range) {
        result.cuts.push_back(describe_tried("the steps", *range));
    }
}

void SearchLimits::describe_open_functions(ExploreResult& result) const {
    for (std::uint32_t i = 0; i < spec_.functions.size(); ++i) {
        const auto& given = instance_.functions;
        const bool open = std::none_of(given.begin(), given.end(), [&](const auto& value) {
            return value.function.value == i;
        });
        if (open && slice_.keep_function[i] && holds_integers(spec_, spec_.functions[i].result)) {
            result.cuts.push_back(fmt::format("results of {} in {} .. {}",
                                              spec_.functions[i].name,
                                              universe_.integers.front(),
                                              universe_.integers.back()));
        }
    }
}

} // namespace muster::checker
