#include "checker/bounded/bounded_search.hpp"
#include "checker/check/search.hpp"

#include <fmt/format.h>

#include <algorithm>

/// The bounded search's part of a search: runs that are too long, or on instances that are too
/// large, to be found by exploration. It needs no bounds of integers.
namespace muster::checker {
namespace {

/// The bounded search does what takes this part of the time of one exploration, for all instances
/// together. It is counted; on a slow machine it takes up to the whole time.
constexpr int kBoundedShare = 6;
/// Instances beyond those of the spec have up to so many elements of every sort.
constexpr std::uint32_t kMostElements = 3;

constexpr const char* kHow = "all runs of that length at once";

// The instance without what only exploration needs.
spec::InstanceInfo unbounded(spec::InstanceInfo instance) {
    instance.variables.clear();
    instance.fields.clear();
    instance.arguments.clear();
    instance.max_in_flight.reset();
    return instance;
}

spec::InstanceInfo of_size(const spec::TypedSpec& spec, std::uint32_t size) {
    spec::InstanceInfo instance;
    instance.name = fmt::format("of size {}", size);
    for (std::uint32_t sort = 0; sort < spec.sorts.size(); ++sort) {
        instance.sorts.push_back({spec::SortId{sort}, size, {}});
    }
    return instance;
}

bool same_sizes(const spec::InstanceInfo& a, const spec::InstanceInfo& b) {
    return std::equal(a.sorts.begin(),
                      a.sorts.end(),
                      b.sorts.begin(),
                      b.sorts.end(),
                      [](const spec::SortSize& x, const spec::SortSize& y) {
                          return x.sort == y.sort && x.size == y.size;
                      });
}

} // namespace

void Search::search_runs(Group& group) {
    if (options_.bounded_depth == 0) {
        return;
    }
    const auto end = std::chrono::steady_clock::now() + options_.max_search_time;
    const std::uint64_t effort = bounded::Effort::of_milliseconds(
        static_cast<std::uint64_t>((options_.max_search_time / kBoundedShare).count()));

    struct Candidate {
        spec::InstanceInfo instance;
        bool is_of_spec;
    };

    std::vector<Candidate> candidates;
    for (const spec::InstanceInfo& instance : spec_.instances) {
        if (!seen_whole_.contains(instance.name)) {
            candidates.push_back({unbounded(instance), true});
        }
    }
    for (std::uint32_t size = 1; size <= kMostElements && !spec_.sorts.empty(); ++size) {
        const spec::InstanceInfo larger = of_size(spec_, size);
        if (std::none_of(
                spec_.instances.begin(),
                spec_.instances.end(),
                [&](const spec::InstanceInfo& known) { return same_sizes(known, larger); })) {
            candidates.push_back({larger, false});
        }
    }
    if (spec_.sorts.empty() && spec_.instances.empty()) {
        candidates.push_back({of_size(spec_, 1), false});
    }
    for (std::size_t i = 0; i < candidates.size() && !group.is_settled() && !is_stopped(); ++i) {
        const auto left = static_cast<int>(candidates.size() - i);
        const auto now = std::chrono::steady_clock::now();
        search_runs(group,
                    candidates[i].instance,
                    candidates[i].is_of_spec,
                    bounded::Effort(effort / candidates.size()),
                    now + (end - now) / left);
    }
}

void Search::search_runs(Group& group,
                         const spec::InstanceInfo& instance,
                         bool is_of_spec,
                         bounded::Effort effort,
                         std::chrono::steady_clock::time_point deadline) {
    bounded::BoundedOptions options;
    options.properties = searchable(group.properties, group);
    options.covers = searchable(group.covers, group);
    if (options.properties.empty() && options.covers.empty() && group.places.empty()) {
        return;
    }
    options.max_depth = options_.bounded_depth;
    options.effort = effort;
    options.deadline = deadline;
    options.stop = options_.induction.stop;
    options.obligations =
        group.places.empty() ? Obligations::of_kept_roles : Obligations::of_all_roles;
    options.on_violation = OnViolation::go_on;
    if (options_.induction.progress) {
        options.progress = [&](std::uint32_t depth) {
            options_.induction.progress(
                fmt::format("looking at runs of {} steps on instance {}", depth, instance.name));
        };
    }
    const TransitionSystem system = lower(spec_, group.without);
    auto result = bounded::search_runs(system, instance, options);
    if (!result) {
        if (is_of_spec) {
            not_bounded_.insert(fmt::format("instance {}: {}", instance.name, result.error().text));
        }
        return;
    }
    for (const auto& [property, why] : result->refused) {
        refused_.emplace(property, why.what);
    }
    for (Violation& violation : result->violations) {
        take_repeated(group, std::move(violation));
    }
    for (CoverRun& cover : result->covers) {
        if (is_open(cover.property)) {
            tell(fmt::format("shown     {}", spec_.properties[cover.property].name));
            verdicts_.insert_or_assign(cover.property, Shown{std::move(cover.trace)});
        }
        std::erase(group.covers, cover.property);
    }
    if (!is_of_spec || !result->complete_depth) {
        return;
    }
    const NoViolationWithin silence{instance.name, *result->complete_depth, 0, kHow};
    for (const std::size_t property : options.properties) {
        if (is_open(property) && !result->refused.contains(property)) {
            note_silence(property, silence);
        }
    }
    for (const spec::Span place : group.places) {
        note_silence_at(place, silence);
    }
}

// The bounded search has repeated it already.
void Search::take_repeated(Group& group, Violation violation) {
    if (!violation.property) {
        std::erase_if(group.places,
                      [&](spec::Span place) { return goes_wrong_at(*violation.failure, place); });
        broken_steps_.push_back({std::move(violation.trace), violation.failure});
        return;
    }
    if (is_open(*violation.property)) {
        tell(fmt::format("violated  {}", spec_.properties[*violation.property].name));
        verdicts_.insert_or_assign(*violation.property,
                                   Violated{std::move(violation.trace), violation.failure});
    }
    std::erase(group.properties, *violation.property);
    std::erase(group.covers, *violation.property);
}

// What looks further says more, whichever search it is.
void Search::note_silence(std::size_t property, const NoViolationWithin& silence) {
    const auto known = verdicts_.find(property);
    if (known != verdicts_.end()) {
        if (std::holds_alternative<HoldsOn>(known->second)) {
            return;
        }
        const auto* other = std::get_if<NoViolationWithin>(&known->second);
        if (other != nullptr && other->depth > silence.depth) {
            return;
        }
    }
    verdicts_.insert_or_assign(property, silence);
}

void Search::note_silence_at(spec::Span place, const NoViolationWithin& silence) {
    const auto known = std::find_if(silences_.begin(), silences_.end(), [&](const Silence& other) {
        return other.place == place;
    });
    if (known == silences_.end()) {
        silences_.push_back({place, silence});
        return;
    }
    const auto* other = std::get_if<NoViolationWithin>(&known->verdict);
    if (other != nullptr && other->depth <= silence.depth) {
        known->verdict = silence;
    }
}

std::optional<std::string> Search::not_in_bounded_search(std::size_t property) const {
    if (const auto found = refused_.find(property); found != refused_.end()) {
        return "bounded search has no circuit for " + found->second;
    }
    return not_bounded_.empty() ? std::nullopt : std::optional(*not_bounded_.begin());
}

} // namespace muster::checker
