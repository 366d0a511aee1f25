#include "checker/explain/shrink_step.hpp"

#include "checker/eval/interpreter.hpp"
#include "checker/eval/value_space.hpp"
#include "checker/explain/initial_values.hpp"
#include "checker/explain/move_integers.hpp"
#include "checker/explain/simpler_values.hpp"

#include <algorithm>
#include <memory>

namespace muster::checker {

namespace {

/// How often the step may be repeated.
constexpr std::size_t kMaxTries = 4000;

/// Proofs may assume that a message is never in flight twice, which no property says.
bool has_twins(const InFlight& in_flight) {
    const auto in = [](std::vector<SentMessage> all) {
        std::sort(all.begin(), all.end());
        return std::adjacent_find(all.begin(), all.end()) != all.end();
    };
    return in(in_flight.loose) || in(in_flight.queued);
}

class Shrinker {
public:
    Shrinker(const TransitionSystem& system, StepFault fault, Trace& trace)
        : system_(system)
        , spec_(*system.spec)
        , fault_(std::move(fault))
        , trace_(trace)
        , mover_(system)
        , best_{trace.universe,
                trace.initial,
                trace.ending ? trace.ending->event : trace.steps.front().event}
        , may_have_twins_(has_twins(best_.initial.in_flight)) {
        if (trace.ending) {
            fault_.place = trace.ending->failure.span;
        }
        renew(best_.universe);
        has_axioms_ = replay_->keeps_axioms(best_.initial);
    }

    void run() {
        std::size_t before = 0;
        do {
            before = successes_;
            drop_messages();
            drop_timers_and_stops();
            simplify_variables();
            simplify_event();
            if (has_axioms_) {
                simplify_constants();
                shift_integers();
                move_integers();
            }
        } while (successes_ > before && tries_ < kMaxTries);
    }

private:
    void renew(const Universe& universe) {
        replay_ = std::make_unique<StepReplay>(system_, fault_, universe);
    }

    /// Whether this is a counterexample as well; then it is the best one.
    bool take(StepFrom candidate) {
        if (tries_ >= kMaxTries || (!may_have_twins_ && has_twins(candidate.initial.in_flight))) {
            return false;
        }
        ++tries_;
        Trace trace = trace_;
        trace.universe = candidate.universe;
        trace.initial = candidate.initial;
        trace.steps.clear();
        trace.ending.reset();
        if (!replay_->confirm(trace, candidate.event)) {
            return false;
        }
        best_ = std::move(candidate);
        best_.event = trace.ending ? trace.ending->event : trace.steps.front().event;
        trace_ = std::move(trace);
        ++successes_;
        return true;
    }

    /// The same where something changes that axioms speak of.
    bool take_rigid(StepFrom candidate) {
        renew(candidate.universe);
        if (replay_->keeps_axioms(candidate.initial) && take(std::move(candidate))) {
            return true;
        }
        renew(best_.universe);
        return false;
    }

    /// The same of moved integers, which must not take a variable away from what it is at the
    /// start: that would be undone, and done again, without an end.
    bool take_moved(StepFrom candidate) {
        return differences(candidate) <= differences(best_) && take_rigid(std::move(candidate));
    }

    /// How many variables are not what they are at the start.
    [[nodiscard]] std::size_t differences(const StepFrom& step) const {
        const auto initial = initial_values(spec_, step.universe, step.initial);
        std::size_t result = 0;
        for (std::size_t v = 0; v < initial.size(); ++v) {
            for (std::size_t p = 0; p < initial[v].size(); ++p) {
                result += initial[v][p] == step.initial.variables[v][p] ? 0 : 1;
            }
        }
        return result;
    }

    /// Takes away as many items as it can: large parts of the list first, then smaller ones.
    template <class Item, class Without>
    void drop(const std::vector<Item>& all, const Without& without) {
        std::vector<Item> left = all;
        for (std::size_t size = left.size(); size > 0; size /= 2) {
            for (std::size_t i = 0; i < left.size();) {
                const std::size_t end = std::min(left.size(), i + size);
                const std::vector<Item> part(left.begin() + static_cast<std::ptrdiff_t>(i),
                                             left.begin() + static_cast<std::ptrdiff_t>(end));
                StepFrom candidate = best_;
                without(candidate.initial, part);
                if (take(std::move(candidate))) {
                    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i),
                               left.begin() + static_cast<std::ptrdiff_t>(end));
                } else {
                    i = end;
                }
            }
        }
    }

    template <class Item>
    static void erase_one(std::vector<Item>& from, const Item& item) {
        const auto place = std::find(from.begin(), from.end(), item);
        if (place != from.end()) {
            from.erase(place);
        }
    }

    void drop_messages() {
        const auto not_sent = [](State& state, const std::vector<SentMessage>& part) {
            for (const SentMessage& message : part) {
                erase_one(state.sent, message);
                std::erase(state.in_flight.loose, message);
                std::erase(state.in_flight.queued, message);
            }
        };
        drop(best_.initial.sent, not_sent);
        drop(best_.initial.in_flight.loose, [](State& state, const auto& part) {
            for (const SentMessage& message : part) {
                erase_one(state.in_flight.loose, message);
            }
        });
        drop(best_.initial.in_flight.queued, [](State& state, const auto& part) {
            for (const SentMessage& message : part) {
                erase_one(state.in_flight.queued, message);
            }
        });
    }

    void drop_timers_and_stops() {
        drop(best_.initial.armed, [](State& state, const auto& part) {
            for (const ArmedTimer& timer : part) {
                erase_one(state.armed, timer);
            }
        });
        drop(best_.initial.stopped, [](State& state, const auto& part) {
            for (const Process& process : part) {
                erase_one(state.stopped, process);
            }
        });
    }

    /// Makes one value plainer, step by step. `place` finds it in a candidate.
    template <class Place, class Take>
    void simplify(spec::TypeId type, const Value& target, const Place& place, const Take& take) {
        bool changed = true;
        while (changed) {
            changed = false;
            for (const Value& simpler : simpler_values(spec_, type, place(best_), target)) {
                StepFrom candidate = best_;
                place(candidate) = simpler;
                if (take(std::move(candidate))) {
                    changed = true;
                    break;
                }
            }
        }
    }

    void simplify_variables() {
        const auto initial = initial_values(spec_, best_.universe, best_.initial);
        for (std::size_t v = 0; v < best_.initial.variables.size(); ++v) {
            for (std::size_t p = 0; p < best_.initial.variables[v].size(); ++p) {
                const auto place = [v, p](StepFrom& step) -> Value& {
                    return step.initial.variables[v][p];
                };
                simplify(spec_.variables[v].type,
                         initial[v][p].value_or(place(best_)),
                         place,
                         [this](StepFrom candidate) { return take(std::move(candidate)); });
            }
        }
    }

    /// A message is as it was sent: it changes in the network and in the event at once.
    bool take_message(StepFrom candidate) {
        const SentMessage old = *best_.event.message;
        for (auto* messages : {&candidate.initial.sent,
                               &candidate.initial.in_flight.loose,
                               &candidate.initial.in_flight.queued}) {
            std::replace(messages->begin(), messages->end(), old, *candidate.event.message);
        }
        std::sort(candidate.initial.sent.begin(), candidate.initial.sent.end());
        auto& sent = candidate.initial.sent;
        sent.erase(std::unique(sent.begin(), sent.end()), sent.end());
        std::sort(candidate.initial.in_flight.loose.begin(),
                  candidate.initial.in_flight.loose.end());
        return take(std::move(candidate));
    }

    void simplify_event() {
        const Step& step = system_.steps[best_.event.step];
        if (best_.event.message) {
            const auto& fields = spec_.message(best_.event.message->message).fields;
            for (std::size_t f = 0; f < fields.size(); ++f) {
                simplify(
                    fields[f].type,
                    default_value(spec_, fields[f].type),
                    [f](StepFrom& from) -> Value& { return from.event.message->fields[f]; },
                    [this](StepFrom candidate) { return take_message(std::move(candidate)); });
            }
        }
        if (step.kind != StepKind::act) {
            return;
        }
        const auto& parameters = spec_.role(step.role).actions[step.index].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const spec::TypeId type = spec_.local(parameters[i]).type;
            simplify(
                type,
                default_value(spec_, type),
                [i](StepFrom& from) -> Value& { return from.event.arguments[i]; },
                [this](StepFrom candidate) { return take(std::move(candidate)); });
        }
    }

    void simplify_constants() {
        for (std::size_t c = 0; c < best_.initial.constants.size(); ++c) {
            simplify(
                spec_.constants[c].type,
                default_value(spec_, spec_.constants[c].type),
                [c](StepFrom& from) -> Value& { return from.initial.constants[c]; },
                [this](StepFrom candidate) { return take_rigid(std::move(candidate)); });
        }
    }

    /// Moves all integers alike, where more variables are then what they are at the start: no one
    /// of them could be moved without the others that it is compared with.
    void shift_integers() {
        if (!mover_.can_merge()) {
            return;
        }
        std::set<std::int64_t> distances;
        const auto initial = initial_values(spec_, best_.universe, best_.initial);
        for (std::size_t v = 0; v < initial.size(); ++v) {
            for (std::size_t p = 0; p < initial[v].size(); ++p) {
                std::int64_t distance = 0;
                if (spec_.types[spec_.variables[v].type].kind == spec::TypeKind::integer &&
                    initial[v][p] &&
                    !__builtin_sub_overflow(initial[v][p]->number(),
                                            best_.initial.variables[v][p].number(),
                                            &distance)) {
                    distances.insert(distance);
                }
            }
        }
        for (const std::int64_t distance : distances) {
            StepFrom candidate = mover_.shifted(best_, distance);
            if (differences(candidate) < differences(best_) && take_rigid(std::move(candidate))) {
                return;
            }
        }
    }

    void move_integers() {
        if (!mover_.can_move()) {
            return;
        }
        const std::vector<std::int64_t> all = best_.universe.integers;
        const std::set<std::int64_t> occurring = mover_.occurring(best_);
        for (auto it = all.rbegin(); it != all.rend(); ++it) {
            if (*it != 0 && !occurring.contains(*it)) {
                take_rigid(mover_.without(best_, *it));
            }
        }
        close_gaps();
    }

    /// Moves integers nearer to 0, with all that are farther from it: onto the next one, or beside
    /// it.
    void close_gaps() {
        for (const std::int64_t sign : {1, -1}) {
            std::int64_t last = 0;
            while (const auto next = next_from(last, sign)) {
                const std::int64_t gap = (*next - last) * sign;
                if (mover_.can_merge() && take_moved(mover_.moved(best_, *next, -sign * gap))) {
                    continue;
                }
                if (gap > 1) {
                    take_moved(mover_.moved(best_, *next, -sign * (gap - 1)));
                }
                last = *next_from(last, sign);
            }
        }
    }

    /// The next integer that occurs, away from 0.
    std::optional<std::int64_t> next_from(std::int64_t last, std::int64_t sign) {
        std::set<std::int64_t> all = mover_.occurring(best_);
        all.insert(best_.universe.integers.begin(), best_.universe.integers.end());
        if (sign > 0) {
            const auto next = all.upper_bound(last);
            return next == all.end() ? std::nullopt : std::optional(*next);
        }
        const auto next = all.lower_bound(last);
        return next == all.begin() ? std::nullopt : std::optional(*std::prev(next));
    }

    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    StepFault fault_;
    Trace& trace_;
    IntegerMover mover_;
    StepFrom best_;
    bool may_have_twins_;
    bool has_axioms_ = false;
    std::unique_ptr<StepReplay> replay_;
    std::size_t tries_ = 0;
    std::size_t successes_ = 0;
};

} // namespace

void shrink_step(const TransitionSystem& system, const StepFault& fault, Trace& trace) {
    Shrinker(system, fault, trace).run();
}

} // namespace muster::checker
