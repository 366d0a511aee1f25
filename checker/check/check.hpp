#pragma once

#include "checker/engines/induction.hpp"
#include "checker/eval/run_tests.hpp"
#include "checker/infer/suggest_lemmas.hpp"
#include "checker/live/check_live.hpp"
#include "checker/report/verdict.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Runs what applies to a spec: its tests; induction for invariants, lemmas and steps; exploration
/// of the instances for covers and for what induction could not prove; a search of the instances
/// for fair loops that break `live` properties.
namespace muster::checker {

struct CheckOptions {
    /// Its `stop`, `progress` and `news` are those of the searches as well.
    InductionOptions induction{};
    /// Names of the properties to report on; all if empty. Lemmas always help to prove them.
    std::vector<std::string> properties{};
    /// The budget of one search: of one instance, for one group of properties.
    std::uint64_t max_states = 400'000;
    std::chrono::milliseconds max_search_time{120'000};
    /// The bounded search looks at runs of up to this many steps; 0: it does not look at all. It
    /// looks for what a first exploration of every instance has left open.
    std::uint32_t bounded_depth = 8;
};

struct PropertyReport {
    std::size_t property = 0; // into `TypedSpec::properties`
    Verdict verdict;
    double cpu_seconds = 0;
    /// What the verdict rests on besides the spec, in words for a report; every timing assumption
    /// of the spec is among it.
    std::vector<std::string> notes;
    /// One step that leaves the property, from a state that may be unreachable: why it could not
    /// be proved for any size. Kept where a search says more than induction did.
    std::optional<Trace> not_inductive;
    /// What would exclude the state before that step, if it were proved.
    infer::LemmaSuggestions suggestions{};
};

/// A part of a property that holds for a silly reason, as far as an instance goes.
struct VacuousPart {
    enum class Kind {
        premise, // the left side of an implication is never true
        range,   // what a quantifier ranges over is always empty
    };
    std::size_t property = 0;
    Kind kind = Kind::premise;
    spec::Span span; // of the left side, or of the range
    /// All of whose reachable states were seen, within the cuts.
    std::string instance;
    std::uint64_t states = 0;
    std::vector<std::string> cuts;
};

using live::LiveReport;

/// A `test` block of the spec, run on the evaluator.
struct TestReport {
    std::size_t test = 0; // into `TypedSpec::tests`
    TestResult result;
};

/// Something built in that could not be proved: an undefined operation, an unhandled message.
struct ObligationReport {
    ObligationProof proof;
    Verdict verdict;
    /// What was seen besides, in words for a report.
    std::vector<std::string> notes{};
    /// One step that goes wrong, from a state that may be unreachable; see PropertyReport.
    std::optional<Trace> not_inductive{};
    /// What would exclude the state before that step, if it were proved.
    infer::LemmaSuggestions suggestions{};
};

/// A step that no state allows, nearly always a mistake of the spec.
struct ImpossibleStep {
    std::string step;
    spec::Span span; // empty for a loss
};

struct CheckReport {
    std::vector<PropertyReport> properties;    // in source order
    std::vector<LiveReport> lives;             // in source order
    std::vector<ObligationReport> obligations; // those that were not proved
    std::size_t obligations_proved = 0;
    std::vector<TestReport> tests; // in source order
    /// Steps that no state allows which satisfies what was proved. One that happens in some run of
    /// the report, or was seen by a search, is none of them.
    std::vector<ImpossibleStep> impossible_steps;
    std::vector<std::string> inconsistencies;
    /// Of properties that are not violated, in source order.
    std::vector<VacuousPart> vacuous_parts;
    /// What the proofs rest on; none unless asked for.
    std::vector<Certificate> certificates;
    /// Instances that could not be explored, and why.
    std::vector<std::string> instance_errors;
    /// Why the check ended early; empty if it did not.
    std::string stopped;
    /// The same of the proofs alone: then built-in obligations may be missing.
    std::string proofs_stopped;
    double cpu_seconds = 0;

    enum class Outcome { holds, violated, undecided };
    [[nodiscard]] Outcome outcome() const;
};

CheckReport check(const spec::TypedSpec& spec, const CheckOptions& options);

} // namespace muster::checker
