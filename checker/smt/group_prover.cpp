#include "checker/smt/group_prover.hpp"

#include "checker/smt/counterexample.hpp"
#include "checker/smt/encode_property.hpp"
#include "checker/smt/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace muster::checker::smt {

namespace {

double cpu_now() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

class GroupProver {
public:
    GroupProver(const GroupTask& task, const InductionOptions& options)
        : task_(task)
        , options_(options)
        , spec_(*task.system->spec)
        , vocabulary_(*task.system, relevance(task))
        , ctx_(vocabulary_.ctx())
        , encoder_(vocabulary_)
        , pruner_(ctx_) {}

    GroupResult run() {
        for (std::size_t property : task_.properties) {
            PropertyProof proof;
            proof.property = property;
            result_.properties.push_back(std::move(proof));
        }
        encode_assumptions();
        check_consistency();
        attempt("the start", [&] { prove_start(); });
        prove_standing_still();
        for (std::uint32_t i = 0; i < task_.system->steps.size(); ++i)
            attempt(task_.system->steps[i].name, [&] { prove_step(i); });
        if (task_.with_obligations)
            prove_handlers();
        prove_definedness();
        return std::move(result_);
    }

private:
    template <class Work>
    void attempt(const std::string& step, const Work& work) {
        try {
            work();
        } catch (const Unsupported& unsupported) {
            give_up_on_step(step, unsupported);
        }
    }

    static Relevance relevance(const GroupTask& task) {
        std::vector<std::size_t> all = task.properties;
        all.insert(all.end(), task.known.begin(), task.known.end());
        return find_relevance(*task.system, all);
    }

    bool is_step_property(std::size_t property) const {
        return spec_.properties[property].kind == spec::PropertyKind::step;
    }

    void encode_assumptions() {
        const SymbolicState now(vocabulary_);
        for (std::size_t property = 0; property < spec_.properties.size(); ++property) {
            if (spec_.properties[property].kind == spec::PropertyKind::axiom)
                axioms_.push_back(encode_property(encoder_, property, std::nullopt, now).holds);
        }
        std::vector<std::size_t> assumed = task_.known;
        for (std::size_t property : task_.properties) {
            if (!is_step_property(property))
                assumed.push_back(property);
        }
        for (std::size_t property : assumed)
            encode_assumption(property, now);
        for (std::size_t property : task_.properties) {
            if (is_step_property(property))
                encode_step_property(property, now);
        }
        pruner_.add(vocabulary_.background());
        pruner_.add(axioms_);
        pruner_.add(hypothesis_);
    }

    void encode_assumption(std::size_t property, const SymbolicState& now) {
        try {
            const Formula formula = encode_property(encoder_, property, std::nullopt, now);
            hypothesis_.push_back(formula.holds);
            hypothesis_ = append(std::move(hypothesis_), formula.facts);
            note(formula);
            assumed_.push_back(property);
        } catch (const Unsupported& unsupported) {
            give_up(property, unsupported.what());
        }
    }

    void encode_step_property(std::size_t property, const SymbolicState& now) {
        try {
            note(encode_property(encoder_, property, other_state(vocabulary_), now));
        } catch (const Unsupported& unsupported) {
            give_up(property, unsupported.what());
        }
    }

    void note(const Formula& formula) {
        wanted_.insert(formula.mentions.begin(), formula.mentions.end());
        mentions_.emplace(formula.property, formula.mentions);
    }

    /// A property that has no encoding is unknown and never assumed.
    void give_up(std::size_t property, const std::string& what) {
        for (PropertyProof& proof : result_.properties) {
            if (proof.property == property)
                give_up(proof, fmt::format("proofs do not understand {}", what));
        }
    }

    static void give_up(PropertyProof& proof, const std::string& reason) {
        if (proof.outcome != ProofOutcome::proved)
            return;
        proof.outcome = ProofOutcome::unknown;
        proof.reason = reason;
    }

    /// Nothing is known about what a step does that has no encoding.
    void give_up_on_step(const std::string& step, const Unsupported& unsupported) {
        const std::string reason =
            fmt::format("proofs do not understand {} in {}", unsupported.what(), step);
        for (PropertyProof& proof : result_.properties)
            give_up(proof, reason);
        if (!task_.with_obligations)
            return;
        ObligationProof& proof =
            obligation_at(ObligationProof::Kind::undefined, unsupported.span, step);
        proof.outcome = ProofOutcome::unknown;
        proof.reason = reason;
    }

    Session session() {
        Session result(ctx_, options_, result_.queries);
        result.add(vocabulary_.background());
        result.add(axioms_);
        return result;
    }

    void check_consistency() {
        Session background = session();
        if (background.check(truth(ctx_, true), "axioms") == Answer::unsatisfiable)
            result_.inconsistencies.push_back("the axioms contradict each other");
    }

    void prove_start() {
        const EncodedStep start = encode_start(encoder_, [](const Path&) { return true; });
        Session questions = session();
        bool possible = start.paths.empty();
        for (const Path& path : start.paths) {
            questions.push();
            questions.add(path.conditions);
            questions.add(path.definitions);
            const NamedState last = name_state(vocabulary_, path.state, wanted_);
            questions.add(last.definitions);
            for (PropertyProof& proof : result_.properties) {
                if (!is_step_property(proof.property))
                    ask(questions, proof, std::nullopt, last, path, "the start");
            }
            possible =
                possible || questions.check(truth(ctx_, true), "start") != Answer::unsatisfiable;
            questions.pop();
        }
        if (!possible)
            result_.inconsistencies.push_back("there is no initial state");
        if (task_.with_obligations)
            prove_obligations(start, questions, "start");
    }

    /// A step property holds of a step that changes nothing it mentions; then only the other steps
    /// need a look.
    void prove_standing_still() {
        Session questions = session();
        questions.add(hypothesis_);
        const SymbolicState now(vocabulary_);
        const Path nothing{now};
        for (PropertyProof& proof : result_.properties) {
            if (is_step_property(proof.property))
                ask(questions,
                    proof,
                    now,
                    NamedState{now, {}, {}},
                    nothing,
                    "a step that changes nothing");
        }
    }

    void prove_step(std::uint32_t index) {
        const Step& step = task_.system->steps[index];
        const bool relevant = vocabulary_.relevance().roles[step.role.value];
        if ((!relevant && !task_.with_obligations) || step.kind == StepKind::stop)
            return;
        Session questions = session();
        questions.add(hypothesis_);
        const Feasible feasible = [&](const Path& path) {
            return pruner_.perhaps(append(path.conditions, path.definitions));
        };
        const EncodedStep encoded = encode_step(encoder_, step, feasible);
        questions.add(encoded.facts);
        step_ = index;
        event_ = encoded.event;
        for (const Path& path : encoded.paths) {
            ++result_.paths;
            if (relevant)
                prove_path(questions, path, step);
        }
        result_.steps.push_back({step.name, reach(questions, encoded, step.name)});
        if (task_.with_obligations)
            prove_obligations(encoded, questions, step.name);
    }

    /// Whether the step can happen in a state that satisfies the assumptions: if not, nothing that
    /// was proved about it means anything.
    StepReach::Answer
    reach(Session& questions, const EncodedStep& encoded, const std::string& name) {
        StepReach::Answer result = StepReach::Answer::impossible;
        for (const Path& path : encoded.paths) {
            questions.push();
            questions.add(path.conditions);
            questions.add(path.definitions);
            const Answer answer = questions.check(truth(ctx_, true), name + " possible");
            questions.pop();
            if (answer == Answer::satisfiable)
                return StepReach::Answer::possible;
            if (answer == Answer::unknown)
                result = StepReach::Answer::unknown;
        }
        return result;
    }

    void prove_path(Session& questions, const Path& path, const Step& step) {
        const NamedState last = name_state(vocabulary_, path.state, wanted_);
        questions.push();
        questions.add(path.conditions);
        questions.add(path.definitions);
        questions.add(last.definitions);
        const SymbolicState before(vocabulary_);
        for (PropertyProof& proof : result_.properties) {
            if (proof.outcome != ProofOutcome::proved)
                continue;
            const std::set<ComponentId>& mentioned = mentions_.at(proof.property);
            const bool touched =
                std::any_of(mentioned.begin(), mentioned.end(), [&](ComponentId id) {
                    return last.changed.contains(id);
                });
            if (touched)
                ask(questions, proof, before, last, path, step.name);
        }
        questions.pop();
    }

    void ask(Session& questions,
             PropertyProof& proof,
             const std::optional<SymbolicState>& before,
             const NamedState& last,
             const Path& path,
             const std::string& where) {
        if (proof.outcome != ProofOutcome::proved)
            return;
        const double begin = cpu_now();
        const Formula formula =
            encode_property(encoder_,
                            proof.property,
                            is_step_property(proof.property) ? before : std::nullopt,
                            last.state);
        const z3::expr question = both(conjunction(ctx_, formula.facts), negation(formula.holds));
        const Answer answer =
            questions.check(question, spec_.properties[proof.property].name + " " + where);
        ++proof.queries;
        proof.cpu_seconds += cpu_now() - begin;
        if (answer == Answer::unsatisfiable)
            return;
        proof.outcome =
            answer == Answer::satisfiable ? ProofOutcome::not_inductive : ProofOutcome::unknown;
        proof.reason =
            answer == Answer::satisfiable
                ? fmt::format("not kept by {}", where)
                : fmt::format("the solver gave up on {} ({})", where, questions.reason());
        std::set<std::string> abstractions = path.abstractions;
        abstractions.insert(formula.abstractions.begin(), formula.abstractions.end());
        proof.abstractions.assign(abstractions.begin(), abstractions.end());
        if (answer == Answer::satisfiable) {
            proof.counterexample =
                counterexample(questions, question, proof.property, std::move(abstractions));
        }
    }

    std::optional<StepCounterexample> counterexample(const Session& questions,
                                                     const z3::expr& question,
                                                     std::optional<std::size_t> property,
                                                     std::set<std::string> abstractions) {
        if (!options_.with_counterexamples)
            return std::nullopt;
        Refutation refutation{append(questions.assertions(), {question}),
                              questions.model().value(),
                              step_,
                              event_,
                              property,
                              step_ ? assumed_ : std::vector<std::size_t>{},
                              std::move(abstractions)};
        StepCounterexample result = explain(vocabulary_, refutation, options_);
        result.trace.without = missing_faults();
        return result;
    }

    /// The faults of the spec that this system leaves out.
    std::vector<spec::FaultInfo> missing_faults() const {
        std::vector<spec::FaultInfo> result;
        for (const spec::FaultInfo& fault : spec_.faults) {
            if (!task_.system->has_fault(fault.kind, fault.role))
                result.push_back(fault);
        }
        return result;
    }

    void prove_obligations(const EncodedStep& step, Session& questions, const std::string& name) {
        for (const PathObligation& obligation : step.obligations) {
            const auto kind = obligation.kind == PathObligation::Kind::undefined
                                  ? ObligationProof::Kind::undefined
                              : obligation.kind == PathObligation::Kind::assertion
                                  ? ObligationProof::Kind::assertion
                                  : ObligationProof::Kind::nothing_to_pick;
            settle(kind,
                   obligation.span,
                   name,
                   questions,
                   obligation.conditions,
                   obligation.formula,
                   obligation.abstractions);
        }
    }

    /// One place in the spec is one obligation, however many paths and steps lead to it; the first
    /// that cannot be proved settles it.
    ObligationProof&
    obligation_at(ObligationProof::Kind kind, spec::Span span, const std::string& step) {
        for (ObligationProof& known : result_.obligations) {
            if (known.kind == kind && known.span == span)
                return known;
        }
        ObligationProof proof;
        proof.kind = kind;
        proof.span = span;
        proof.step = step;
        result_.obligations.push_back(std::move(proof));
        return result_.obligations.back();
    }

    void settle(ObligationProof::Kind kind,
                spec::Span span,
                const std::string& step,
                Session& questions,
                const Terms& conditions,
                const z3::expr& formula,
                const std::set<std::string>& abstractions) {
        ObligationProof& proof = obligation_at(kind, span, step);
        if (proof.outcome != ProofOutcome::proved)
            return;
        questions.push();
        questions.add(conditions);
        const Answer answer = questions.check(negation(formula), "obligation of " + step);
        if (answer == Answer::satisfiable) {
            proof.step = step;
            proof.outcome = ProofOutcome::not_inductive;
            proof.reason = "may fail in a state that satisfies all assumptions";
            if (step_) {
                proof.counterexample =
                    counterexample(questions, negation(formula), std::nullopt, abstractions);
            }
        } else if (answer == Answer::unknown) {
            proof.step = step;
            proof.outcome = ProofOutcome::unknown;
            proof.reason = fmt::format("the solver gave up ({})", questions.reason());
        }
        questions.pop();
    }

    void prove_handlers() {
        for (std::uint32_t r = 0; r < spec_.roles.size(); ++r) {
            for (const HandlerObligation& obligation :
                 handler_obligations(encoder_, spec::RoleId{r})) {
                step_ = step_of(obligation.role, obligation.message);
                event_ = obligation.event;
                Session questions = session();
                questions.add(hypothesis_);
                questions.add(obligation.facts);
                const auto kind = obligation.kind == HandlerObligation::Kind::unhandled
                                      ? ObligationProof::Kind::unhandled
                                      : ObligationProof::Kind::ambiguous;
                settle(kind,
                       obligation.span,
                       spec_.message(obligation.message).name,
                       questions,
                       obligation.conditions,
                       obligation.formula,
                       {});
            }
        }
    }

    /// Some delivery of this message: an event of it names the message, not the handler.
    std::optional<std::uint32_t> step_of(spec::RoleId role, spec::MessageId message) const {
        for (std::uint32_t i = 0; i < task_.system->steps.size(); ++i) {
            const Step& step = task_.system->steps[i];
            if (step.kind == StepKind::deliver && step.role == role &&
                spec_.role(role).handlers[step.index].message == message)
                return i;
        }
        return std::nullopt;
    }

    void prove_definedness() {
        step_.reset();
        Session questions = session();
        for (std::size_t property : task_.properties) {
            const z3::expr defined = property_defined(encoder_, property);
            settle(ObligationProof::Kind::property,
                   spec_.properties[property].span,
                   spec_.properties[property].name,
                   questions,
                   {},
                   defined,
                   {});
        }
    }

    const GroupTask& task_;
    const InductionOptions& options_;
    const spec::TypedSpec& spec_;
    Vocabulary vocabulary_;
    z3::context& ctx_;
    ExprEncoder encoder_;
    Pruner pruner_;
    Terms axioms_;
    Terms hypothesis_;
    std::vector<std::size_t> assumed_;
    /// The step that is being looked at; none for the start and what is not about a step.
    std::optional<std::uint32_t> step_;
    EventSymbols event_;
    /// Every component that some property mentions.
    std::set<ComponentId> wanted_;
    std::map<std::size_t, std::set<ComponentId>> mentions_;
    GroupResult result_;
};

} // namespace

GroupResult prove_group(const GroupTask& task, const InductionOptions& options) {
    GroupResult nothing;
    for (std::size_t property : task.properties) {
        PropertyProof proof;
        proof.property = property;
        proof.outcome = ProofOutcome::unknown;
        nothing.properties.push_back(std::move(proof));
    }
    const auto give_up = [&nothing](const std::string& reason) {
        for (PropertyProof& proof : nothing.properties)
            proof.reason = reason;
        ObligationProof proof;
        proof.outcome = ProofOutcome::unknown;
        proof.reason = reason;
        nothing.obligations.push_back(std::move(proof));
        return nothing;
    };
    try {
        return GroupProver(task, options).run();
    } catch (const Unsupported& unsupported) {
        return give_up(fmt::format("proofs do not understand {}", unsupported.what()));
    } catch (const z3::exception& error) {
        return give_up(fmt::format("the solver gave up ({})", error.msg()));
    }
}

} // namespace muster::checker::smt
