#include "checker/smt/group_prover.hpp"

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
        : task_(task), options_(options), spec_(*task.system->spec),
          vocabulary_(*task.system, relevance(task)), ctx_(vocabulary_.ctx()),
          encoder_(vocabulary_), pruner_(ctx_) {}

    GroupResult run() {
        for (std::size_t property : task_.properties) {
            PropertyProof proof;
            proof.property = property;
            result_.properties.push_back(std::move(proof));
        }
        encode_assumptions();
        check_consistency();
        prove_start();
        prove_standing_still();
        for (std::uint32_t i = 0; i < task_.system->steps.size(); ++i)
            prove_step(i);
        if (task_.with_obligations)
            prove_handlers();
        prove_definedness();
        return std::move(result_);
    }

  private:
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
        for (std::size_t property : assumed) {
            const Formula formula = encode_property(encoder_, property, std::nullopt, now);
            hypothesis_.push_back(formula.holds);
            hypothesis_ = append(std::move(hypothesis_), formula.facts);
            wanted_.insert(formula.mentions.begin(), formula.mentions.end());
            mentions_.emplace(property, formula.mentions);
        }
        for (std::size_t property : task_.properties) {
            if (!is_step_property(property))
                continue;
            const Formula formula =
                encode_property(encoder_, property, other_state(vocabulary_), now);
            wanted_.insert(formula.mentions.begin(), formula.mentions.end());
            mentions_.emplace(property, formula.mentions);
        }
        pruner_.add(vocabulary_.background());
        pruner_.add(axioms_);
        pruner_.add(hypothesis_);
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
            possible = possible || questions.check(truth(ctx_, true), "start") !=
                                       Answer::unsatisfiable;
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
                ask(questions, proof, now, NamedState{now, {}, {}}, nothing,
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
        bool possible = false;
        for (const Path& path : encoded.paths) {
            ++result_.paths;
            if (relevant)
                prove_path(questions, path, step);
        }
        for (const Path& path : encoded.paths) {
            if (possible || !task_.with_obligations)
                break;
            questions.push();
            questions.add(path.conditions);
            questions.add(path.definitions);
            possible = questions.check(truth(ctx_, true), step.name + " possible") !=
                       Answer::unsatisfiable;
            questions.pop();
        }
        if (task_.with_obligations) {
            result_.steps.push_back({step.name, possible ? StepReach::Answer::possible
                                                         : StepReach::Answer::impossible});
            prove_obligations(encoded, questions, step.name);
        }
    }

    void prove_path(Session& questions, const Path& path, const Step& step) {
        const NamedState last = name_state(vocabulary_, path.state, wanted_);
        questions.push();
        questions.add(path.conditions);
        questions.add(path.definitions);
        questions.add(last.definitions);
        const SymbolicState before(vocabulary_);
        for (PropertyProof& proof : result_.properties) {
            const std::set<ComponentId>& mentioned = mentions_.at(proof.property);
            const bool touched =
                std::any_of(mentioned.begin(), mentioned.end(),
                            [&](ComponentId id) { return last.changed.contains(id); });
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
        const Formula formula = encode_property(
            encoder_, proof.property, is_step_property(proof.property) ? before : std::nullopt,
            last.state);
        const Answer answer =
            questions.check(both(conjunction(ctx_, formula.facts), negation(formula.holds)),
                            spec_.properties[proof.property].name + " " + where);
        ++proof.queries;
        proof.cpu_seconds += cpu_now() - begin;
        if (answer == Answer::unsatisfiable)
            return;
        proof.outcome = answer == Answer::satisfiable ? ProofOutcome::not_inductive
                                                      : ProofOutcome::unknown;
        proof.reason = answer == Answer::satisfiable
                           ? fmt::format("not kept by {}", where)
                           : fmt::format("the solver gave up on {} ({})", where,
                                         questions.reason());
        proof.abstractions.assign(path.abstractions.begin(), path.abstractions.end());
    }

    void prove_obligations(const EncodedStep& step, Session& questions, const std::string& name) {
        for (const PathObligation& obligation : step.obligations) {
            ObligationProof proof;
            proof.kind = obligation.kind == PathObligation::Kind::undefined
                             ? ObligationProof::Kind::undefined
                         : obligation.kind == PathObligation::Kind::assertion
                             ? ObligationProof::Kind::assertion
                             : ObligationProof::Kind::nothing_to_pick;
            proof.step = name;
            proof.span = obligation.span;
            settle(proof, questions, obligation.conditions, obligation.formula);
        }
    }

    void settle(ObligationProof& proof,
                Session& questions,
                const Terms& conditions,
                const z3::expr& formula) {
        questions.push();
        questions.add(conditions);
        const Answer answer = questions.check(negation(formula), "obligation of " + proof.step);
        if (answer != Answer::unsatisfiable) {
            proof.outcome = answer == Answer::satisfiable ? ProofOutcome::not_inductive
                                                          : ProofOutcome::unknown;
            proof.reason = answer == Answer::satisfiable
                               ? "may fail in a state that satisfies all assumptions"
                               : fmt::format("the solver gave up ({})", questions.reason());
        }
        questions.pop();
        result_.obligations.push_back(std::move(proof));
    }

    void prove_handlers() {
        for (std::uint32_t r = 0; r < spec_.roles.size(); ++r) {
            for (const HandlerObligation& obligation :
                 handler_obligations(encoder_, spec::RoleId{r})) {
                Session questions = session();
                questions.add(hypothesis_);
                questions.add(obligation.facts);
                ObligationProof proof;
                proof.kind = obligation.kind == HandlerObligation::Kind::unhandled
                                 ? ObligationProof::Kind::unhandled
                                 : ObligationProof::Kind::ambiguous;
                proof.step = spec_.message(obligation.message).name;
                proof.span = obligation.span;
                settle(proof, questions, obligation.conditions, obligation.formula);
            }
        }
    }

    void prove_definedness() {
        Session questions = session();
        for (std::size_t property : task_.properties) {
            ObligationProof proof;
            proof.kind = ObligationProof::Kind::property;
            proof.step = spec_.properties[property].name;
            proof.span = spec_.properties[property].span;
            const z3::expr defined = property_defined(encoder_, property);
            if (!defined.is_true())
                settle(proof, questions, {}, defined);
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
    /// Every component that some property mentions.
    std::set<ComponentId> wanted_;
    std::map<std::size_t, std::set<ComponentId>> mentions_;
    GroupResult result_;
};

} // namespace

GroupResult prove_group(const GroupTask& task, const InductionOptions& options) {
    return GroupProver(task, options).run();
}

} // namespace muster::checker::smt
