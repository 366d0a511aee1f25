#pragma once

#include "checker/check/check.hpp"
#include "checker/explore/explorer.hpp"

#include <map>
#include <optional>
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

    /// Looks at these properties, and at what is built in where asked to. Properties that hold
    /// under different faults are searched apart.
    void run(const std::vector<std::size_t>& properties, bool obligations);

    /// What was found out about a property, if anything.
    std::optional<Verdict> take_verdict(std::size_t property);
    /// What a run that breaks or shows this property rests on, where it quantifies over integers
    /// that could not all be tried.
    std::optional<std::string> partly_tried(std::size_t property) const;
    /// A run that ends in a step which goes wrong at the place of this obligation.
    std::optional<Violated> obligation_run(const ObligationProof& proof) const;
    /// The other runs that end in a step which goes wrong, one for each place that is not known.
    std::vector<Violated> other_broken_steps(const std::vector<spec::Span>& known) const;

private:
    struct Group {
        std::vector<spec::FaultInfo> without;
        std::vector<std::size_t> properties;
        std::vector<std::size_t> covers;
        bool obligations = false;
    };

    void explore_group(Group& group);
    enum class Seen { whole, in_part };
    Seen
    explore_instance(Group& group, const spec::InstanceInfo& instance, std::uint64_t max_states);
    /// Those of the properties that a search of the instance can say something about; of the others
    /// it is noted why not.
    std::vector<std::size_t> searchable(const std::vector<std::size_t>& properties,
                                        const Group& group,
                                        const spec::InstanceInfo& instance);
    /// Whether no run has settled it yet.
    [[nodiscard]] bool is_open(std::size_t property) const;
    void take_runs(Group& group, const spec::InstanceInfo& instance, ExploreResult& result);
    void take_silence(const ExploreOptions& looked_at,
                      const spec::InstanceInfo& instance,
                      const ExploreResult& result);

    const spec::TypedSpec& spec_;
    const CheckOptions& options_;
    std::vector<std::string>& errors_;
    std::map<std::size_t, Verdict> verdicts_;
    std::map<std::size_t, std::string> partly_tried_;
    std::vector<Violated> broken_steps_; // each with its failure
};

} // namespace muster::checker
