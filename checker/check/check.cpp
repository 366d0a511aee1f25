#include "checker/check/check.hpp"

#include "checker/certify/replay_trace.hpp"
#include "checker/check/search.hpp"
#include "checker/check/vacuity.hpp"
#include "checker/explain/explain_step.hpp"
#include "checker/system/is_selected.hpp"

#include <algorithm>
#include <map>

namespace muster::checker {

namespace {

bool is_cover(const spec::PropertyInfo& property) {
    return property.kind == spec::PropertyKind::cover;
}

class Checking {
public:
    Checking(const spec::TypedSpec& spec, const CheckOptions& options)
        : spec_(spec)
        , options_(options) {}

    CheckReport run() {
        if (options_.properties.empty()) {
            for (std::size_t i = 0; i < spec_.tests.size(); ++i) {
                report_.tests.push_back({i, run_test(spec_, spec_.tests[i])});
            }
        }
        InductionReport induction = prove_by_induction(spec_, options_.induction);
        report_.proofs_stopped = induction.stopped;
        report_.stopped = induction.stopped;
        report_.inconsistencies = induction.inconsistencies;
        report_.cpu_seconds = induction.cpu_seconds;
        report_.certificates = std::move(induction.certificates);
        proved_ = {proved_state_properties(induction.properties), induction.never_twice};
        take_obligations(std::move(induction.obligations));
        take_properties(std::move(induction.properties));
        if (!report_.inconsistencies.empty()) {
            take_contradicted_lives();
            return std::move(report_); // there is nothing to explore, so silence would mean nothing
        }
        Search search(spec_, options_, report_.instance_errors);
        search.run(open_properties(), open_places());
        settle(search);
        take_impossible_steps(induction.steps, search);
        suggest_lemmas();
        find_vacuity();
        take_lives();
        if (const Stop* stop = options_.induction.stop; stop != nullptr) {
            report_.stopped = stop->reason();
        }
        return std::move(report_);
    }

private:
    bool is_asked_for(const std::string& name) const {
        return is_selected(options_.properties, name);
    }

    std::vector<std::size_t> selected_lives() const {
        std::vector<std::size_t> lives;
        for (std::size_t i = 0; i < spec_.lives.size(); ++i) {
            if (is_asked_for(spec_.lives[i].name)) {
                lives.push_back(i);
            }
        }
        return lives;
    }

    void take_lives() {
        report_.lives = live::check_lives_on_instances(
            spec_, selected_lives(), [this] { return live_options(); });
    }

    void take_contradicted_lives() {
        for (const std::size_t live : selected_lives()) {
            LiveReport& entry = report_.lives.emplace_back();
            entry.live = live;
            entry.finding.verdict = contradiction();
        }
    }

    live::LiveOptions live_options() const {
        if (options_.induction.progress) {
            options_.induction.progress("looking for fair loops");
        }
        return {.max_states = options_.max_states,
                .deadline = std::chrono::steady_clock::now() + options_.max_search_time,
                .stop = options_.induction.stop};
    }

    void take_obligations(std::vector<ObligationProof> proofs) {
        for (ObligationProof& proof : proofs) {
            if (proof.outcome == ProofOutcome::proved) {
                ++report_.obligations_proved;
                continue;
            }
            Verdict verdict = undecided(proof.outcome, proof.reason, proof.counterexample);
            report_.obligations.push_back({std::move(proof), std::move(verdict)});
        }
    }

    void take_properties(std::vector<PropertyProof> proofs) {
        std::map<std::size_t, PropertyProof> by_property;
        for (PropertyProof& proof : proofs) {
            by_property.emplace(proof.property, std::move(proof));
        }
        for (std::size_t i = 0; i < spec_.properties.size(); ++i) {
            if (spec_.properties[i].kind == spec::PropertyKind::axiom ||
                !is_asked_for(spec_.properties[i].name)) {
                continue;
            }
            PropertyReport entry{i, Proved{grounds_of(i, proved_.properties)}, 0, {}, std::nullopt};
            if (const auto found = by_property.find(i); found != by_property.end()) {
                const PropertyProof& proof = found->second;
                entry.cpu_seconds = proof.cpu_seconds;
                entry.notes = proof.abstractions;
                if (proof.outcome == ProofOutcome::unknown) {
                    note_fragment(proof, entry);
                }
                if (auto run = run_of_no_steps(proof)) {
                    entry.verdict = std::move(*run);
                } else if (proof.outcome != ProofOutcome::proved) {
                    entry.verdict = undecided(proof.outcome, proof.reason, proof.counterexample);
                } else if (!report_.inconsistencies.empty()) {
                    entry.verdict = contradiction();
                } else if (const ObligationProof* open = open_definedness(i)) {
                    entry.verdict = undecided(open->outcome, open->reason, std::nullopt);
                }
            } else if (!report_.inconsistencies.empty()) {
                entry.verdict = contradiction();
            } else {
                entry.verdict = Undecided{Undecided::Reason::not_reached,
                                          "no instance to search for a run in",
                                          std::nullopt};
            }
            for (const spec::TimingAssumption& assumption : spec_.timing) {
                entry.notes.push_back("assuming timing " + assumption.name);
            }
            report_.properties.push_back(std::move(entry));
        }
    }

    std::vector<std::size_t>
    proved_state_properties(const std::vector<PropertyProof>& proofs) const {
        std::vector<std::size_t> proved;
        for (const PropertyProof& proof : proofs) {
            const spec::PropertyKind kind = spec_.properties[proof.property].kind;
            if (proof.outcome == ProofOutcome::proved && kind != spec::PropertyKind::step) {
                proved.push_back(proof.property);
            }
        }
        return proved;
    }

    /// The names of what the proof of a property assumes before every step: what is proved under
    /// the same faults, or under more.
    std::vector<std::string> grounds_of(std::size_t property,
                                        const std::vector<std::size_t>& proved) const {
        const auto& without = spec_.properties[property].without;
        std::vector<std::string> names;
        for (const std::size_t other : proved) {
            const auto& left_out = spec_.properties[other].without;
            const bool holds_here =
                std::all_of(left_out.begin(), left_out.end(), [&](const spec::FaultInfo& fault) {
                    return std::find(without.begin(), without.end(), fault) != without.end();
                });
            if (other != property && holds_here) {
                names.push_back(spec_.properties[other].name);
            }
        }
        return names;
    }

    /// Why the solver may have no answer, and what would help.
    static void note_fragment(const PropertyProof& proof, PropertyReport& entry) {
        if (proof.outside_fragment.empty()) {
            return;
        }
        entry.notes.push_back("Z3 need not find an answer here: " + proof.outside_fragment);
        if (!proof.fragment_remedy.empty()) {
            entry.notes.push_back("to help it, " + proof.fragment_remedy);
        }
    }

    /// The start is always reachable, so that being wrong there is more than not being inductive.
    std::optional<Violated> run_of_no_steps(const PropertyProof& proof) const {
        if (!proof.counterexample || !proof.counterexample->interpretation ||
            !report_.inconsistencies.empty()) {
            return std::nullopt;
        }
        auto trace = replay_trace(spec_,
                                  *proof.counterexample->interpretation,
                                  proof.counterexample->trace,
                                  {.property = proof.property});
        return trace ? std::optional(Violated{std::move(*trace), std::nullopt}) : std::nullopt;
    }

    /// That a property holds says nothing where it is undefined.
    const ObligationProof* open_definedness(std::size_t property) const {
        const auto found =
            std::find_if(report_.obligations.begin(),
                         report_.obligations.end(),
                         [&](const ObligationReport& entry) {
                             return entry.proof.kind == ObligationProof::Kind::property &&
                                    entry.proof.span == spec_.properties[property].span;
                         });
        return found == report_.obligations.end() ? nullptr : &found->proof;
    }

    static Undecided contradiction() {
        return {Undecided::Reason::inconsistent,
                "what the spec assumes contradicts itself",
                std::nullopt};
    }

    static Undecided undecided(ProofOutcome outcome,
                               const std::string& reason,
                               const std::optional<StepCounterexample>& counterexample) {
        Undecided result{outcome == ProofOutcome::not_inductive ? Undecided::Reason::not_inductive
                                                                : Undecided::Reason::out_of_budget,
                         reason,
                         std::nullopt};
        if (counterexample && counterexample->rests_on.empty()) {
            result.counterexample = counterexample->trace;
        } else if (counterexample) {
            result.text += "; the solver's counterexample rests on " + counterexample->rests_on;
        }
        return result;
    }

    /// What exploration should look at: covers, and what induction left open.
    std::vector<std::size_t> open_properties() const {
        std::vector<std::size_t> open;
        for (const PropertyReport& entry : report_.properties) {
            if (!std::holds_alternative<Proved>(entry.verdict)) {
                open.push_back(entry.property);
            }
        }
        return open;
    }

    /// Where exploration should look for steps that go wrong. What is owed by a property is looked
    /// at with the property.
    std::vector<spec::Span> open_places() const {
        std::vector<spec::Span> places;
        for (const ObligationReport& entry : report_.obligations) {
            if (entry.proof.kind != ObligationProof::Kind::property) {
                places.push_back(entry.proof.span);
            }
        }
        return places;
    }

    void settle(Search& search) {
        settle_properties(search);
        std::vector<spec::Span> known;
        for (ObligationReport& entry : report_.obligations) {
            known.push_back(entry.proof.span);
            settle_obligation(search, entry);
        }
        for (Violated& run : search.other_broken_steps(known)) {
            take_broken_step(std::move(run));
        }
    }

    void settle_properties(Search& search) {
        for (PropertyReport& entry : report_.properties) {
            if (std::holds_alternative<Proved>(entry.verdict)) {
                continue;
            }
            auto found = search.take_verdict(entry.property);
            if (!found) {
                tell_why_not_searched(entry);
                continue;
            }
            if (std::holds_alternative<Violated>(entry.verdict) &&
                !std::holds_alternative<Violated>(*found)) {
                continue; // the start is wrong, though not on this instance
            }
            const bool is_run =
                std::holds_alternative<Violated>(*found) || std::holds_alternative<Shown>(*found);
            if (const auto tried = search.partly_tried(entry.property); is_run && tried) {
                entry.notes.push_back("the search was limited to " + *tried);
            }
            auto* before = std::get_if<Undecided>(&entry.verdict);
            const bool silent = std::holds_alternative<NoViolationWithin>(*found);
            if (is_cover(spec_.properties[entry.property]) || !silent) {
                const bool says_less = std::holds_alternative<HoldsOn>(*found) ||
                                       std::holds_alternative<Undecided>(*found);
                if (says_less && !is_cover(spec_.properties[entry.property])) {
                    entry.notes.push_back("not proved for any size: " + before->text);
                    entry.not_inductive = std::move(before->counterexample);
                }
                entry.verdict = std::move(*found);
            } else {
                // The search saw only a part: the two-state counterexample says more, and both
                // are told.
                entry.notes.push_back("no violation" + within(std::get<NoViolationWithin>(*found)));
                if (const auto why = search.not_in_bounded_search(entry.property)) {
                    entry.notes.push_back(*why);
                }
            }
        }
    }

    static std::string within(const NoViolationWithin& partial) {
        return " within " + std::to_string(partial.depth) + " steps on instance " +
               partial.instance + " (" + partial.limit + ")";
    }

    void settle_obligation(const Search& search, ObligationReport& entry) const {
        if (auto run = search.run_to(entry.proof.span)) {
            entry.verdict = std::move(*run);
            return;
        }
        // Where a whole step is not understood, what goes wrong in it may be anywhere.
        if (entry.proof.outcome == ProofOutcome::unknown && search.found_broken_steps()) {
            return;
        }
        const std::optional<Verdict> seen = entry.proof.kind == ObligationProof::Kind::property
                                                ? verdict_of_property_at(entry.proof.span)
                                                : search.silence_at(entry.proof.span);
        if (!seen) {
            return;
        }
        if (std::holds_alternative<HoldsOn>(*seen)) {
            entry.notes.push_back("not proved for any size: " + entry.proof.reason);
            entry.not_inductive = std::get<Undecided>(entry.verdict).counterexample;
            entry.verdict = *seen;
        } else if (const auto* partial = std::get_if<NoViolationWithin>(&*seen)) {
            entry.notes.push_back("nothing goes wrong there" + within(*partial));
        }
    }

    std::optional<Verdict> verdict_of_property_at(spec::Span place) const {
        const auto found = std::find_if(
            report_.properties.begin(), report_.properties.end(), [&](const PropertyReport& entry) {
                return spec_.properties[entry.property].span == place;
            });
        return found == report_.properties.end() ? std::nullopt : std::optional(found->verdict);
    }

    /// A run of the report says more than the prover, which looks at steps that end well.
    void take_impossible_steps(const std::vector<StepReach>& steps, const Search& search) {
        for (const StepReach& reach : steps) {
            if (reach.answer != StepReach::Answer::impossible) {
                continue;
            }
            if (!search.has_happened(reach.step, reach.span, reach.without) &&
                !is_in_the_report(reach)) {
                report_.impossible_steps.push_back(
                    {reach.step + without_text(spec_, reach.without), reach.span});
            }
        }
    }

    void find_vacuity() {
        std::vector<std::size_t> properties;
        for (const PropertyReport& entry : report_.properties) {
            if (!is_cover(spec_.properties[entry.property]) &&
                !std::holds_alternative<Violated>(entry.verdict)) {
                properties.push_back(entry.property);
            }
        }
        // Larger instances are not looked at whole.
        constexpr std::uint64_t kMaxStates = 3000;
        report_.vacuous_parts =
            find_vacuous_parts(spec_, properties, kMaxStates, options_.induction.stop);
    }

    /// A lemma that is undefined somewhere says nothing there, so nothing is to rest on it.
    infer::ProvedAlready told_as_proved() const {
        infer::ProvedAlready result = proved_;
        std::erase_if(result.properties,
                      [&](std::size_t property) { return open_definedness(property) != nullptr; });
        return result;
    }

    void suggest_lemmas() {
        infer::LemmaSuggester suggester(spec_, told_as_proved(), options_.induction);
        for (PropertyReport& entry : report_.properties) {
            suggest_lemmas(suggester, entry, entry.property);
        }
        for (ObligationReport& entry : report_.obligations) {
            suggest_lemmas(suggester, entry, std::nullopt);
        }
    }

    /// Before a start there is no state to exclude.
    template <class Entry>
    void suggest_lemmas(infer::LemmaSuggester& suggester,
                        Entry& entry,
                        std::optional<std::size_t> property) const {
        const Stop* stop = options_.induction.stop;
        const auto* open = std::get_if<Undecided>(&entry.verdict);
        const std::optional<Trace>& step =
            open != nullptr && open->counterexample ? open->counterexample : entry.not_inductive;
        const bool is_wanted = step && has_step(spec_, *step);
        if (is_wanted && (stop == nullptr || !stop->requested())) {
            entry.suggestions = suggester.suggest(*step, property);
        }
    }

    /// Whether the step stands in a run of the report, or in a single step that is told.
    bool is_in_the_report(const StepReach& reach) const {
        const auto has = [&](const std::optional<Trace>& trace) {
            return trace && is_in(reach, *trace);
        };
        const auto has_in_verdict = [&](const Verdict& verdict) {
            if (const auto* violated = std::get_if<Violated>(&verdict)) {
                return is_in(reach, violated->trace);
            }
            if (const auto* shown = std::get_if<Shown>(&verdict)) {
                return is_in(reach, shown->trace);
            }
            const auto* undecided = std::get_if<Undecided>(&verdict);
            return undecided != nullptr && has(undecided->counterexample);
        };
        const auto has_entry = [&](const auto& entry) {
            return has_in_verdict(entry.verdict) || has(entry.not_inductive);
        };
        return std::any_of(report_.properties.begin(), report_.properties.end(), has_entry) ||
               std::any_of(report_.obligations.begin(), report_.obligations.end(), has_entry);
    }

    bool is_in(const StepReach& reach, const Trace& trace) const {
        if (!leaves_out_all(trace.without, reach.without)) {
            return false;
        }
        const TransitionSystem system = system_of(spec_, trace);
        const auto is_it = [&](const Event& event) {
            const Step& step = system.steps.at(event.step);
            return step.name == reach.step && step.span == reach.span;
        };
        const bool starts = !trace.initial.variables.empty() || spec_.variables.empty();
        return std::any_of(trace.steps.begin(),
                           trace.steps.end(),
                           [&](const TraceStep& step) { return is_it(step.event); }) ||
               (trace.ending && starts && is_it(trace.ending->event));
    }

    /// Every instance was refused, or there is none.
    void tell_why_not_searched(PropertyReport& entry) const {
        const Stop* stop = options_.induction.stop;
        if (is_cover(spec_.properties[entry.property]) && stop != nullptr && stop->requested()) {
            entry.verdict =
                Undecided{Undecided::Reason::out_of_budget, stop->reason(), std::nullopt};
            return;
        }
        const auto& errors = report_.instance_errors;
        if (!is_cover(spec_.properties[entry.property]) || errors.empty()) {
            return;
        }
        std::string text = "no instance could be searched for a run: " + errors.front();
        if (const std::size_t instances = spec_.instances.size(); instances > 1) {
            text += " (and " + std::to_string(instances - 1) + " more, see below)";
        }
        entry.verdict = Undecided{Undecided::Reason::not_reached, std::move(text), std::nullopt};
    }

    /// A step that goes wrong where the prover has no obligation, in a timing assumption, say.
    void take_broken_step(Violated run) {
        ObligationProof proof;
        const TransitionSystem system = system_of(spec_, run.trace);
        proof.step = run.trace.ending && !run.trace.initial.variables.empty()
                         ? system.steps[run.trace.ending->event.step].name
                         : "start";
        proof.span = run.failure->span;
        proof.outcome = ProofOutcome::not_inductive;
        proof.reason = run.failure->text;
        report_.obligations.push_back({std::move(proof), std::move(run)});
    }

    const spec::TypedSpec& spec_;
    const CheckOptions& options_;
    infer::ProvedAlready proved_;
    CheckReport report_;
};

} // namespace

CheckReport::Outcome CheckReport::outcome() const {
    bool open = !inconsistencies.empty() || !instance_errors.empty() || !stopped.empty();
    const auto look = [&](const Verdict& verdict) {
        if (std::holds_alternative<Violated>(verdict)) {
            return true;
        }
        open = open || std::holds_alternative<Undecided>(verdict) ||
               std::holds_alternative<NoViolationWithin>(verdict);
        return false;
    };
    for (const PropertyReport& entry : properties) {
        if (look(entry.verdict)) {
            return Outcome::violated;
        }
    }
    for (const LiveReport& entry : lives) {
        if (look(entry.finding.verdict)) {
            return Outcome::violated;
        }
    }
    for (const ObligationReport& entry : obligations) {
        if (look(entry.verdict)) {
            return Outcome::violated;
        }
    }
    for (const TestReport& entry : tests) {
        if (!entry.result.passed) {
            return Outcome::violated;
        }
    }
    return open ? Outcome::undecided : Outcome::holds;
}

CheckReport check(const spec::TypedSpec& spec, const CheckOptions& options) {
    return Checking(spec, options).run();
}

} // namespace muster::checker
