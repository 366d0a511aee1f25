#include "checker/live/lasso_words.hpp"

#include "checker/trace/render_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace muster::checker::live {
namespace {

using Why = FairStep::Why;

std::string counted_steps(std::size_t count) {
    return fmt::format("{} step{}", count, count == 1 ? "" : "s");
}

class Words {
public:
    Words(const spec::TypedSpec& spec, const Lasso& lasso, ElementNames& names)
        : spec_(spec)
        , lasso_(lasso)
        , system_(system_of(spec, lasso.trace))
        , names_(names) {}

    std::vector<std::string> lines() {
        std::vector<std::string> lines;
        for (const FairStep& step : lasso_.fair_steps) {
            lines.push_back(subject(step.duty) + " " + reason(step));
        }
        if (lines.empty()) {
            lines.emplace_back(lasso_.is_stuck() ? "nothing has to happen any more"
                                                 : "nothing else has to happen");
        }
        if (some_message_may_be_lost()) {
            lines.emplace_back("what was sent before and is not sent again need not arrive");
        }
        return lines;
    }

private:
    std::string subject(const Duty& duty) {
        switch (duty.kind) {
        case Duty::Kind::timer:
            return "timer " + render_timer(spec_, duty.timer, names_);
        case Duty::Kind::copy:
            return render_message(spec_, duty.message, names_);
        case Duty::Kind::queue:
            return fmt::format("the queue from {} to {}",
                               render_process(spec_, duty.process, names_),
                               render_process(spec_, duty.addressee, names_));
        case Duty::Kind::action: {
            const Step& step = system_.steps[duty.step];
            return fmt::format("{} by {}",
                               spec_.role(step.role).actions[step.index].name,
                               render_process(spec_, duty.process, names_));
        }
        case Duty::Kind::fault:
            return fmt::format("{} {}",
                               word(system_.steps[duty.step].kind),
                               render_process(spec_, duty.process, names_));
        case Duty::Kind::made_up:
            return "a made-up message of " + spec_.role(duty.process.role).name;
        }
        return {};
    }

    static std::string when(const FairStep& step) {
        return step.step == 0 ? "at the start" : fmt::format("after step {}", step.step);
    }

    static std::string reason(const FairStep& step) {
        switch (step.why) {
        case Why::taken:
            return fmt::format("{} in step {}", done(step.duty.kind), step.step);
        case Why::started_anew:
            return fmt::format("is started again in step {}, so that it need not fire", step.step);
        case Why::stopped:
            return fmt::format("is stopped in step {}", step.step);
        case Why::lost:
            return fmt::format("is lost in step {}", step.step);
        case Why::cut:
            return fmt::format("is cut in step {}", step.step);
        case Why::impossible:
            return fmt::format("{} {}", cannot(step.duty.kind), when(step));
        case Why::delivered:
            return fmt::format("is sent again and again, and delivered in step {}", step.step);
        }
        return {};
    }

    static std::string done(Duty::Kind kind) {
        switch (kind) {
        case Duty::Kind::timer:
            return "fires";
        case Duty::Kind::copy:
            return "is delivered";
        case Duty::Kind::queue:
            return "moves on";
        case Duty::Kind::action:
            return "is taken";
        case Duty::Kind::fault:
            return "occurs";
        case Duty::Kind::made_up:
            return "arrives";
        }
        return {};
    }

    static std::string cannot(Duty::Kind kind) {
        switch (kind) {
        case Duty::Kind::timer:
            return "cannot fire";
        case Duty::Kind::copy:
            return "is not in flight";
        case Duty::Kind::queue:
            return "has nothing that must be delivered";
        case Duty::Kind::action:
        case Duty::Kind::fault:
        case Duty::Kind::made_up:
            return "is not possible";
        }
        return {};
    }

    // The default network keeps what was sent, and need not deliver it.
    [[nodiscard]] bool some_message_may_be_lost() const {
        const auto& sent = lasso_.trace.last_state().sent;
        return std::any_of(sent.begin(), sent.end(), [&](const SentMessage& message) {
            const spec::MessageInfo& info = spec_.message(message.message);
            const auto& handlers = spec_.role(info.to).handlers;
            return info.network == spec::NetworkKind::unreliable &&
                   std::any_of(handlers.begin(), handlers.end(), [&](const auto& handler) {
                       return handler.message == message.message;
                   });
        });
    }

    const spec::TypedSpec& spec_;
    const Lasso& lasso_;
    TransitionSystem system_;
    ElementNames& names_;
};

} // namespace

std::vector<std::string>
lasso_lines(const spec::TypedSpec& spec, const Lasso& lasso, ElementNames& names) {
    return Words(spec, lasso, names).lines();
}

std::string lasso_title(const spec::TypedSpec& spec, const Lasso& lasso, ElementNames& names) {
    std::vector<std::string> values;
    for (const Binding& binding : lasso.parameters) {
        const spec::LocalInfo& local = spec.local(binding.local);
        values.push_back(fmt::format(
            "{}: {}", local.name, render_value(spec, local.type, binding.value, names)));
    }
    const std::string& name = spec.lives[lasso.live].name;
    return values.empty() ? name : fmt::format("{}({})", name, fmt::join(values, ", "));
}

std::string lasso_length(const Lasso& lasso) {
    const std::size_t loop = lasso.trace.steps.size() - lasso.loop_start;
    return fmt::format("a run of {}, and then {}",
                       counted_steps(lasso.loop_start),
                       loop == 0 ? "nothing more" : counted_steps(loop) + " for ever");
}

} // namespace muster::checker::live
