#include "checker/explain/step_footprint.hpp"

#include "spec/types/walk.hpp"

namespace muster::checker {

namespace {

using namespace spec::typed;

class StepWalk {
public:
    explicit StepWalk(const spec::TypedSpec& spec)
        : spec_(spec) {}

    void look_at(const Step& step) {
        const spec::RoleInfo& role = spec_.role(step.role);
        switch (step.kind) {
        case StepKind::deliver:
            look_at(role.handlers[step.index].guard);
            look_at(role.handlers[step.index].body);
            written_.messages.insert(role.handlers[step.index].message);
            return;
        case StepKind::fire:
            look_at(role.timer_handlers[step.index].body);
            written_.timers.insert(role.timer_handlers[step.index].timer);
            return;
        case StepKind::act:
            look_at(role.actions[step.index].guard);
            look_at(role.actions[step.index].body);
            return;
        case StepKind::crash:
            look_at(role.on_start);
            written_.variables.insert(role.variables.begin(), role.variables.end());
            return;
        case StepKind::lose:
            written_.messages.insert(step.message);
            return;
        case StepKind::stop:
        case StepKind::cut:
            return;
        }
    }

    void look_at(spec::ExprId id) {
        if (id.valid()) {
            collect_reads(spec_, id, reads_);
        }
    }

    [[nodiscard]] const Reads& reads() const { return reads_; }

    [[nodiscard]] Footprint footprint() const {
        Footprint result = written_;
        result.variables.insert(reads_.variables.begin(), reads_.variables.end());
        result.timers.insert(reads_.timers.begin(), reads_.timers.end());
        for (const MessagePattern* pattern : reads_.patterns) {
            result.messages.insert(pattern->message);
        }
        return result;
    }

private:
    void look_at(spec::BlockId id) {
        if (!id.valid() || !seen_.insert(id.value).second) {
            return;
        }
        for (const Statement& statement : spec_.block(id).statements) {
            spec::for_each_part(
                statement,
                [this](spec::ExprId part) { look_at(part); },
                [this](spec::BlockId block) { look_at(block); });
            note_effect(statement);
        }
    }

    void note_effect(const Statement& statement) {
        if (const auto* call = std::get_if<ProcedureCall>(&statement.node)) {
            look_at(spec_.procedure(call->procedure).body);
        } else if (const auto* assign = std::get_if<Assign>(&statement.node)) {
            written_.variables.insert(assign->place.variable);
        } else if (const auto* add = std::get_if<AddElement>(&statement.node)) {
            written_.variables.insert(add->place.variable);
        } else if (const auto* remove = std::get_if<RemoveElement>(&statement.node)) {
            written_.variables.insert(remove->place.variable);
        } else if (const auto* send = std::get_if<Send>(&statement.node)) {
            written_.messages.insert(send->message);
        } else if (const auto* reply = std::get_if<Reply>(&statement.node)) {
            written_.messages.insert(reply->message);
        } else if (const auto* start = std::get_if<StartTimer>(&statement.node)) {
            written_.timers.insert(start->timer);
        } else if (const auto* stop = std::get_if<StopTimer>(&statement.node)) {
            written_.timers.insert(stop->timer);
        }
    }

    const spec::TypedSpec& spec_;
    Reads reads_;
    Footprint written_;
    std::set<std::uint32_t> seen_;
};

} // namespace

Reads reads_of_step(const TransitionSystem& system, const Event& event) {
    StepWalk walk(*system.spec);
    walk.look_at(system.steps[event.step]);
    return walk.reads();
}

Footprint footprint_of(const TransitionSystem& system, const Event& event, spec::ExprId formula) {
    StepWalk walk(*system.spec);
    walk.look_at(system.steps[event.step]);
    walk.look_at(formula);
    return walk.footprint();
}

} // namespace muster::checker
