#include "checker/chart/step_words.hpp"

#include "checker/trace/render_text.hpp"

namespace muster::checker {

ChartBox::Kind box_kind(StepKind kind) {
    switch (kind) {
    case StepKind::deliver:
        return ChartBox::Kind::deliver;
    case StepKind::fire:
        return ChartBox::Kind::fire;
    case StepKind::act:
        return ChartBox::Kind::act;
    case StepKind::crash:
        return ChartBox::Kind::crash;
    case StepKind::stop:
        return ChartBox::Kind::stop;
    case StepKind::lose:
        return ChartBox::Kind::lose;
    case StepKind::cut:
        return ChartBox::Kind::cut;
    }
    return ChartBox::Kind::other;
}

std::string step_title(const TransitionSystem& system, const Event& event, ElementNames& names) {
    const spec::TypedSpec& spec = *system.spec;
    const Step& step = system.steps[event.step];
    switch (step.kind) {
    case StepKind::deliver:
        return render_payload(spec, *event.message, names);
    case StepKind::fire: {
        const spec::TimerId timer = spec.role(step.role).timer_handlers[step.index].timer;
        return render_timer_of_process(
            spec, {timer, event.process, event.timer_key.value_or(Value{})}, names);
    }
    case StepKind::act: {
        const std::string text = render_event(system, event, names);
        return text.substr(0, text.rfind(" by "));
    }
    case StepKind::crash:
        return "crash and restart";
    case StepKind::stop:
        return "stops for good";
    case StepKind::lose:
        return "lost: " + render_payload(spec, *event.message, names);
    case StepKind::cut:
        return "cut from " + render_process(spec, {step.peer, event.peer}, names);
    }
    return "";
}

std::string tag_of(ChartArrow::Fate fate) {
    switch (fate) {
    case ChartArrow::Fate::again:
        return "again";
    case ChartArrow::Fate::made_up:
        return "made up";
    case ChartArrow::Fate::late:
        return "late";
    case ChartArrow::Fate::again_late:
        return "again, late";
    case ChartArrow::Fate::delivered:
    case ChartArrow::Fate::lost:
    case ChartArrow::Fate::cut:
    case ChartArrow::Fate::pending:
        return "";
    }
    return "";
}

} // namespace muster::checker
