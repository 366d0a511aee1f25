#pragma once

#include "checker/cache/answers.hpp"
#include "checker/certify/certificate.hpp"
#include "checker/engines/stop.hpp"
#include "checker/trace/trace.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Proofs for any number of participants, by induction over steps with Z3. Every invariant and
/// lemma holds in the initial states and is kept by every step from any state in which all of them
/// hold; step properties hold of every such step. Nothing that was not proved is ever assumed in
/// the end: what fails is taken out of the assumptions, and the rest is proved again.
namespace muster::checker {

struct InductionOptions {
    unsigned timeout_ms = 5000; // for one query, which has shorter tries with other seeds before
    unsigned seed = 0;
    /// Look for small counterexamples; off where only the answer counts.
    bool with_counterexamples = true;
    /// Where to write every query as an SMT-LIB file; nowhere if empty.
    std::filesystem::path query_directory;
    /// Queries that were answered before and need not be asked again; none if null. New answers are
    /// added. Must outlive the proof.
    Answers* answers = nullptr;
    /// How many processes may prove at once. More than one only with `answers`.
    unsigned jobs = 1;
    /// Ends the proofs early; never if null. Must outlive them.
    Stop* stop = nullptr;
    /// Told what is being proved now, for a progress line; may be empty.
    std::function<void(const std::string&)> progress{};
    /// Told what was found out, as soon as it is; may be empty.
    std::function<void(const std::string&)> news{};
    /// Keep every question that the proofs rest on, for `InductionReport::certificates`.
    bool with_certificates = false;
};

enum class ProofOutcome { proved, not_inductive, unknown };

/// Why the solver says no: an initial state, or one step from a state that satisfies all
/// assumptions but may be unreachable. Repeated on the evaluator before it is reported.
struct StepCounterexample {
    Trace trace;
    /// Empty when the evaluator repeated it. Otherwise why it could not: the solver's
    /// counterexample rests on an abstraction, which this names.
    std::string rests_on;
    /// Of an initial state that a run can start from: what constants and functions are there, which
    /// satisfies the axioms for any size.
    std::optional<Fixed> interpretation{};
};

struct PropertyProof {
    std::size_t property = 0; // into `TypedSpec::properties`
    ProofOutcome outcome = ProofOutcome::proved;
    /// One line: what fails where, or why nothing is known.
    std::string reason;
    std::optional<StepCounterexample> counterexample;
    /// The abstractions that the answer rests on, in the words of a report. A proof stays one, so
    /// there it is only told what treats a network as a harsher one.
    std::vector<std::string> abstractions;
    /// Whether Z3 decides all questions about the property, known from their shape alone: empty if
    /// so, otherwise what takes them out of the fragment, and what would help. Only of these may
    /// an answer stay out for ever.
    std::string outside_fragment;
    std::string fragment_remedy;
    std::size_t queries = 0;
    double cpu_seconds = 0;
};

/// Something built in: operations are defined, assertions hold, messages are handled in one way,
/// properties are defined.
struct ObligationProof {
    enum class Kind { undefined, assertion, nothing_to_pick, unhandled, ambiguous, property };
    Kind kind = Kind::undefined;
    std::string step; // the step's name; for a property, the property's
    spec::Span span;  // for a property, of its name
    ProofOutcome outcome = ProofOutcome::proved;
    std::string reason;
    std::optional<StepCounterexample> counterexample;
    /// In a property that may be undefined: the first operation that may be, and what would help.
    std::optional<spec::Span> operation;
    std::string help;
};

/// Whether a step can happen at all in a state that satisfies the assumptions. A step that cannot
/// is no mistake of the proof, but nearly always one of the spec.
struct StepReach {
    enum class Answer { possible, impossible, unknown };
    std::string step;
    spec::Span span; // of its handler or action; empty for a loss
    Answer answer = Answer::unknown;
    std::vector<spec::FaultInfo> without{}; // the faults that are left out
};

struct InductionReport {
    std::vector<PropertyProof> properties; // in source order; covers and axioms are left out
    std::vector<ObligationProof> obligations;
    std::vector<StepReach> steps;
    /// Messages of which no two equal ones are in flight at once. Found and proved with the
    /// properties, which may rest on it.
    std::vector<spec::MessageId> never_twice;
    /// Axioms contradict each other, or there is no initial state: then everything above is void.
    std::vector<std::string> inconsistencies;
    /// Why the proofs ended early; empty if they did not. Then what is not proved above is open,
    /// and built-in obligations may be missing.
    std::string stopped;
    /// One for each group of properties; none unless asked for.
    std::vector<Certificate> certificates;
    std::size_t queries = 0;
    std::size_t paths = 0;
    double cpu_seconds = 0;

    [[nodiscard]] bool all_proved() const;
};

/// What is known about the questions that a proof of a property would ask, without asking them.
struct PropertyFragment {
    std::size_t property = 0; // into `TypedSpec::properties`
    /// As `PropertyProof::outside_fragment`; empty where Z3 decides all questions.
    std::string outside;
    std::string remedy;
    /// A construct that has no encoding; then nothing else is known.
    std::string unsupported;
};

/// One for each property that induction looks at, in source order.
std::vector<PropertyFragment> classify_questions(const spec::TypedSpec& spec,
                                                 const InductionOptions& options);

/// ` without crash server`, for a step of a model that leaves faults out; empty if it leaves out
/// none.
std::string without_text(const spec::TypedSpec& spec, const std::vector<spec::FaultInfo>& without);

InductionReport prove_by_induction(const spec::TypedSpec& spec, const InductionOptions& options);

} // namespace muster::checker
