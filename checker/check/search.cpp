#include "checker/check/search.hpp"

#include "checker/certify/replay_trace.hpp"
#include "checker/check/searchable.hpp"
#include "checker/check/silence.hpp"
#include "checker/product/product_search.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {

namespace {

/// The first look at an instance has this part of the budget.
constexpr unsigned kFirstLook = 20;

bool contains(const std::vector<std::size_t>& list, std::size_t item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

void erase(std::vector<std::size_t>& list, std::size_t item) {
    list.erase(std::remove(list.begin(), list.end(), item), list.end());
}

} // namespace

void Search::run(const std::vector<std::size_t>& properties,
                 const std::vector<spec::Span>& places) {
    for (const PropertyGroup& grouped : groups_with_obligations(spec_)) {
        Group group{grouped.without, {}, {}, {}};
        if (grouped.without.empty()) {
            group.places = places;
        }
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
    seen_whole_.clear();
    for (const unsigned share : {kFirstLook, 1U}) {
        if (share == 1U) {
            search_runs(group);
        }
        std::vector<const spec::InstanceInfo*> seen_in_part;
        for (const spec::InstanceInfo* instance : instances) {
            if (group.is_settled() || is_stopped()) {
                return;
            }
            switch (explore_instance(group, *instance, share)) {
            case Seen::whole:
                seen_whole_.insert(instance->name);
                break;
            case Seen::in_part:
                seen_in_part.push_back(instance);
                break;
            case Seen::within_limits:
            case Seen::not_at_all:
                break; // another look would see the same
            }
        }
        instances = std::move(seen_in_part);
    }
}

Search::Seen
Search::explore_instance(Group& group, const spec::InstanceInfo& instance, unsigned share) {
    if (options_.induction.progress) {
        options_.induction.progress(fmt::format("exploring instance {}", instance.name));
    }
    ExploreOptions options;
    options.properties = searchable(group.properties, group);
    options.covers = searchable(group.covers, group);
    options.places = group.places;
    if (options.properties.empty() && options.covers.empty() && options.places.empty()) {
        return Seen::whole;
    }
    options.max_states = options_.max_states / share;
    options.deadline = std::chrono::steady_clock::now() + options_.max_search_time / share;
    options.stop = options_.induction.stop;
    options.on_violation = OnViolation::go_on;
    options.obligations =
        group.places.empty() ? Obligations::of_kept_roles : Obligations::of_all_roles;
    const TransitionSystem system = lower(spec_, group.without, vanishing_on(instance));
    auto result = product::explore(system, instance, options);
    if (!result) {
        const auto text = fmt::format("instance `{}`: {}", instance.name, result.error().text);
        if (std::find(errors_.begin(), errors_.end(), text) == errors_.end()) {
            errors_.push_back(text); // other groups of properties meet the same obstacle
        }
        return Seen::not_at_all;
    }
    partly_tried_.insert(result->property_cuts.begin(), result->property_cuts.end());
    note_happened(group, system, *result);
    take_runs(group, instance, *result);
    take_silence(options, instance, *result);
    take_silence_on_covers(options, instance, *result);
    take_silence_at_places(options, instance, *result);
    if (result->ended != ExploreResult::Ended::complete) {
        return Seen::in_part;
    }
    return result->cuts.empty() && result->property_cuts.empty() ? Seen::whole
                                                                 : Seen::within_limits;
}

std::vector<std::size_t> Search::searchable(const std::vector<std::size_t>& properties,
                                            const Group& group) {
    std::vector<std::size_t> result;
    for (const std::size_t property : properties) {
        auto reason = why_not_searched(spec_, group.without, property);
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

void Search::tell(const std::string& what) const {
    if (options_.induction.news) {
        options_.induction.news(what);
    }
}

bool Search::is_stopped() const {
    return options_.induction.stop != nullptr && options_.induction.stop->requested();
}

bool Search::is_open(std::size_t property) const {
    const auto known = verdicts_.find(property);
    return known == verdicts_.end() ||
           (!std::holds_alternative<Violated>(known->second) &&
            !std::holds_alternative<Shown>(known->second) && !lost_.contains(property));
}

void Search::take_runs(Group& group, const spec::InstanceInfo& instance, ExploreResult& result) {
    for (Violation& violation : result.violations) {
        if (!violation.property) {
            take_broken_step(group, instance, violation);
            continue;
        }
        auto trace = replay_trace(spec_,
                                  fixed_on(spec_, violation.trace.universe, instance),
                                  violation.trace,
                                  {violation.property, violation.failure.has_value()});
        if (trace) {
            tell(fmt::format("violated  {}", spec_.properties[*violation.property].name));
            verdicts_.insert_or_assign(*violation.property,
                                       Violated{std::move(*trace), violation.failure});
        } else {
            take_lost_run(*violation.property, violation.trace, trace.error());
        }
        erase(group.properties, *violation.property);
        erase(group.covers, *violation.property); // one that is undefined
    }
    for (CoverRun& cover : result.covers) {
        auto trace = replay_trace(spec_,
                                  fixed_on(spec_, cover.trace.universe, instance),
                                  cover.trace,
                                  {.property = cover.property});
        if (trace) {
            tell(fmt::format("shown     {}", spec_.properties[cover.property].name));
            verdicts_.insert_or_assign(cover.property, Shown{std::move(*trace)});
        } else {
            take_lost_run(cover.property, cover.trace, trace.error());
        }
        erase(group.covers, cover.property);
    }
}

void Search::take_broken_step(Group& group,
                              const spec::InstanceInfo& instance,
                              Violation& violation) {
    auto trace = replay_trace(
        spec_, fixed_on(spec_, violation.trace.universe, instance), violation.trace, Claim{});
    if (!trace) {
        lost_broken_steps_.push_back(*violation.failure);
        return;
    }
    std::erase_if(group.places,
                  [&](spec::Span place) { return goes_wrong_at(*violation.failure, place); });
    broken_steps_.push_back({std::move(*trace), violation.failure});
}

void Search::take_lost_run(std::size_t property, const Trace& trace, const Failure& failure) {
    const bool cover = spec_.properties[property].kind == spec::PropertyKind::cover;
    lost_.insert(property);
    verdicts_.insert_or_assign(
        property,
        Undecided{cover ? Undecided::Reason::not_reached : Undecided::Reason::out_of_budget,
                  fmt::format("a run of {} step{} {} it, which the evaluator cannot follow: {}",
                              trace.steps.size(),
                              trace.steps.size() == 1 ? "" : "s",
                              cover ? "reaches" : "breaks",
                              failure.text),
                  std::nullopt,
                  failure.span});
}

void Search::note_happened(const Group& group,
                           const TransitionSystem& system,
                           const ExploreResult& result) {
    for (const std::uint32_t index : result.happened) {
        const Step& step = system.steps[index];
        if (!has_happened(step.name, step.span, group.without)) {
            happened_.push_back({step.name, step.span, group.without});
        }
    }
}

bool Search::has_happened(const std::string& step,
                          spec::Span span,
                          const std::vector<spec::FaultInfo>& without) const {
    return std::any_of(happened_.begin(), happened_.end(), [&](const Happened& happened) {
        return happened.step == step && happened.span == span &&
               leaves_out_all(happened.without, without);
    });
}

void Search::take_silence(const ExploreOptions& looked_at,
                          const spec::InstanceInfo& instance,
                          const ExploreResult& result) {
    for (const std::size_t property : looked_at.properties) {
        if (!is_open(property)) {
            continue;
        }
        const auto known = verdicts_.find(property);
        if (known != verdicts_.end() && std::holds_alternative<HoldsOn>(known->second)) {
            continue; // an instance that was seen whole says more than a part of another
        }
        Verdict silence = silence_on(property, instance, result);
        if (const auto* partial = std::get_if<NoViolationWithin>(&silence)) {
            note_silence(property, *partial);
        } else {
            verdicts_.insert_or_assign(property, std::move(silence));
        }
    }
}

void Search::take_silence_on_covers(const ExploreOptions& looked_at,
                                    const spec::InstanceInfo& instance,
                                    const ExploreResult& result) {
    for (const std::size_t cover : looked_at.covers) {
        if (is_open(cover)) {
            verdicts_.insert_or_assign(cover, silence_on_cover(cover, instance, result));
        }
    }
}

void Search::take_silence_at_places(const ExploreOptions& looked_at,
                                    const spec::InstanceInfo& instance,
                                    const ExploreResult& result) {
    if (!result.start_seen || result.states == 0) {
        return;
    }
    for (const spec::Span place : looked_at.places) {
        const bool lost =
            std::any_of(lost_broken_steps_.begin(),
                        lost_broken_steps_.end(),
                        [&](const Failure& failure) { return goes_wrong_at(failure, place); });
        const auto known =
            std::find_if(silences_.begin(), silences_.end(), [&](const Silence& silence) {
                return silence.place == place;
            });
        if (lost || run_to(place)) {
            continue;
        }
        Verdict verdict = silence_in(result, instance, result.cuts);
        if (known == silences_.end()) {
            silences_.push_back({place, std::move(verdict)});
        } else if (const auto* partial = std::get_if<NoViolationWithin>(&verdict)) {
            note_silence_at(place, *partial);
        } else if (!std::holds_alternative<HoldsOn>(known->verdict)) {
            known->verdict = std::move(verdict);
        }
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
        if (std::none_of(told.begin(), told.end(), [&](spec::Span place) {
                return goes_wrong_at(*run.failure, place);
            })) {
            told.push_back(run.failure->span);
            result.push_back(run);
        }
    }
    return result;
}

std::optional<Violated> Search::run_to(spec::Span place) const {
    const auto found =
        std::find_if(broken_steps_.begin(), broken_steps_.end(), [&](const Violated& run) {
            return goes_wrong_at(*run.failure, place);
        });
    return found == broken_steps_.end() ? std::nullopt : std::optional(*found);
}

std::optional<Verdict> Search::silence_at(spec::Span place) const {
    const auto found = std::find_if(silences_.begin(),
                                    silences_.end(),
                                    [&](const Silence& silence) { return silence.place == place; });
    return found == silences_.end() || run_to(place) ? std::nullopt : std::optional(found->verdict);
}

} // namespace muster::checker
