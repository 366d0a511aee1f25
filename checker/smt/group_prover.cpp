#include "checker/smt/group_prover.hpp"

#include "checker/engines/cpu_time.hpp"
#include "checker/smt/group_context.hpp"
#include "checker/smt/never_twice.hpp"
#include "checker/smt/obligation_prover.hpp"
#include "checker/smt/step_reach.hpp"
#include "checker/smt/transitivity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker::smt {

namespace {

using Assumptions = GroupContext::Assumptions;

constexpr const char* kNoOrder =
    "the order of messages via fifo is not modelled; they are treated as via once";

/// How many seconds of CPU a proof takes before it asks for help.
constexpr double kAlone = 0.2;

class GroupProver {
public:
    GroupProver(const GroupTask& task, const InductionOptions& options)
        : task_(task)
        , options_(options)
        , spec_(*task.system->spec)
        , context_(task, options)
        , vocabulary_(context_.vocabulary())
        , never_twice_(context_)
        , transitivity_(context_)
        , obligations_(context_) {}

    GroupResult run() {
        try {
            prove();
        } catch (const Stopped&) {
            take_stop();
        } catch (const z3::exception&) {
            // An interrupted solver may throw anything.
            if (!is_stopped())
                throw;
            take_stop();
        }
        note_order();
        note_fragments();
        result_.perhaps_twice = never_twice_.perhaps_twice();
        result_.queries = context_.queries();
        result_.certified = context_.take_certified();
        return std::move(result_);
    }

    void run_ahead(const Share& share) {
        begin();
        const auto count = static_cast<std::uint32_t>(task_.system->steps.size());
        for (std::uint32_t i = share.index; i < count - share.first; i += share.of) {
            if (share.is_over())
                return;
            const std::uint32_t index = count - 1 - i;
            steps_.clear();
            attempt(task_.system->steps[index].name, [&] {
                prove_step(index);
                prove_the_rest_of_steps();
            });
        }
    }

    /// Only looks at what would be asked.
    std::vector<PropertyFragment> classify() {
        begin();
        for (std::uint32_t i = 0; i < task_.system->steps.size(); ++i) {
            const Step& step = task_.system->steps[i];
            if (!is_relevant(vocabulary_.relevance(), step))
                continue;
            attempt(step.name, [&] {
                const EncodedStep encoded =
                    encode_step(context_.encoder(), step, surroundings(step.name));
                for (const std::vector<Path>& paths : {encoded.stations, encoded.paths}) {
                    for (const Path& path : paths)
                        note_fragment(path, name_state(vocabulary_, path.state, wanted_), step);
                }
            });
        }
        note_fragments();
        std::vector<PropertyFragment> fragments;
        for (const PropertyProof& proof : result_.properties) {
            fragments.push_back({proof.property,
                                 proof.outside_fragment,
                                 proof.fragment_remedy,
                                 proof.outcome == ProofOutcome::unknown ? proof.reason : ""});
        }
        return fragments;
    }

private:
    void begin() {
        for (std::size_t property : task_.properties) {
            PropertyProof proof;
            proof.property = property;
            result_.properties.push_back(std::move(proof));
        }
        if (has_order())
            context_.rest_on(kNoOrder);
        encode_properties();
    }

    void prove() {
        begin();
        if (!task_.consistency_was_asked)
            check_consistency();
        attempt("the start", [&] { prove_start(); });
        prove_standing_still();
        for (std::uint32_t i = 0; i < task_.system->steps.size(); ++i) {
            tell_step(i);
            call_for_help(i);
            attempt(task_.system->steps[i].name, [&] { prove_step(i); });
        }
        // What follows rests on the assumptions; if one of them fell, all is asked again anyway.
        if (assumptions_stand())
            prove_the_rest();
        result_.never_twice = never_twice_.standing();
        result_.obligations = obligations_.take();
    }

    /// Where it takes long enough that others can be of use.
    void call_for_help(std::uint32_t index) {
        if (!task_.call_for_help || is_helped_ || cpu_seconds() - begin_ < kAlone ||
            index + 1 >= task_.system->steps.size())
            return;
        is_helped_ = true;
        task_.call_for_help(index + 1);
    }

    bool is_stopped() const { return options_.stop != nullptr && options_.stop->requested(); }

    /// What failed, failed. Nothing else is known: each proof rests on all of them.
    void take_stop() {
        result_.stopped = true;
        for (PropertyProof& proof : result_.properties)
            give_up(proof, options_.stop->reason());
        result_.obligations = obligations_.take();
        std::erase_if(result_.obligations, [](const ObligationProof& proof) {
            return proof.outcome == ProofOutcome::proved;
        });
        result_.steps.clear();
    }

    void tell_step(std::uint32_t index) const {
        const auto& steps = task_.system->steps;
        if (options_.progress)
            options_.progress(
                fmt::format("proving {} ({} of {})", steps[index].name, index + 1, steps.size()));
    }

    template <class Work>
    void attempt(const std::string& step, const Work& work) {
        vocabulary_.begin_names(step);
        try {
            work();
        } catch (const Unsupported& unsupported) {
            // Nothing is known about what a step does that has no encoding.
            const std::string reason =
                fmt::format("proofs do not understand {} in {}", unsupported.what(), step);
            for (PropertyProof& proof : result_.properties)
                give_up(proof, reason);
            never_twice_.give_up();
            if (task_.with_obligations)
                obligations_.give_up(unsupported.span, step, reason);
        }
    }

    /// Whether the order of what is in flight could matter.
    bool has_order() const {
        for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
            if (spec_.messages[m].network == spec::NetworkKind::fifo &&
                vocabulary_.in_flight(spec::MessageId{m}))
                return true;
        }
        return false;
    }

    /// A proof says it as well: it holds of more than the network that was asked for.
    void note_order() {
        if (!has_order())
            return;
        for (PropertyProof& proof : result_.properties) {
            auto& notes = proof.abstractions;
            if (std::find(notes.begin(), notes.end(), kNoOrder) == notes.end())
                notes.emplace_back(kNoOrder);
        }
    }

    void note_fragments() {
        for (PropertyProof& proof : result_.properties) {
            Fragment all = fragments_[proof.property];
            all.add(context_.fragment());
            const FragmentVerdict verdict = all.verdict();
            proof.outside_fragment = why_outside(verdict);
            proof.fragment_remedy = remedy(verdict);
        }
    }

    /// What a path brings to the questions about the properties that it touches.
    void note_fragment(const Path& path, const NamedState& last, const Step& step) {
        const std::string source = "what " + step.name + " does";
        Fragment fragment;
        fragment.add(path.conditions, source);
        fragment.add(path.definitions, source);
        fragment.add(last.definitions, source);
        for (const PropertyProof& proof : result_.properties) {
            if (is_touched(proof, last))
                fragments_[proof.property].add(fragment);
        }
    }

    bool is_touched(const PropertyProof& proof, const NamedState& last) const {
        if (proof.outcome != ProofOutcome::proved)
            return false;
        const std::set<ComponentId>& mentioned = mentions_.at(proof.property);
        return std::any_of(mentioned.begin(), mentioned.end(), [&](ComponentId id) {
            return last.changed.contains(id);
        });
    }

    static void give_up(PropertyProof& proof, const std::string& reason) {
        if (proof.outcome != ProofOutcome::proved)
            return;
        proof.outcome = ProofOutcome::unknown;
        proof.reason = reason;
    }

    bool assumptions_stand() const {
        return never_twice_.perhaps_twice().empty() &&
               std::none_of(result_.properties.begin(),
                            result_.properties.end(),
                            [&](const PropertyProof& proof) {
                                return proof.outcome != ProofOutcome::proved &&
                                       !context_.is_step_property(proof.property);
                            });
    }

    void encode_properties() {
        for (std::size_t property : task_.known)
            encode(property);
        for (std::size_t property : task_.properties)
            encode(property);
        for (spec::MessageId message : task_.never_twice) {
            if (const auto in_flight = never_twice_.assume(message))
                wanted_.insert(*in_flight);
        }
    }

    /// A property that has no encoding is unknown and never assumed.
    void encode(std::size_t property) {
        const SymbolicState now(vocabulary_);
        try {
            const bool step = context_.is_step_property(property);
            const Formula formula = encode_property(
                context_.encoder(),
                property,
                step ? std::optional(other_state(vocabulary_, "old")) : std::nullopt,
                now);
            wanted_.insert(formula.mentions.begin(), formula.mentions.end());
            mentions_.emplace(property, formula.mentions);
            const std::string source = title(spec_.properties[property]);
            fragments_[property].add(negation(formula.holds), source);
            fragments_[property].add(formula.facts, source);
            if (!step)
                context_.assume(formula);
        } catch (const Unsupported& unsupported) {
            for (PropertyProof& proof : result_.properties) {
                if (proof.property == property)
                    give_up(proof, fmt::format("proofs do not understand {}", unsupported.what()));
            }
        }
    }

    void check_consistency() {
        Session background = context_.session(Assumptions::none);
        const Answer answer = background.check(truth(vocabulary_.ctx(), true), "axioms");
        axioms_are_hard_ = answer == Answer::unknown;
        if (answer == Answer::unsatisfiable)
            result_.inconsistencies.push_back("the axioms contradict each other");
    }

    void prove_start() {
        const EncodedStep start =
            encode_start(context_.encoder(), {[](const Path&) { return true; }, {}});
        Session questions = context_.session(Assumptions::none);
        bool possible = start.paths.empty() || task_.consistency_was_asked;
        for (const Path& path : start.paths) {
            questions.push();
            questions.add(path.conditions);
            questions.add(path.definitions);
            const NamedState last = name_state(vocabulary_, path.state, wanted_);
            questions.add(last.definitions);
            for (PropertyProof& proof : result_.properties) {
                if (!context_.is_step_property(proof.property))
                    ask(questions, proof, last.state, path, {});
            }
            never_twice_.ask(questions, last, "start");
            possible = possible || !is_contradiction(questions);
            questions.pop();
        }
        if (!task_.with_obligations)
            return; // the start is that of the group with them
        obligations_.prove_paths(start, questions, {}, "start");
        // A start that always goes wrong is a mistake of its own, which has a run.
        if (!possible && !obligations_.is_open_at("start"))
            result_.inconsistencies.push_back("there is no initial state");
    }

    /// Whether there is no such start. Where the solver has given up on the axioms alone, it will
    /// on these too.
    bool is_contradiction(Session& start) {
        const z3::expr anything = truth(vocabulary_.ctx(), true);
        const Answer answer =
            axioms_are_hard_ ? start.glance(anything, "start") : start.check(anything, "start");
        return answer == Answer::unsatisfiable;
    }

    /// A step property holds of a step that changes nothing it mentions; then only the other steps
    /// need a look.
    void prove_standing_still() {
        Session questions = context_.session(Assumptions::before_the_step);
        const SymbolicState now(vocabulary_);
        for (PropertyProof& proof : result_.properties) {
            if (context_.is_step_property(proof.property))
                ask(questions, proof, now, Path{now}, {});
        }
    }

    void prove_step(std::uint32_t index) {
        const Step& step = task_.system->steps[index];
        const bool relevant = is_relevant(vocabulary_.relevance(), step);
        // No property speaks of who has stopped, and a loss has nothing that could go wrong.
        if (step.kind == StepKind::stop || (step.kind == StepKind::lose && !relevant))
            return;
        if (!relevant && !task_.with_obligations)
            return;
        steps_.emplace_back(index, encode_step(context_.encoder(), step, surroundings(step.name)));
        const EncodedStep& encoded = steps_.back().second;
        result_.paths += encoded.paths.size();
        if (!relevant)
            return;
        Session questions = context_.session(Assumptions::before_the_step);
        questions.add(encoded.facts);
        if (!encoded.stations.empty())
            require_transitive(step.name);
        for (const Path& path : encoded.stations)
            prove_path(questions, path, {index, encoded.event});
        for (const Path& path : encoded.paths)
            prove_path(questions, path, {index, encoded.event});
    }

    Surroundings surroundings(const std::string& step) {
        return {
            [this, step](const Path& path) { return context_.perhaps(path, step); },
            [this](const SymbolicState& state) { return context_.assumptions_in(state); },
        };
    }

    /// Where a step has a loop in order.
    void require_transitive(const std::string& step) {
        for (PropertyProof& proof : result_.properties) {
            if (proof.outcome != ProofOutcome::proved ||
                !context_.is_step_property(proof.property) || transitivity_.holds(proof.property))
                continue;
            give_up(proof,
                    fmt::format("proofs do not understand a step property that is not transitive "
                                "in {}, which has a loop in order",
                                step));
        }
    }

    void prove_path(Session& questions, const Path& path, const Scene& scene) {
        const NamedState last = name_state(vocabulary_, path.state, wanted_);
        questions.push();
        questions.add(path.conditions);
        questions.add(path.definitions);
        questions.add(last.definitions);
        note_fragment(path, last, task_.system->steps[*scene.step]);
        for (PropertyProof& proof : result_.properties) {
            if (is_touched(proof, last))
                ask(questions, proof, last.state, path, scene);
        }
        never_twice_.ask(questions, last, task_.system->steps[*scene.step].name);
        questions.pop();
    }

    std::string where(const PropertyProof& proof, const Scene& scene) const {
        if (scene.step)
            return task_.system->steps[*scene.step].name;
        return context_.is_step_property(proof.property) ? "a step that changes nothing"
                                                         : "the start";
    }

    void ask(Session& questions,
             PropertyProof& proof,
             const SymbolicState& last,
             const Path& path,
             const Scene& scene) {
        if (proof.outcome != ProofOutcome::proved)
            return;
        const double begin = cpu_seconds();
        std::optional<SymbolicState> before;
        if (context_.is_step_property(proof.property))
            before = path.since.value_or(SymbolicState(vocabulary_));
        const Formula formula = encode_property(context_.encoder(), proof.property, before, last);
        const z3::expr question =
            both(conjunction(vocabulary_.ctx(), formula.facts), negation(formula.holds));
        const std::string place = where(proof, scene);
        const Answer answer =
            questions.check(question, spec_.properties[proof.property].name + " " + place);
        ++proof.queries;
        proof.cpu_seconds += cpu_seconds() - begin;
        if (answer == Answer::unsatisfiable) {
            context_.certify(questions,
                             question,
                             {CertifiedQuery::Kind::property,
                              proof.property,
                              spec_.properties[proof.property].name,
                              place,
                              {},
                              {}});
            return;
        }
        std::set<std::string> abstractions = path.abstractions;
        abstractions.insert(formula.abstractions.begin(), formula.abstractions.end());
        proof.abstractions.assign(abstractions.begin(), abstractions.end());
        if (answer == Answer::unknown) {
            give_up(proof, fmt::format("the solver gave up on {} ({})", place, questions.reason()));
            return;
        }
        proof.outcome = ProofOutcome::not_inductive;
        proof.reason = fmt::format("not kept by {}", place);
        if (options_.news)
            options_.news(
                fmt::format("{} is {}", spec_.properties[proof.property].name, proof.reason));
        // Standing still is no step that the evaluator could repeat.
        if (scene.step || !before)
            proof.counterexample =
                context_.counterexample(questions, question, scene, proof.property, abstractions);
    }

    void prove_the_rest() {
        prove_the_rest_of_steps();
        if (task_.with_obligations)
            obligations_.prove_handlers();
        obligations_.prove_definedness(task_.properties);
    }

    void prove_the_rest_of_steps() {
        for (const auto& [index, encoded] : steps_) {
            const Step& step = task_.system->steps[index];
            const std::string& name = step.name;
            Session questions = context_.session(Assumptions::before_the_step);
            questions.add(encoded.facts);
            result_.steps.push_back(
                {name, step.span, reach_of(vocabulary_.ctx(), questions, encoded, name)});
            if (task_.with_obligations)
                obligations_.prove_paths(encoded, questions, {index, encoded.event}, name);
        }
    }

    const GroupTask& task_;
    const InductionOptions& options_;
    const spec::TypedSpec& spec_;
    GroupContext context_;
    Vocabulary& vocabulary_;
    NeverTwice never_twice_;
    Transitivity transitivity_;
    ObligationProver obligations_;
    std::vector<std::pair<std::uint32_t, EncodedStep>> steps_;
    /// Every component that some property mentions.
    std::set<ComponentId> wanted_;
    std::map<std::size_t, std::set<ComponentId>> mentions_;
    /// Of what a property's questions ask and of the steps that they are about.
    std::map<std::size_t, Fragment> fragments_;
    bool axioms_are_hard_ = false;
    double begin_ = cpu_seconds();
    bool is_helped_ = false;
    GroupResult result_;
};

/// Everything is unknown, for one reason.
GroupResult nothing_known(const GroupTask& task, const std::string& reason) {
    GroupResult result;
    for (std::size_t property : task.properties) {
        PropertyProof proof;
        proof.property = property;
        proof.outcome = ProofOutcome::unknown;
        proof.reason = reason;
        result.properties.push_back(std::move(proof));
    }
    ObligationProof proof;
    proof.outcome = ProofOutcome::unknown;
    proof.step = "every step";
    proof.reason = reason;
    result.obligations.push_back(std::move(proof));
    return result;
}

} // namespace

std::vector<PropertyFragment> classify_group(const GroupTask& task,
                                             const InductionOptions& options) {
    try {
        return GroupProver(task, options).classify();
    } catch (const Unsupported& unsupported) {
        std::vector<PropertyFragment> result;
        for (std::size_t property : task.properties)
            result.push_back(
                {property, "", "", fmt::format("proofs do not understand {}", unsupported.what())});
        return result;
    }
}

void prove_ahead(const GroupTask& task, const InductionOptions& options, const Share& share) {
    try {
        GroupProver(task, options).run_ahead(share);
    } catch (const Unsupported&) {
        // The proof itself will say so.
    } catch (const z3::exception&) {
        // The same.
    }
}

GroupResult prove_group(const GroupTask& task, const InductionOptions& options) {
    try {
        return GroupProver(task, options).run();
    } catch (const Unsupported& unsupported) {
        return nothing_known(task, fmt::format("proofs do not understand {}", unsupported.what()));
    } catch (const z3::exception& error) {
        const bool stopped = options.stop != nullptr && options.stop->requested();
        GroupResult result = nothing_known(
            task,
            stopped ? options.stop->reason() : fmt::format("the solver gave up ({})", error.msg()));
        result.stopped = stopped;
        return result;
    }
}

} // namespace muster::checker::smt
