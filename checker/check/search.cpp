#include "checker/check/search.hpp"

#include "checker/certify/replay_trace.hpp"
#include "checker/check/searchable.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {

namespace {

/// The first look at an instance has this part of the budget.
constexpr std::uint64_t kFirstLook = 20;

bool contains(const std::vector<std::size_t>& list, std::size_t item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

void erase(std::vector<std::size_t>& list, std::size_t item) {
    list.erase(std::remove(list.begin(), list.end(), item), list.end());
}

std::string limit_text(const ExploreResult& result) {
    switch (result.ended) {
    case ExploreResult::Ended::complete:
    case ExploreResult::Ended::at_violation:
    case ExploreResult::Ended::nothing_left:
        return fmt::format("{} states", result.states);
    case ExploreResult::Ended::at_max_states:
        return fmt::format("the search stopped at {} states", result.states);
    case ExploreResult::Ended::at_max_depth:
        return fmt::format("the search stopped at depth {}", result.complete_depth);
    case ExploreResult::Ended::at_deadline:
        return fmt::format("the search ran out of time after {} states", result.states);
    }
    return {};
}

// Whether a run goes wrong where this obligation is. The prover may name more of an expression than
// the evaluator, or less.
bool is_about(const Violated& run, spec::Span place) {
    const spec::Span at = run.failure->span;
    const auto contains = [](spec::Span outer, spec::Span inner) {
        return outer.begin <= inner.begin && inner.end <= outer.end;
    };
    return at == place || (run.failure->kind == Failure::Kind::undefined &&
                           (contains(at, place) || contains(place, at)));
}

// What a search of the instance did not look at, as far as this property is concerned.
std::vector<std::string> cuts_of(const ExploreResult& result, std::size_t property) {
    std::vector<std::string> cuts = result.cuts;
    if (const auto own = result.property_cuts.find(property); own != result.property_cuts.end()) {
        cuts.push_back(own->second);
    }
    return cuts;
}

std::string cut_text(const std::vector<std::string>& cuts) {
    std::string text;
    for (const std::string& cut : cuts) {
        text += (text.empty() ? ", limited to " : ", ") + cut;
    }
    return text;
}

// What an instance fixes on which a run was found, and which therefore has no error.
Fixed fixed_for(const spec::TypedSpec& spec,
                const Trace& trace,
                const spec::InstanceInfo& instance) {
    auto fixed = fixed_by(spec, trace.universe, instance);
    MUSTER_ASSERT(fixed.has_value(), "an instance was explored that cannot be");
    return std::move(*fixed);
}

} // namespace

void Search::run(const std::vector<std::size_t>& properties, bool obligations) {
    std::vector<PropertyGroup> groups = group_properties(spec_);
    // What is built in is owed under all faults, whatever the properties say.
    if (groups.empty() || !groups.front().without.empty()) {
        groups.insert(groups.begin(), PropertyGroup{});
    }
    for (const PropertyGroup& grouped : groups) {
        Group group{grouped.without, {}, {}, obligations && grouped.without.empty()};
        for (const std::size_t property : grouped.properties) {
            if (!contains(properties, property)) {
                continue;
            }
            const bool cover = spec_.properties[property].kind == spec::PropertyKind::cover;
            (cover ? group.covers : group.properties).push_back(property);
        }
        explore_group(group);
    }
}

void Search::explore_group(Group& group) {
    // Most runs are short. A first look at every instance finds them before one large instance
    // has used up the whole budget.
    std::vector<const spec::InstanceInfo*> instances;
    for (const spec::InstanceInfo& instance : spec_.instances) {
        instances.push_back(&instance);
    }
    for (const std::uint64_t states : {options_.max_states / kFirstLook, options_.max_states}) {
        std::vector<const spec::InstanceInfo*> seen_in_part;
        for (const spec::InstanceInfo* instance : instances) {
            if (group.properties.empty() && group.covers.empty() && !group.obligations) {
                return;
            }
            if (explore_instance(group, *instance, states) == Seen::in_part) {
                seen_in_part.push_back(instance);
            }
        }
        instances = std::move(seen_in_part);
    }
}

Search::Seen Search::explore_instance(Group& group,
                                      const spec::InstanceInfo& instance,
                                      std::uint64_t max_states) {
    if (options_.progress) {
        options_.progress(fmt::format("exploring instance {}", instance.name));
    }
    ExploreOptions options;
    options.properties = searchable(group.properties, group, instance);
    options.covers = searchable(group.covers, group, instance);
    if (options.properties.empty() && options.covers.empty() && !group.obligations) {
        return Seen::whole;
    }
    options.max_states = max_states;
    options.deadline = std::chrono::steady_clock::now() + options_.max_search_time;
    options.on_violation = OnViolation::go_on;
    options.obligations =
        group.obligations ? Obligations::of_all_roles : Obligations::of_kept_roles;
    const TransitionSystem system = lower(spec_, group.without, vanishing_on(instance));
    auto result = explore(system, instance, options);
    if (!result) {
        const auto text = fmt::format("instance `{}`: {}", instance.name, result.error().text);
        if (std::find(errors_.begin(), errors_.end(), text) == errors_.end()) {
            errors_.push_back(text); // other groups of properties meet the same obstacle
        }
        return Seen::whole; // trying again would fail again
    }
    partly_tried_.insert(result->property_cuts.begin(), result->property_cuts.end());
    take_runs(group, instance, *result);
    take_silence(options, instance, *result);
    return result->ended == ExploreResult::Ended::complete ? Seen::whole : Seen::in_part;
}

std::vector<std::size_t> Search::searchable(const std::vector<std::size_t>& properties,
                                            const Group& group,
                                            const spec::InstanceInfo& instance) {
    std::vector<std::size_t> result;
    for (const std::size_t property : properties) {
        auto reason = why_not_searched(spec_, group.without, instance, property);
        if (!reason) {
            result.push_back(property);
        } else {
            verdicts_.try_emplace(
                property,
                Undecided{Undecided::Reason::outside_fragment, std::move(*reason), std::nullopt});
        }
    }
    return result;
}

bool Search::is_open(std::size_t property) const {
    const auto known = verdicts_.find(property);
    return known == verdicts_.end() || (!std::holds_alternative<Violated>(known->second) &&
                                        !std::holds_alternative<Shown>(known->second));
}

void Search::take_runs(Group& group, const spec::InstanceInfo& instance, ExploreResult& result) {
    for (Violation& violation : result.violations) {
        Trace trace = replay_trace(spec_,
                                   fixed_for(spec_, violation.trace, instance),
                                   violation.trace,
                                   {violation.property, violation.property && violation.failure});
        if (!violation.property) {
            broken_steps_.push_back({std::move(trace), violation.failure});
            group.obligations = false;
            continue;
        }
        verdicts_.insert_or_assign(*violation.property,
                                   Violated{std::move(trace), violation.failure});
        erase(group.properties, *violation.property);
    }
    for (CoverRun& cover : result.covers) {
        Trace trace = replay_trace(spec_,
                                   fixed_for(spec_, cover.trace, instance),
                                   cover.trace,
                                   {.property = cover.property});
        verdicts_.insert_or_assign(cover.property, Shown{std::move(trace)});
        erase(group.covers, cover.property);
    }
}

void Search::take_silence(const ExploreOptions& looked_at,
                          const spec::InstanceInfo& instance,
                          const ExploreResult& result) {
    const bool complete = result.ended == ExploreResult::Ended::complete;
    for (const std::size_t property : looked_at.properties) {
        if (!is_open(property)) {
            continue;
        }
        const auto known = verdicts_.find(property);
        if (known != verdicts_.end() && std::holds_alternative<HoldsOn>(known->second)) {
            continue; // an instance that was seen whole says more than a part of another
        }
        if (complete) {
            verdicts_.insert_or_assign(
                property, HoldsOn{instance.name, result.states, cuts_of(result, property)});
        } else {
            verdicts_.insert_or_assign(
                property,
                NoViolationWithin{
                    instance.name, result.complete_depth, result.states, limit_text(result)});
        }
    }
    for (const std::size_t cover : looked_at.covers) {
        if (!is_open(cover)) {
            continue;
        }
        verdicts_.insert_or_assign(
            cover,
            Undecided{Undecided::Reason::not_reached,
                      fmt::format("no run reaches it on instance {} ({}{}{})",
                                  instance.name,
                                  complete ? "all " : "",
                                  limit_text(result),
                                  cut_text(cuts_of(result, cover))),
                      std::nullopt});
    }
}

std::optional<Verdict> Search::take_verdict(std::size_t property) {
    const auto found = verdicts_.find(property);
    return found == verdicts_.end() ? std::nullopt : std::optional(std::move(found->second));
}

std::optional<std::string> Search::partly_tried(std::size_t property) const {
    const auto found = partly_tried_.find(property);
    return found == partly_tried_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Violated> Search::other_broken_steps(const std::vector<spec::Span>& known) const {
    std::vector<Violated> result;
    std::vector<spec::Span> told = known;
    for (const Violated& run : broken_steps_) {
        if (std::none_of(
                told.begin(), told.end(), [&](spec::Span place) { return is_about(run, place); })) {
            told.push_back(run.failure->span);
            result.push_back(run);
        }
    }
    return result;
}

std::optional<Violated> Search::obligation_run(const ObligationProof& proof) const {
    const auto found = std::find_if(broken_steps_.begin(),
                                    broken_steps_.end(),
                                    [&](const Violated& run) { return is_about(run, proof.span); });
    return found == broken_steps_.end() ? std::nullopt : std::optional(*found);
}

} // namespace muster::checker
