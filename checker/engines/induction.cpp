#include "checker/engines/induction.hpp"

#include "checker/engines/cpu_time.hpp"
#include "checker/smt/group_prover.hpp"
#include "checker/smt/helpers.hpp"
#include "spec/ast/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {

namespace {

bool is_state_property(const spec::PropertyInfo& property) {
    return property.kind == spec::PropertyKind::invariant ||
           property.kind == spec::PropertyKind::lemma;
}

class Induction {
public:
    Induction(const spec::TypedSpec& spec, const InductionOptions& options)
        : spec_(spec)
        , options_(options) {
        if (options_.jobs > 1 && options_.answers != nullptr && options_.query_directory.empty())
            helpers_.emplace(options_.jobs - 1, spec_, options_);
    }

    InductionReport run() {
        const double begin = cpu_seconds();
        for (const PropertyGroup& group : groups_with_obligations(spec_)) {
            const TransitionSystem system = lower(spec_, group.without);
            const smt::GroupTask task = task_of(group, system);
            if (is_stopped())
                give_up(task.properties);
            else if (!task.properties.empty() || task.with_obligations)
                prove_until_stable(group, task);
        }
        std::sort(
            report_.properties.begin(),
            report_.properties.end(),
            [](const PropertyProof& a, const PropertyProof& b) { return a.property < b.property; });
        report_.cpu_seconds = cpu_seconds() - begin;
        return std::move(report_);
    }

    std::vector<PropertyFragment> classify() {
        std::vector<PropertyFragment> result;
        for (const PropertyGroup& group : group_properties(spec_)) {
            const TransitionSystem system = lower(spec_, group.without);
            const smt::GroupTask task = task_of(group, system);
            const std::vector<PropertyFragment> found = smt::classify_group(task, options_);
            result.insert(result.end(), found.begin(), found.end());
            proved_.push_back({group, state_properties(task.properties)});
        }
        std::sort(
            result.begin(), result.end(), [](const PropertyFragment& a, const PropertyFragment& b) {
                return a.property < b.property;
            });
        return result;
    }

private:
    struct Proved {
        PropertyGroup group;
        std::vector<std::size_t> properties;
    };

    [[nodiscard]] bool is_stopped() const {
        return options_.stop != nullptr && options_.stop->requested();
    }

    /// Nothing that was not final before is known.
    void give_up(const std::vector<std::size_t>& properties) {
        report_.stopped = options_.stop->reason();
        for (const std::size_t property : properties) {
            PropertyProof proof;
            proof.property = property;
            proof.outcome = ProofOutcome::unknown;
            proof.reason = report_.stopped;
            report_.properties.push_back(std::move(proof));
        }
    }

    void take_stop(smt::GroupResult& result) {
        report_.stopped = options_.stop->reason();
        std::move(result.properties.begin(),
                  result.properties.end(),
                  std::back_inserter(report_.properties));
        std::move(result.obligations.begin(),
                  result.obligations.end(),
                  std::back_inserter(report_.obligations));
    }

    smt::GroupTask task_of(const PropertyGroup& group, const TransitionSystem& system) const {
        smt::GroupTask task;
        task.system = &system;
        task.with_obligations = group.without.empty();
        task.without = group.without;
        for (std::uint32_t m = 0; m < spec_.messages.size(); ++m) {
            if (spec_.messages[m].network != spec::NetworkKind::unreliable)
                task.never_twice.push_back(spec::MessageId{m});
        }
        for (std::size_t property : group.properties) {
            const spec::PropertyKind kind = spec_.properties[property].kind;
            if (kind != spec::PropertyKind::cover && kind != spec::PropertyKind::axiom)
                task.properties.push_back(property);
        }
        for (const Proved& earlier : proved_) {
            if (leaves_out_all(group.without, earlier.group.without))
                task.known.insert(
                    task.known.end(), earlier.properties.begin(), earlier.properties.end());
        }
        return task;
    }

    std::vector<std::size_t> state_properties(const std::vector<std::size_t>& properties) const {
        std::vector<std::size_t> result;
        for (std::size_t property : properties) {
            if (is_state_property(spec_.properties[property]))
                result.push_back(property);
        }
        return result;
    }

    /// Takes what fails out of the assumptions until the rest stands on its own.
    void prove_until_stable(const PropertyGroup& group, smt::GroupTask task) {
        while (true) {
            task.queries_before = report_.queries;
            if (helpers_)
                task.call_for_help = [&](std::uint32_t first) {
                    helpers_->work_on(task, first);
                };
            smt::GroupResult result = smt::prove_group(task, options_);
            report_.queries += result.queries;
            if (result.stopped) {
                take_stop(result);
                return;
            }
            std::move(result.inconsistencies.begin(),
                      result.inconsistencies.end(),
                      std::back_inserter(report_.inconsistencies));
            task.consistency_was_asked = true; // the answer would be the same
            bool assumption_failed = !result.perhaps_twice.empty();
            for (const spec::MessageId message : result.perhaps_twice) {
                task.never_twice.erase(
                    std::find(task.never_twice.begin(), task.never_twice.end(), message));
            }
            std::vector<std::size_t> standing;
            for (PropertyProof& proof : result.properties) {
                if (proof.outcome == ProofOutcome::proved)
                    standing.push_back(proof.property);
                else if (is_state_property(spec_.properties[proof.property]))
                    assumption_failed = true;
            }
            for (PropertyProof& proof : result.properties) {
                const bool final_answer =
                    !assumption_failed || (proof.outcome != ProofOutcome::proved &&
                                           is_state_property(spec_.properties[proof.property]));
                if (final_answer)
                    report_.properties.push_back(std::move(proof));
                else if (proof.outcome != ProofOutcome::proved)
                    standing.push_back(proof.property); // a step property: asked again
            }
            if (!assumption_failed) {
                if (options_.with_certificates)
                    certify(group, task, result);
                keep(group, standing, result);
                note_never_twice(result);
                return;
            }
            std::sort(standing.begin(), standing.end());
            task.properties = standing;
        }
    }

    void keep(const PropertyGroup& group,
              const std::vector<std::size_t>& standing,
              smt::GroupResult& result) {
        proved_.push_back({group, state_properties(standing)});
        const auto move_all = [](auto& from, auto& to) {
            std::move(from.begin(), from.end(), std::back_inserter(to));
        };
        move_all(result.obligations, report_.obligations);
        if (group.without.empty())
            move_all(result.steps, report_.steps);
        else
            keep_impossible(group, result.steps);
        report_.paths += result.paths;
    }

    /// What was asked about something that is not proved in the end shows nothing.
    void certify(const PropertyGroup& group, const smt::GroupTask& task, smt::GroupResult& result) {
        Certificate certificate{group.without, task.known, {}, result.never_twice, {}};
        std::vector<std::size_t> open;
        for (const PropertyProof& proof : result.properties) {
            auto& list = proof.outcome == ProofOutcome::proved ? certificate.proved : open;
            list.push_back(proof.property);
        }
        const auto is_open = [&](const CertifiedQuery& query) {
            if (query.property)
                return std::find(open.begin(), open.end(), *query.property) != open.end();
            return query.kind == CertifiedQuery::Kind::obligation &&
                   std::any_of(result.obligations.begin(),
                               result.obligations.end(),
                               [&](const ObligationProof& proof) {
                                   return proof.span == query.span &&
                                          proof.outcome != ProofOutcome::proved;
                               });
        };
        for (CertifiedQuery& query : result.certified) {
            if (!is_open(query))
                certificate.queries.push_back(std::move(query));
        }
        report_.certificates.push_back(std::move(certificate));
    }

    void note_never_twice(const smt::GroupResult& result) {
        for (const spec::MessageId message : result.never_twice) {
            auto& known = report_.never_twice;
            if (std::find(known.begin(), known.end(), message) == known.end())
                known.push_back(message);
        }
    }

    /// A step that fewer faults make impossible is worth a word: what is proved there says nothing
    /// about it.
    void keep_impossible(const PropertyGroup& group, const std::vector<StepReach>& steps) {
        for (const StepReach& step : steps) {
            const bool known = std::any_of(
                report_.steps.begin(), report_.steps.end(), [&](const StepReach& earlier) {
                    return earlier.step == step.step && earlier.span == step.span &&
                           earlier.answer == step.answer &&
                           leaves_out_all(group.without, earlier.without);
                });
            if (step.answer == StepReach::Answer::impossible && !known)
                report_.steps.push_back({step.step, step.span, step.answer, group.without});
        }
    }

    const spec::TypedSpec& spec_;
    const InductionOptions& options_;
    std::optional<smt::Helpers> helpers_;
    InductionReport report_;
    std::vector<Proved> proved_;
};

} // namespace

std::string without_text(const spec::TypedSpec& spec, const std::vector<spec::FaultInfo>& without) {
    std::string text;
    for (const spec::FaultInfo& fault : without) {
        text += fmt::format("{}{} {}",
                            text.empty() ? " without " : ", ",
                            spec::word(fault.kind),
                            spec.role(fault.role).name);
    }
    return text;
}

bool InductionReport::all_proved() const {
    const auto proved = [](const auto& proof) {
        return proof.outcome == ProofOutcome::proved;
    };
    return inconsistencies.empty() && std::all_of(properties.begin(), properties.end(), proved) &&
           std::all_of(obligations.begin(), obligations.end(), proved);
}

std::vector<PropertyFragment> classify_questions(const spec::TypedSpec& spec,
                                                 const InductionOptions& options) {
    return Induction(spec, options).classify();
}

InductionReport prove_by_induction(const spec::TypedSpec& spec, const InductionOptions& options) {
    return Induction(spec, options).run();
}

} // namespace muster::checker
