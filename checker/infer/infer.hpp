#pragma once

#include "checker/engines/induction.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Finds the lemmas of an inductive proof. Candidates come from sampled states and from
/// counterexamples to induction (the loop is that of Ivy-like tools such as DistAI and endive,
/// with clauses restricted to what a failing step depends on); nothing is believed before
/// `prove_by_induction` has proved it from scratch together with the spec.
namespace muster::checker::infer {

struct InferOptions {
    /// Its `stop` ends the search too.
    InductionOptions induction{};
    /// Names of the invariants and steps to prove; all if empty.
    std::vector<std::string> properties{};
    /// As if the spec had no lemmas.
    bool ignore_lemmas = false;
    double seconds = 60; // of CPU time, for the searches of all groups of properties
    /// The part of the time in which clauses are guessed; frames are searched in the rest.
    double guess_share = 0.6;
    std::uint64_t seed = 1;
    /// Told what is being done now, for a progress line; may be empty.
    std::function<void(const std::string&)> progress{};
    /// Told every decision of the search, one line each; may be empty.
    std::function<void(const std::string&)> log{};
};

struct InferredLemma {
    std::string name;
    std::string text; // as it stands in a spec
};

struct InferredProperty {
    std::size_t property = 0; // into `InferReport::spec`
    bool proved = false;
    std::string reason; // where it is not proved
};

struct InferReport {
    /// The spec with the properties that were looked at and the new lemmas.
    spec::TypedSpec spec;
    std::vector<InferredLemma> lemmas; // proved
    /// What every step keeps as far as the search saw, where it was ended before the proof.
    std::vector<InferredLemma> candidates;
    /// Why the search ended early; empty if nobody asked for it. Then nothing is proved.
    std::string stopped;
    std::vector<InferredProperty> properties; // those that were asked for, and lemmas of the spec
    /// What is built in and could not be proved, in words.
    std::vector<std::string> obligations;
    std::vector<std::string> inconsistencies;
    std::size_t queries = 0;
    std::size_t samples = 0;
    std::size_t counterexamples = 0;
    std::size_t dropped = 0;
    double cpu_seconds = 0;

    [[nodiscard]] bool all_proved() const;
};

/// The spec that was given to `infer`, with the lemmas that were found and proved.
spec::TypedSpec with_lemmas(const spec::TypedSpec& spec, const InferReport& report);

InferReport infer(const spec::TypedSpec& spec, const InferOptions& options);

} // namespace muster::checker::infer
