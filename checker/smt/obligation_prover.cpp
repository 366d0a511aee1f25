#include "checker/smt/obligation_prover.hpp"

#include "checker/eval/wording.hpp"
#include "checker/smt/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker::smt {

namespace {

ObligationProof::Kind kind_of(PathObligation::Kind kind) {
    switch (kind) {
    case PathObligation::Kind::undefined:
        return ObligationProof::Kind::undefined;
    case PathObligation::Kind::assertion:
        return ObligationProof::Kind::assertion;
    case PathObligation::Kind::nothing_to_pick:
        break;
    }
    return ObligationProof::Kind::nothing_to_pick;
}

// Properties call the defs of roles, in which the role's names stand alone.
WrittenIn place_of(const spec::TypedSpec& spec, const spec::typed::Expr& operation) {
    const bool in_role =
        std::any_of(spec.defs.begin(), spec.defs.end(), [&](const spec::DefInfo& def) {
            const spec::Span body = spec.expr(def.body).span;
            return def.role.valid() && body.begin <= operation.span.begin &&
                   operation.span.end <= body.end;
        });
    return in_role ? WrittenIn::role : WrittenIn::property;
}

// What to write to the left of an operation that may be undefined.
std::string
guard_for(const spec::TypedSpec& spec, const spec::typed::Expr& operation, WrittenIn place) {
    namespace typed = spec::typed;
    std::string guard;
    if (const auto* lookup = std::get_if<typed::MapLookup>(&operation.node))
        guard = fmt::format(
            "{} in {}", describe(spec, lookup->key, place), describe(spec, lookup->map, place));
    else if (const auto* option = std::get_if<typed::OptionValue>(&operation.node))
        guard = describe(spec, option->option, place) + " is some";
    else if (const auto* first = std::get_if<typed::First>(&operation.node))
        guard = fmt::format("exists x in {}. …", describe(spec, first->list, place));
    return fmt::format("write `{} implies …`, or `{} and …`, to its left", guard, guard);
}

// How one operation may be undefined.
std::string mishap_of(const spec::TypedSpec& spec, const spec::typed::Expr& operation) {
    namespace typed = spec::typed;
    if (const auto* lookup = std::get_if<typed::MapLookup>(&operation.node))
        return fmt::format(
            "`{}` may lack the key `{}`", describe(spec, lookup->map), describe(spec, lookup->key));
    if (const auto* option = std::get_if<typed::OptionValue>(&operation.node))
        return fmt::format("`{}` may be none", describe(spec, option->option));
    const auto& first = std::get<typed::First>(operation.node);
    return fmt::format("`{}` may have no such first element", describe(spec, first.list));
}

// How the expression at this place may be undefined, one operation after another.
std::string mishaps_at(const spec::TypedSpec& spec, spec::Span span) {
    const auto found = std::find_if(
        spec.exprs.begin(), spec.exprs.end(), [&](const auto& expr) { return expr.span == span; });
    std::vector<std::string> mishaps;
    if (found != spec.exprs.end()) {
        const spec::ExprId root{static_cast<std::uint32_t>(found - spec.exprs.begin())};
        for_each_inside(spec, root, [&](const spec::typed::Expr& expr) {
            const std::string mishap = is_partial(expr) ? mishap_of(spec, expr) : "";
            if (!mishap.empty() &&
                std::find(mishaps.begin(), mishaps.end(), mishap) == mishaps.end())
                mishaps.push_back(mishap);
        });
    }
    return mishaps.empty() ? "an operation may be undefined"
                           : fmt::format("{}", fmt::join(mishaps, " or "));
}

} // namespace

void ObligationProver::prove_paths(const EncodedStep& step,
                                   Session& questions,
                                   const Scene& scene,
                                   const std::string& name) {
    for (const PathObligation& obligation : step.obligations) {
        settle({kind_of(obligation.kind),
                obligation.span,
                name,
                obligation.conditions,
                obligation.formula,
                obligation.abstractions},
               questions,
               scene);
    }
}

/// One place in the spec is one obligation, however many paths and steps lead to it; the first
/// that cannot be proved settles it.
ObligationProof& ObligationProver::obligation_at(ObligationProof::Kind kind,
                                                 spec::Span span,
                                                 const std::string& step) {
    for (ObligationProof& known : obligations_) {
        if (known.kind == kind && known.span == span)
            return known;
    }
    ObligationProof proof;
    proof.kind = kind;
    proof.span = span;
    proof.step = step;
    obligations_.push_back(std::move(proof));
    return obligations_.back();
}

void ObligationProver::settle(const Duty& duty, Session& questions, const Scene& scene) {
    ObligationProof& proof = obligation_at(duty.kind, duty.span, duty.step);
    if (proof.outcome != ProofOutcome::proved)
        return;
    questions.push();
    questions.add(duty.conditions);
    const z3::expr question = negation(duty.formula);
    const Answer answer = questions.check(question, "obligation of " + duty.step);
    if (answer != Answer::unsatisfiable)
        proof.step = duty.step;
    else
        context_.certify(questions,
                         question,
                         {CertifiedQuery::Kind::obligation,
                          std::nullopt,
                          duty.step,
                          duty.kind == ObligationProof::Kind::property ? "" : duty.step,
                          duty.span,
                          {}});
    if (answer == Answer::satisfiable) {
        proof.outcome = ProofOutcome::not_inductive;
        proof.reason = mishap(duty) + " in a state that satisfies all assumptions";
        if (scene.step) {
            proof.counterexample = context_.counterexample(
                questions, question, scene, std::nullopt, duty.abstractions);
        }
    } else if (answer == Answer::unknown) {
        proof.outcome = ProofOutcome::unknown;
        proof.reason = fmt::format("the solver gave up ({})", questions.reason());
    }
    questions.pop();
}

std::string ObligationProver::mishap(const Duty& duty) const {
    switch (duty.kind) {
    case ObligationProof::Kind::undefined:
        return mishaps_at(context_.spec(), duty.span);
    case ObligationProof::Kind::assertion:
        return "this assertion may be false";
    case ObligationProof::Kind::nothing_to_pick:
        return "there may be nothing to pick";
    case ObligationProof::Kind::unhandled:
        return fmt::format("no handler takes `{}`", duty.step);
    case ObligationProof::Kind::ambiguous:
        return fmt::format("several handlers take `{}`", duty.step);
    case ObligationProof::Kind::property:
        return "it may be undefined";
    }
    return {};
}

bool ObligationProver::is_open_at(const std::string& step) const {
    return std::any_of(obligations_.begin(), obligations_.end(), [&](const ObligationProof& proof) {
        return proof.step == step && proof.outcome != ProofOutcome::proved;
    });
}

void ObligationProver::give_up(spec::Span span,
                               const std::string& step,
                               const std::string& reason) {
    ObligationProof& proof = obligation_at(ObligationProof::Kind::undefined, span, step);
    proof.outcome = ProofOutcome::unknown;
    proof.reason = reason;
}

void ObligationProver::prove_handlers() {
    const spec::TypedSpec& spec = context_.spec();
    for (std::uint32_t r = 0; r < spec.roles.size(); ++r) {
        try {
            const std::vector<HandlerObligation> obligations =
                handler_obligations(context_.encoder(), spec::RoleId{r});
            Session questions = context_.session(GroupContext::Assumptions::before_the_step);
            for (const HandlerObligation& obligation : obligations) {
                questions.push();
                questions.add(obligation.facts);
                settle({obligation.kind == HandlerObligation::Kind::unhandled
                            ? ObligationProof::Kind::unhandled
                            : ObligationProof::Kind::ambiguous,
                        obligation.span,
                        spec.message(obligation.message).name,
                        obligation.conditions,
                        obligation.formula,
                        obligation.abstractions},
                       questions,
                       {step_of(obligation.role, obligation.message), obligation.event});
                questions.pop();
            }
        } catch (const Unsupported& unsupported) {
            give_up(spec.roles[r].span,
                    spec.roles[r].name,
                    fmt::format("proofs do not understand {}", unsupported.what()));
        }
    }
}

/// Some delivery of this message: what goes wrong is about the message, not about a handler.
std::optional<std::uint32_t> ObligationProver::step_of(spec::RoleId role,
                                                       spec::MessageId message) const {
    const auto& steps = context_.task().system->steps;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        if (steps[i].kind == StepKind::deliver && steps[i].role == role &&
            context_.spec().role(role).handlers[steps[i].index].message == message)
            return i;
    }
    return std::nullopt;
}

void ObligationProver::prove_definedness(const std::vector<std::size_t>& properties) {
    Session questions = context_.session(GroupContext::Assumptions::none);
    for (std::size_t property : properties) {
        const spec::PropertyInfo& info = context_.spec().properties[property];
        try {
            settle({ObligationProof::Kind::property,
                    info.span,
                    info.name,
                    {},
                    property_defined(context_.encoder(), property),
                    {}},
                   questions,
                   {});
            blame_operation(property, questions);
        } catch (const Unsupported&) {
            // The property itself is already reported as not understood.
            continue;
        }
    }
}

/// Says which operation of a property that may be undefined is not guarded by what stands to its
/// left. That lemmas exclude such a state does not count: a property has a meaning of its own.
void ObligationProver::blame_operation(std::size_t property, Session& questions) {
    const spec::TypedSpec& spec = context_.spec();
    const spec::PropertyInfo& info = spec.properties[property];
    ObligationProof& proof = obligation_at(ObligationProof::Kind::property, info.span, info.name);
    if (proof.outcome != ProofOutcome::not_inductive)
        return;
    proof.reason = "it may be undefined, as only what stands to the left of an operation counts";
    std::vector<const spec::typed::Expr*> operations;
    for_each_inside(spec, info.body, [&](const spec::typed::Expr& expr) {
        if (is_partial(expr))
            operations.push_back(&expr);
    });
    std::stable_sort(operations.begin(), operations.end(), [](const auto* a, const auto* b) {
        return a->span.begin < b->span.begin;
    });
    for (const spec::typed::Expr* operation : operations) {
        const z3::expr question =
            negation(property_defined(context_.encoder(), property, operation));
        if (questions.check(question, "definedness of " + info.name) != Answer::satisfiable)
            continue;
        const auto id = static_cast<std::uint32_t>(operation - spec.exprs.data());
        const WrittenIn place = place_of(spec, *operation);
        proof.reason = fmt::format("`{}` may be undefined, as only what stands to its left counts",
                                   describe(spec, spec::ExprId{id}, place));
        proof.operation = operation->span;
        proof.help = guard_for(spec, *operation, place);
        return;
    }
}

} // namespace muster::checker::smt
