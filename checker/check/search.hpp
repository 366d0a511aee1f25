#pragma once

#include "checker/bounded/effort.hpp"
#include "checker/check/check.hpp"
#include "checker/explore/explorer.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::checker {

/// Explores the instances of a spec, one after the other, for runs: those that show a cover and
/// those that break what induction could not prove. Every run is repeated on the evaluator, on the
/// whole system, before it counts.
class Search {
public:
    Search(const spec::TypedSpec& spec,
           const CheckOptions& options,
           std::vector<std::string>& instance_errors)
        : spec_(spec)
        , options_(options)
        , errors_(instance_errors) {}

    /// Looks at these properties, and for steps that go wrong at these places. Properties that hold
    /// under different faults are searched apart.
    void run(const std::vector<std::size_t>& properties, const std::vector<spec::Span>& places);

    /// What was found out about a property, if anything.
    std::optional<Verdict> take_verdict(std::size_t property);
    /// What a run that breaks or shows this property rests on, where it quantifies over integers
    /// that could not all be tried.
    std::optional<std::string> partly_tried(std::size_t property) const;
    /// Why the bounded search, if it was asked, says nothing about a property.
    std::optional<std::string> not_in_bounded_search(std::size_t property) const;
    /// A run that ends in a step which goes wrong at this place.
    std::optional<Violated> run_to(spec::Span place) const;
    /// What was seen without a step that goes wrong at this place: HoldsOn or NoViolationWithin.
    /// Nothing if there is a run to it, or no instance was explored.
    std::optional<Verdict> silence_at(spec::Span place) const;
    /// The other runs that end in a step which goes wrong, one for each place that is not known.
    std::vector<Violated> other_broken_steps(const std::vector<spec::Span>& known) const;

    [[nodiscard]] bool found_broken_steps() const { return !broken_steps_.empty(); }

    /// Whether this step happened, or went wrong, in a state that was reached without these faults
    /// (perhaps without others too).
    [[nodiscard]] bool has_happened(const std::string& step,
                                    spec::Span span,
                                    const std::vector<spec::FaultInfo>& without) const;

private:
    struct Group {
        std::vector<spec::FaultInfo> without;
        std::vector<std::size_t> properties;
        std::vector<std::size_t> covers;
        std::vector<spec::Span> places; // where no step has gone wrong yet

        [[nodiscard]] bool is_settled() const {
            return properties.empty() && covers.empty() && places.empty();
        }
    };

    struct Silence {
        spec::Span place;
        Verdict verdict;
    };

    struct Happened {
        std::string step;
        spec::Span span;
        std::vector<spec::FaultInfo> without;
    };

    void explore_group(Group& group);
    enum class Seen { whole, within_limits, in_part, not_at_all };
    /// With this part of the budget: all of it, or one `share`th.
    Seen explore_instance(Group& group, const spec::InstanceInfo& instance, unsigned share);
    /// Looks at all runs up to a length at once: on the instances that were not seen whole, and on
    /// others of which the spec has none.
    void search_runs(Group& group);
    void search_runs(Group& group,
                     const spec::InstanceInfo& instance,
                     bool is_of_spec,
                     bounded::Effort effort,
                     std::chrono::steady_clock::time_point deadline);
    void take_repeated(Group& group, Violation violation);
    void note_silence(std::size_t property, const NoViolationWithin& silence);
    void note_silence_at(spec::Span place, const NoViolationWithin& silence);
    /// Those of the properties that a search can say something about; of the others it is noted why
    /// not.
    std::vector<std::size_t> searchable(const std::vector<std::size_t>& properties,
                                        const Group& group);
    [[nodiscard]] bool is_stopped() const;
    /// As soon as it is found out.
    void tell(const std::string& what) const;
    /// Whether no run has settled it yet.
    [[nodiscard]] bool is_open(std::size_t property) const;
    void take_runs(Group& group, const spec::InstanceInfo& instance, ExploreResult& result);
    void take_broken_step(Group& group, const spec::InstanceInfo& instance, Violation& violation);
    /// A run was found that the evaluator cannot follow.
    void take_lost_run(std::size_t property, const Trace& trace, const Failure& failure);
    void take_silence(const ExploreOptions& looked_at,
                      const spec::InstanceInfo& instance,
                      const ExploreResult& result);
    void take_silence_on_covers(const ExploreOptions& looked_at,
                                const spec::InstanceInfo& instance,
                                const ExploreResult& result);
    void take_silence_at_places(const ExploreOptions& looked_at,
                                const spec::InstanceInfo& instance,
                                const ExploreResult& result);
    void
    note_happened(const Group& group, const TransitionSystem& system, const ExploreResult& result);

    const spec::TypedSpec& spec_;
    const CheckOptions& options_;
    std::vector<std::string>& errors_;
    std::map<std::size_t, Verdict> verdicts_;
    std::map<std::size_t, std::string> partly_tried_;
    std::map<std::size_t, std::string> refused_; // by the bounded search, and why
    std::set<std::string> not_bounded_;          // instances that it could not look at, and why
    std::set<std::string> seen_whole_;           // instances, of the group that is searched now
    std::vector<Violated> broken_steps_;         // each with its failure
    std::vector<Failure> lost_broken_steps_;
    std::set<std::size_t> lost_; // properties with a run that the evaluator cannot follow
    std::vector<Silence> silences_;
    std::vector<Happened> happened_;
};

} // namespace muster::checker
