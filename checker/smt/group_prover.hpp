#pragma once

#include "checker/engines/induction.hpp"
#include "checker/system/transition_system.hpp"

#include <cstdint>
#include <functional>
#include <vector>

/// One attempt to prove one group of properties of one system. Without Z3 in its interface.
namespace muster::checker::smt {

struct GroupTask {
    const TransitionSystem* system = nullptr;
    /// To be proved, and assumed in the first state of every step (invariants and lemmas).
    std::vector<std::size_t> properties;
    /// Proved already under more faults; assumed before every step.
    std::vector<std::size_t> known;
    /// Of these messages no two equal ones are in flight at once: to be proved, and assumed like a
    /// lemma. Properties cannot say it, as `in_flight` does not count.
    std::vector<spec::MessageId> never_twice;
    /// The system has all of the spec's faults: then its steps owe the built-in obligations.
    bool with_obligations = false;
    /// The faults that the system leaves out.
    std::vector<spec::FaultInfo> without;
    /// Called once where the proof takes long, with the first step that is still to be proved; may
    /// be empty.
    std::function<void(std::uint32_t first)> call_for_help;
    /// How many queries were asked before; their files are numbered through.
    std::size_t queries_before = 0;
    /// Whether the axioms and the start contradict themselves was asked in an earlier round.
    bool consistency_was_asked = false;
};

struct GroupResult {
    std::vector<PropertyProof> properties; // in the order of the task
    /// Those of `GroupTask::never_twice` that were proved, and those that were not. About the
    /// others nothing was assumed.
    std::vector<spec::MessageId> never_twice;
    std::vector<spec::MessageId> perhaps_twice;
    std::vector<ObligationProof> obligations;
    std::vector<StepReach> steps;
    std::vector<std::string> inconsistencies;
    /// The proof ended early: properties that did not fail before are unknown.
    bool stopped = false;
    /// Every question that was answered as it should be; none unless asked for.
    std::vector<CertifiedQuery> certified;
    std::size_t queries = 0;
    std::size_t paths = 0;
};

/// Encodes everything, as for a proof, and only looks at the questions.
std::vector<PropertyFragment> classify_group(const GroupTask& task,
                                             const InductionOptions& options);

/// A part of the steps: of those from `first` on, counted from the last one, each `of`-th.
struct Share {
    std::uint32_t first = 0;
    std::uint32_t index = 0;
    std::uint32_t of = 1;
    /// Asked between two steps; ends the work.
    std::function<bool()> is_over;
};

/// Asks what the proof of the group will ask about these steps, so that `options.answers` knows it.
void prove_ahead(const GroupTask& task, const InductionOptions& options, const Share& share);

GroupResult prove_group(const GroupTask& task, const InductionOptions& options);

} // namespace muster::checker::smt
