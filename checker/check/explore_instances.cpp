#include "checker/check/explore_instances.hpp"

#include "checker/certify/replay_trace.hpp"
#include "checker/check/searchable.hpp"
#include "checker/check/silence.hpp"
#include "checker/checkpoint/checkpoints.hpp"
#include "checker/engines/cpu_time.hpp"
#include "checker/product/product_search.hpp"
#include "checker/system/is_selected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::checker {
namespace {

class InstanceSearch {
public:
    InstanceSearch(const spec::TypedSpec& spec,
                   const ExplorationOptions& options,
                   const PropertyGroup& group,
                   const spec::InstanceInfo& instance)
        : spec_(spec)
        , options_(options)
        , group_(group)
        , instance_(instance)
        , system_(lower(spec, group.without, vanishing_on(instance))) {
        done_.without = group.without;
        done_.instance = instance.name;
    }

    /// The number says which one it is of all searches.
    Exploration run(std::uint32_t number) {
        ExploreOptions search = options();
        double begin = cpu_seconds();
        if (options_.checkpoints != nullptr && !options_.reference) {
            search.keeper = &options_.checkpoints->keeper(number, instance_.name);
            begin -= options_.checkpoints->earlier_cpu_seconds();
        }
        auto result = options_.reference ? explore(system_, instance_, search)
                                         : product::explore(system_, instance_, search);
        done_.cpu_seconds = cpu_seconds() - begin;
        if (!result) {
            done_.error = result.error().text;
            return std::move(done_);
        }
        take_runs(*result);
        take_run_to_end(*result);
        take_silence(search, *result);
        for (std::uint32_t step = 0; step < system_.steps.size(); ++step) {
            if (!result->happened.contains(step)) {
                done_.never_happened.push_back(system_.steps[step].name);
            }
        }
        for (auto& [property, verdict] : verdicts_) {
            done_.findings.push_back({property, std::move(verdict)});
        }
        look_for_loops();
        done_.result = std::move(*result);
        done_.result.violations.clear();
        done_.result.covers.clear();
        return std::move(done_);
    }

private:
    ExploreOptions options() {
        ExploreOptions search;
        for (const std::size_t property : group_.properties) {
            const spec::PropertyInfo& info = spec_.properties[property];
            if (info.kind == spec::PropertyKind::axiom ||
                !is_selected(options_.properties, info.name)) {
                continue;
            }
            if (auto why = why_not_searched(spec_, group_.without, property)) {
                verdicts_.emplace(
                    property,
                    Undecided{Undecided::Reason::not_checked, std::move(*why), std::nullopt});
                continue;
            }
            (info.kind == spec::PropertyKind::cover ? search.covers : search.properties)
                .push_back(property);
        }
        search.max_states = options_.max_states;
        search.max_depth = options_.max_depth;
        search.stop = options_.stop;
        search.on_violation = OnViolation::see_everything;
        search.obligations = Obligations::of_all_roles;
        // What is forgotten would be missing where somebody counts states and steps.
        search.slicing = Slicing::off;
        search.permutations = options_.permutations;
        search.observer = options_.observer;
        search.sources = options_.sources;
        search.threads = options_.threads;
        if (options_.progress) {
            search.progress = [this](const SearchProgress& progress) {
                options_.progress(instance_.name, progress);
            };
        }
        return search;
    }

    /// Of the `live` properties that are to hold without the same faults.
    void look_for_loops() {
        std::vector<std::size_t> lives;
        for (std::size_t i = 0; i < spec_.lives.size(); ++i) {
            const spec::LiveInfo& live = spec_.lives[i];
            if (live.without == group_.without && is_selected(options_.properties, live.name)) {
                lives.push_back(i);
            }
        }
        live::LiveOptions options{.max_states = options_.max_states,
                                  .max_depth = options_.max_depth,
                                  .stop = options_.stop};
        if (options_.progress) {
            options.progress = [this](const SearchProgress& progress) {
                options_.progress(instance_.name, progress);
            };
        }
        done_.lives = live::check_lives(spec_, lives, instance_, options);
    }

    tl::expected<Trace, Failure> repeated(const Trace& trace, const Claim& claim) const {
        return replay_trace(spec_, fixed_on(spec_, trace.universe, instance_), trace, claim);
    }

    void take_runs(ExploreResult& result) {
        for (Violation& violation : result.violations) {
            auto trace = repeated(violation.trace,
                                  {violation.property, violation.property && violation.failure});
            if (!trace) {
                take_lost_run(violation.property, violation.trace, trace.error());
            } else if (violation.property) {
                verdicts_.insert_or_assign(*violation.property,
                                           Violated{std::move(*trace), violation.failure});
            } else {
                done_.broken_steps.push_back({std::move(*trace), violation.failure});
            }
        }
        for (CoverRun& cover : result.covers) {
            auto trace = repeated(cover.trace, {.property = cover.property});
            if (trace) {
                verdicts_.insert_or_assign(cover.property, Shown{std::move(*trace)});
            } else {
                take_lost_run(cover.property, cover.trace, trace.error());
            }
        }
    }

    void take_run_to_end(ExploreResult& result) const {
        if (result.run_to_end) {
            auto trace =
                repeated(*result.run_to_end, {.property = std::nullopt, .is_run_only = true});
            result.run_to_end = trace ? std::optional(std::move(*trace)) : std::nullopt;
        }
    }

    void
    take_lost_run(std::optional<std::size_t> property, const Trace& trace, const Failure& failure) {
        if (property) {
            verdicts_.insert_or_assign(
                *property,
                Undecided{Undecided::Reason::out_of_budget,
                          fmt::format("the evaluator cannot follow a run of {} steps: {}",
                                      trace.steps.size(),
                                      failure.text),
                          std::nullopt,
                          failure.span});
        }
    }

    void take_silence(const ExploreOptions& searched, const ExploreResult& result) {
        for (const std::size_t property : searched.properties) {
            verdicts_.try_emplace(property, silence_on(property, instance_, result));
        }
        for (const std::size_t cover : searched.covers) {
            verdicts_.try_emplace(cover, silence_on_cover(cover, instance_, result));
        }
        if (done_.broken_steps.empty() && result.states > 0) {
            done_.built_in = silence_in(result, instance_, result.cuts);
        }
    }

    const spec::TypedSpec& spec_;
    const ExplorationOptions& options_;
    const PropertyGroup& group_;
    const spec::InstanceInfo& instance_;
    TransitionSystem system_;
    std::map<std::size_t, Verdict> verdicts_; // by property
    Exploration done_;
};

/// The models to search: those of the properties that somebody asks for.
std::vector<PropertyGroup> groups_to_search(const spec::TypedSpec& spec,
                                            const std::vector<std::string>& properties) {
    std::vector<PropertyGroup> groups = selected_groups(spec, properties);
    for (const spec::LiveInfo& live : spec.lives) {
        const bool is_there = std::any_of(groups.begin(), groups.end(), [&](const auto& group) {
            return group.without == live.without;
        });
        if (!is_there && is_selected(properties, live.name)) {
            groups.push_back({live.without, {}});
        }
    }
    return groups;
}

} // namespace

std::vector<Exploration> explore_instances(const spec::TypedSpec& spec,
                                           const ExplorationOptions& options) {
    std::vector<Exploration> all;
    std::uint32_t number = 0;
    for (const PropertyGroup& group : groups_to_search(spec, options.properties)) {
        for (const spec::InstanceInfo& instance : spec.instances) {
            const bool stopped = options.stop != nullptr && options.stop->requested();
            if (!stopped && is_selected(options.instances, instance.name)) {
                all.push_back(InstanceSearch(spec, options, group, instance).run(number++));
            }
        }
    }
    return all;
}

} // namespace muster::checker
