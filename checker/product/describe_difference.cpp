#include "checker/product/describe_difference.hpp"

#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace muster::checker::product {
namespace {

class Describer {
public:
    Describer(const TransitionSystem& system, const ProcessState& now)
        : spec_(*system.spec)
        , now_(now)
        , names_(spec_) {}

    std::string state(const LocalState& local) {
        std::vector<std::string> parts;
        const auto& variables = spec_.role(now_.process.role).variables;
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const spec::VariableInfo& info = spec_.variable(variables[i]);
            parts.push_back(info.name + ": " +
                            render_value(spec_, info.type, local.variables[i], names_));
        }
        for (const auto& [timer, key] : local.armed) {
            parts.push_back("armed " +
                            render_timer(spec_, {timer, now_.process.index, key}, names_));
        }
        return fmt::format("{}({})", local.stopped ? "stopped " : "", fmt::join(parts, ", "));
    }

    std::string event(const Occasion& occasion) {
        const spec::RoleInfo& role = spec_.role(now_.process.role);
        switch (occasion.kind) {
        case StepKind::deliver:
            return "deliver " + render_message(spec_, *occasion.message, names_);
        case StepKind::fire: {
            const spec::TimerId timer = role.timer_handlers[occasion.index].timer;
            return "fire " +
                   render_timer(spec_, {timer, now_.process.index, *occasion.timer_key}, names_);
        }
        case StepKind::act: {
            const spec::ActionInfo& action = role.actions[occasion.index];
            std::vector<std::string> arguments;
            for (std::size_t i = 0; i < action.parameters.size(); ++i) {
                arguments.push_back(render_value(spec_,
                                                 spec_.local(action.parameters[i]).type,
                                                 (*occasion.arguments)[i],
                                                 names_));
            }
            return fmt::format("{}({})", action.name, fmt::join(arguments, ", "));
        }
        case StepKind::cut:
            return "cut from " + render_process(spec_, *occasion.peer, names_);
        case StepKind::crash:
        case StepKind::stop:
        case StepKind::lose:
            break;
        }
        return std::string(word(occasion.kind));
    }

    std::string step(const Occasion& occasion) {
        return fmt::format("{} at {} in the state {}",
                           event(occasion),
                           render_process(spec_, now_.process, names_),
                           state(now_.local));
    }

    std::string end(const OutcomeNumbers& numbers, const Outcome& outcome) {
        if (outcome.failure != kNone) {
            return "goes wrong: " + numbers.failure(outcome.failure).text;
        }
        const Parts& parts = numbers.parts();
        std::string text = "leads to " + state(parts.local(now_.process.role, outcome.after));
        for (const Effect::Change& change : numbers.network().effect(outcome.effect).changes) {
            const auto& added = parts.list(change.place, change.added);
            if (change.place == parts.places().used()) {
                text += fmt::format(", uses {} new elements", added.size());
                continue;
            }
            for (const std::uint32_t message : added) {
                text += ", sends " + render_message(spec_, parts.message(message), names_);
            }
        }
        return text;
    }

private:
    const spec::TypedSpec& spec_;
    const ProcessState& now_;
    ElementNames names_;
};

std::set<std::string>
ends(Describer& describer, const OutcomeNumbers& numbers, const std::vector<Outcome>& outcomes) {
    std::set<std::string> all;
    for (const Outcome& outcome : outcomes) {
        all.insert(describer.end(numbers, outcome));
    }
    return all;
}

} // namespace

std::string
describe_step(const TransitionSystem& system, const ProcessState& now, const Occasion& occasion) {
    return Describer(system, now).step(occasion);
}

std::string describe_difference(const TransitionSystem& system,
                                const OutcomeNumbers& numbers,
                                const ProcessState& now,
                                const std::vector<Outcome>& generated,
                                const std::vector<Outcome>& expected) {
    Describer describer(system, now);
    const auto of_code = ends(describer, numbers, generated);
    const auto of_evaluator = ends(describer, numbers, expected);
    std::string text;
    const auto add = [&](const char* who, const auto& own, const auto& others) {
        for (const std::string& end : own) {
            if (!others.contains(end)) {
                text += fmt::format("\n  only {}: {}", who, end);
            }
        }
    };
    add("generated code", of_code, of_evaluator);
    add("the evaluator", of_evaluator, of_code);
    return text;
}

} // namespace muster::checker::product
