#include "checker/live/check_lasso.hpp"

#include "checker/explore/instance.hpp"
#include "checker/explore/state_store.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace muster::checker::live {
namespace {

using Answer = LassoCheck::Answer;
using Why = FairStep::Why;

/// Thrown where the lasso is none, and caught in this file.
struct Refused {
    Answer answer;
    std::string text;
};

constexpr std::size_t kMoreRounds = 2; // round the loop

class Check {
public:
    Check(const spec::TypedSpec& spec, const spec::InstanceInfo& instance, const Lasso& lasso)
        : spec_(spec)
        , instance_(instance)
        , live_(spec.lives[lasso.live])
        , lasso_(lasso)
        , system_(system_of(spec, lasso.trace))
        , fairness_(system_, live_)
        , slice_(slice_for_fairness(system_,
                                    {live_.premise, live_.conclusion},
                                    heard_roles(system_, fairness_),
                                    instance.variables,
                                    lasso.trace.universe))
        , layout_(spec, lasso.trace.universe)
        , store_(spec, layout_, slice_)
        , evaluator_(system_, lasso.trace.universe) {}

    LassoCheck run() {
        repeat();
        check_property();
        check_quiet();
        check_arrivals();
        check_duties();
        check_messages();
        std::sort(found_.begin(), found_.end(), [](const FairStep& a, const FairStep& b) {
            return a.step != b.step ? a.step < b.step : a.duty < b.duty;
        });
        LassoCheck result{Answer::confirmed, {}, lasso_};
        result.lasso.fair_steps = std::move(found_);
        result.lasso.trace.initial = states_.front();
        for (std::size_t i = 0; i < count(); ++i) {
            result.lasso.trace.steps[i].state = states_[i + 1];
        }
        return result;
    }

private:
    static void refuse(std::string text) { throw Refused{Answer::no_lasso, std::move(text)}; }

    static void check(bool truth, const char* otherwise) {
        if (!truth) {
            refuse(otherwise);
        }
    }

    [[nodiscard]] std::size_t count() const { return lasso_.trace.steps.size(); }

    /// The event of a step of the run, from 1, which goes on round the loop.
    [[nodiscard]] const Event& event(std::size_t step) const {
        const std::size_t length = count() - lasso_.loop_start;
        const std::size_t i =
            step <= count() ? step - 1 : lasso_.loop_start + (step - 1 - count()) % length;
        return lasso_.trace.steps[i].event;
    }

    [[nodiscard]] Fixed interpretation() const {
        const State& state = lasso_.trace.initial;
        Fixed fixed;
        for (std::uint32_t i = 0; i < state.constants.size(); ++i) {
            fixed.constants.push_back({spec::ConstId{i}, {state.constants[i]}});
        }
        for (std::uint32_t i = 0; i < state.functions.size(); ++i) {
            fixed.functions.push_back({spec::FunctionId{i}, {}, state.functions[i]});
        }
        return fixed;
    }

    static const State& state_of(const Successor& successor) {
        if (const auto* failure = std::get_if<Failure>(&successor.result)) {
            throw Refused{failure->kind == Failure::Kind::out_of_reach ? Answer::out_of_reach
                                                                       : Answer::no_lasso,
                          "a step goes wrong: " + failure->text};
        }
        return std::get<State>(successor.result);
    }

    // Three times round the loop, which has to lead back each time.
    void repeat() {
        check(lasso_.loop_start <= count() && lasso_.premise_at <= lasso_.loop_start,
              "the loop does not stand behind the stem");
        const auto start = evaluator_.replay_start(interpretation(), lasso_.trace.initial_choices);
        check(start.has_value(), "the start is not possible");
        states_.push_back(state_of(*start));
        const std::size_t length = count() - lasso_.loop_start;
        for (std::size_t step = 1; step <= count() + kMoreRounds * length; ++step) {
            if (step <= count() && event(step).origin == Origin::network && event(step).message) {
                check_was_sent(event(step), states_.back());
            }
            const auto successor = evaluator_.replay(states_.back(), event(step));
            if (!successor) {
                refuse(fmt::format("step {} is not possible", step));
            }
            states_.push_back(state_of(*successor));
            const bool is_round =
                step >= count() && length > 0 && (step - lasso_.loop_start) % length == 0;
            check(!is_round || is_same(states_.back(), states_[lasso_.loop_start]),
                  "the loop does not lead back to where it begins");
        }
    }

    // The evaluator lets whatever an arbitrary role can send arrive, sent or not.
    void check_was_sent(const Event& event, const State& state) const {
        const Carrier carrier = layout_.carrier(event.message->message);
        check(system_.steps[event.step].kind != StepKind::deliver ||
                  can_arrive(spec_, carrier, state, *event.message),
              "a message arrives that is not in flight");
    }

    bool is_same(const State& one, const State& other) {
        return store_.pack(one) == store_.pack(other);
    }

    [[nodiscard]] bool truth(spec::ExprId formula, const State& state) const {
        const auto value = evaluator_.holds(formula, state, lasso_.parameters);
        if (const auto* failure = std::get_if<Failure>(&value)) {
            throw Refused{Answer::out_of_reach, failure->text};
        }
        return std::get<bool>(value);
    }

    void check_property() const {
        check(truth(live_.premise, states_[lasso_.premise_at]), "the premise is false");
        for (std::size_t i = lasso_.premise_at; i < states_.size(); ++i) {
            check(!truth(live_.conclusion, states_[i]), "the conclusion becomes true");
        }
    }

    void check_quiet() const {
        for (std::size_t step = lasso_.loop_start + 1; step <= count(); ++step) {
            check(!fairness_.is_quiet(event(step).step, event(step)),
                  "the loop has a step that is to stop occurring");
        }
    }

    [[nodiscard]] bool is_unreliable(const SentMessage& message) const {
        return spec_.message(message.message).network == spec::NetworkKind::unreliable;
    }

    // Once and `duplicates` times since it was sent last.
    void check_arrivals() const {
        std::map<SentMessage, std::uint32_t> left;
        // What a start sends is there already.
        for (const SentMessage& sent : states_.front().sent) {
            left[sent] = instance_.max_duplicates + 1;
        }
        for (std::size_t step = 1; step < states_.size(); ++step) {
            const Event& now = event(step);
            const bool arrives = system_.steps[now.step].kind == StepKind::deliver &&
                                 now.origin == Origin::network && is_unreliable(*now.message);
            if (arrives && left[*now.message]-- == 0) {
                throw Refused{Answer::too_many_arrivals,
                              "a message arrives more often than the instance allows"};
            }
            for (const SentMessage& sent : evaluator_.sends(states_[step - 1], now)) {
                left[sent] = instance_.max_duplicates + 1;
            }
        }
    }

    /// What is not put off for ever in a fair run and is possible in this state.
    [[nodiscard]] std::vector<Duty> possible_in(const State& state) const {
        std::vector<Duty> duties;
        const auto is_there = [&](const Process& process) {
            return slice_.keep_role[process.role.value] && !is_stopped(state, process);
        };
        for (const ArmedTimer& timer : state.armed) {
            const Process process{spec_.timer(timer.timer).role, timer.process};
            if (is_there(process) && fairness_.is_due(timer.timer) && may_fire(state, timer)) {
                duties.push_back({.kind = Duty::Kind::timer, .timer = timer});
            }
        }
        const auto is_wanted = [&](const SentMessage& message) {
            return is_there(addressee(spec_, message)) && fairness_.is_due(message.message) &&
                   slice_.messages[message.message.value].deliverable;
        };
        for (const SentMessage& message : state.in_flight.loose) {
            if (is_wanted(message)) {
                duties.push_back({.kind = Duty::Kind::copy, .message = message});
            }
        }
        for (const SentMessage& message : queue_fronts(spec_, state.in_flight)) {
            if (is_wanted(message)) {
                duties.push_back({.kind = Duty::Kind::queue,
                                  .process = sender(spec_, message),
                                  .addressee = addressee(spec_, message)});
            }
        }
        add_actions_and_faults(state, duties);
        return duties;
    }

    void add_actions_and_faults(const State& state, std::vector<Duty>& duties) const {
        for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
            const Step& step = system_.steps[i];
            if (!fairness_.is_due(step) || !slice_.keep_role[step.role.value]) {
                continue;
            }
            for (std::size_t p = 0; p < layout_.processes(step.role); ++p) {
                const Process process{step.role, static_cast<std::int64_t>(p)};
                if (!is_stopped(state, process) && may_step(state, step, i, process.index)) {
                    duties.push_back({.kind = step.kind == StepKind::act ? Duty::Kind::action
                                                                         : Duty::Kind::fault,
                                      .process = process,
                                      .step = i});
                }
            }
        }
        for (std::uint32_t role = 0; role < spec_.roles.size(); ++role) {
            if (fairness_.is_due_made_up(spec::RoleId{role})) {
                duties.push_back({.kind = Duty::Kind::made_up, .process = {spec::RoleId{role}, 0}});
            }
        }
    }

    [[nodiscard]] bool may_fire(const State& state, const ArmedTimer& timer) const {
        const bool is_timed =
            std::any_of(spec_.timing.begin(), spec_.timing.end(), [&](const auto& assumption) {
                return assumption.timer == timer.timer;
            });
        if (!is_timed) {
            return true;
        }
        for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
            const Step& step = system_.steps[i];
            if (step.kind == StepKind::fire &&
                spec_.role(step.role).timer_handlers[step.index].timer == timer.timer) {
                Event event;
                event.step = i;
                event.process = timer.process;
                event.timer_key = timer.key;
                return !evaluator_.outcomes(state, event).empty();
            }
        }
        return false;
    }

    bool may_step(const State& state,
                  const Step& step,
                  std::uint32_t number,
                  std::int64_t process) const {
        Event event;
        event.step = number;
        event.process = process;
        if (step.kind != StepKind::act) {
            return true;
        }
        const auto inputs = Inputs::make(system_, instance_, lasso_.trace.universe, slice_);
        MUSTER_ASSERT(inputs.has_value(), "an instance that was explored has inputs");
        const auto& all = inputs->arguments(step.role, step.index);
        return std::any_of(all.begin(), all.end(), [&](const auto& arguments) {
            event.arguments = arguments;
            return !evaluator_.outcomes(state, event).empty();
        });
    }

    /// Whether a step does what was due, or makes that it is no longer put off, and how.
    std::optional<Why> settles(std::size_t step, const Duty& duty) const {
        const Event& now = event(step);
        const Step& kind = system_.steps[now.step];
        switch (duty.kind) {
        case Duty::Kind::timer:
            return settles_timer(step, duty.timer);
        case Duty::Kind::copy:
            if (!now.message || *now.message != duty.message || now.origin != Origin::network) {
                return std::nullopt;
            }
            return kind.kind == StepKind::lose ? Why::lost : Why::taken;
        case Duty::Kind::queue: {
            const Process one{kind.role, now.process};
            const Process other{kind.peer, now.peer};
            if (kind.kind == StepKind::cut && ((one == duty.process && other == duty.addressee) ||
                                               (other == duty.process && one == duty.addressee))) {
                return Why::cut;
            }
            const bool arrives =
                kind.kind == StepKind::deliver && now.origin == Origin::network &&
                spec_.message(now.message->message).network == spec::NetworkKind::fifo &&
                sender(spec_, *now.message) == duty.process &&
                addressee(spec_, *now.message) == duty.addressee;
            return arrives ? std::optional(Why::taken) : std::nullopt;
        }
        case Duty::Kind::action:
        case Duty::Kind::fault:
            return now.step == duty.step && now.process == duty.process.index
                       ? std::optional(Why::taken)
                       : std::nullopt;
        case Duty::Kind::made_up:
            return kind.kind == StepKind::deliver && now.origin == Origin::made_up &&
                           spec_.message(now.message->message).from == duty.process.role
                       ? std::optional(Why::taken)
                       : std::nullopt;
        }
        return std::nullopt;
    }

    std::optional<Why> settles_timer(std::size_t step, const ArmedTimer& timer) const {
        const Event& now = event(step);
        const Step& kind = system_.steps[now.step];
        if (kind.kind == StepKind::fire && now.process == timer.process &&
            spec_.role(kind.role).timer_handlers[kind.index].timer == timer.timer &&
            now.timer_key.value_or(Value()) == timer.key) {
            return Why::taken;
        }
        const auto touched = evaluator_.touched_timers(states_[step - 1], now);
        if (std::find(touched.begin(), touched.end(), timer) == touched.end()) {
            return std::nullopt;
        }
        const auto& armed = states_[step].armed;
        return std::binary_search(armed.begin(), armed.end(), timer) ? Why::started_anew
                                                                     : Why::stopped;
    }

    // Each thing that is due somewhere in the loop.
    void check_duties() {
        std::map<Duty, std::optional<FairStep>> known;
        for (std::size_t i = lasso_.loop_start; i <= count(); ++i) {
            for (const Duty& duty : possible_in(states_[i])) {
                known.try_emplace(duty, std::nullopt);
            }
        }
        for (auto& [duty, settled] : known) {
            for (std::size_t step = lasso_.loop_start + 1; step <= count() && !settled; ++step) {
                if (const auto why = settles(step, duty)) {
                    settled = FairStep{duty, *why, step};
                }
            }
            for (std::size_t i = lasso_.loop_start; i <= count() && !settled; ++i) {
                const auto possible = possible_in(states_[i]);
                if (std::find(possible.begin(), possible.end(), duty) == possible.end()) {
                    settled = FairStep{duty, Why::impossible, i};
                }
            }
            check(settled.has_value(), "something that is due is put off for ever");
            found_.push_back(*settled);
        }
    }

    [[nodiscard]] bool is_heard(const SentMessage& message) const {
        return slice_.messages[message.message.value].deliverable &&
               !is_stopped(states_[lasso_.loop_start], addressee(spec_, message));
    }

    // What is sent again and again is delivered so, and the other way round.
    void check_messages() {
        std::map<SentMessage, std::size_t> sent;
        std::map<SentMessage, std::size_t> delivered;
        for (std::size_t step = lasso_.loop_start + 1; step <= count(); ++step) {
            const Event& now = event(step);
            for (const SentMessage& message : evaluator_.sends(states_[step - 1], now)) {
                sent.try_emplace(message, step);
            }
            if (system_.steps[now.step].kind == StepKind::deliver &&
                now.origin == Origin::network) {
                delivered.try_emplace(*now.message, step);
            }
        }
        for (const auto& [message, step] : sent) {
            if (fairness_.recurs(message.message) && is_heard(message)) {
                const auto at = delivered.find(message);
                check(at != delivered.end(), "a message is sent for ever and never delivered");
                found_.push_back(
                    {{.kind = Duty::Kind::copy, .message = message}, Why::delivered, at->second});
            }
        }
        for (const auto& [message, step] : delivered) {
            check(!is_unreliable(message) || sent.contains(message),
                  "a message is delivered for ever and no longer sent");
        }
    }

    const spec::TypedSpec& spec_;
    const spec::InstanceInfo& instance_;
    const spec::LiveInfo& live_;
    const Lasso& lasso_;
    TransitionSystem system_;
    Fairness fairness_;
    Slice slice_;
    Layout layout_;
    StateStore store_;
    Evaluator evaluator_;
    std::vector<State> states_; // of the run, the loop three times
    std::vector<FairStep> found_;
};

} // namespace

LassoCheck
check_lasso(const spec::TypedSpec& spec, const spec::InstanceInfo& instance, const Lasso& lasso) {
    try {
        return Check(spec, instance, lasso).run();
    } catch (const Refused& refused) {
        return {refused.answer, refused.text, lasso};
    }
}

} // namespace muster::checker::live
