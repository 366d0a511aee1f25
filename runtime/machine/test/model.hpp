#pragma once

#include "runtime/machine/obligation.hpp"
#include "runtime/machine/outcome.hpp"
#include "runtime/machine/test/effects.hpp"
#include "runtime/machine/test/events.hpp"
#include "runtime/machine/test_support.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The model side of a model test: a generated machine that goes every way in which its role may
/// choose.
namespace muster::runtime {

/// By sort: names of elements.
using ElementNames = std::map<std::string_view, std::vector<std::string>>;

/// The hooks of a machine that is a model, apart from functions.
class ModelHooks {
public:
    /// For the next event, which is number `step`: `made` are elements that the implementation
    /// shows and that have not occurred before, which `fresh` may be.
    void begin_event(std::size_t step, const ElementNames& made) {
        step_ = step;
        made_ = &made;
        asked_for_fresh_ = false;
    }

    /// For the next way through that event.
    void begin_way(Choices& choices) {
        choices_ = &choices;
        taken_.clear();
        hidden_ = 0;
    }

    /// Whether a way through the event made an element.
    [[nodiscard]] bool asked_for_fresh() const { return asked_for_fresh_; }

    template <class T>
    std::size_t pick(const std::vector<T>& candidates) {
        return choices_->choose(candidates.size());
    }

    std::size_t pick_handler(const std::vector<std::size_t>& handlers) {
        return choices_->choose(handlers.size());
    }

    /// One of the elements that the implementation made in this event, or one that it does not
    /// show, which has a name that says so.
    template <class E>
    E fresh() {
        asked_for_fresh_ = true;
        std::vector<std::string> options;
        if (const auto made = made_->find(E::Sort::kName); made != made_->end()) {
            for (const std::string& name : made->second) {
                if (std::find(taken_.begin(), taken_.end(), name) == taken_.end()) {
                    options.push_back(name);
                }
            }
        }
        const std::string number = hidden_ == 0 ? "" : " (" + std::to_string(hidden_ + 1) + ')';
        options.push_back("<new " + std::string(E::Sort::kName) + " of step " +
                          std::to_string(step_) + number + '>');
        const std::size_t chosen = choices_->choose(options.size());
        hidden_ += chosen + 1 == options.size() ? 1U : 0U;
        taken_.push_back(options[chosen]);
        return E(options[chosen]);
    }

private:
    Choices* choices_ = nullptr;
    const ElementNames* made_ = nullptr;
    std::size_t step_ = 0;
    std::vector<std::string> taken_;
    std::size_t hidden_ = 0;
    bool asked_for_fresh_ = false;
};

/// The values of a role's variables in words, in order.
using VariableWords = std::vector<std::pair<std::string, std::string>>;

/// What a machine, or an implementation that has `visit_state(visit)`, shows of its state.
template <class Subject>
[[nodiscard]] VariableWords state_in_words(const Subject& subject) {
    VariableWords all;
    const auto add = [&](std::string_view name, const auto& value) {
        all.emplace_back(name, in_words(value));
    };
    if constexpr (requires { subject.visit_state(add); }) {
        subject.visit_state(add);
    }
    return all;
}

/// One way in which the role may take an event.
template <class Machine>
struct Way {
    Machine after;
    bool refused = false; // an action whose guard does not hold: nothing changes
    std::vector<std::string> effects;
};

inline constexpr std::size_t kMaxWays = 1'000;

/// Every way in which one of the machines may take the event. Nothing if the spec does not say what
/// one of them does: an obligation is broken, no handler takes the message, a number leaves 64
/// bits; or if there are more than kMaxWays.
template <class Machine, class Hooks, class Event>
[[nodiscard]] std::optional<std::vector<Way<Machine>>> ways_of(const std::vector<Machine>& machines,
                                                               Hooks& hooks,
                                                               const Event& event,
                                                               const ArmedTimers& armed) {
    std::vector<Way<Machine>> ways;
    for (const Machine& before : machines) {
        Choices choices;
        do {
            hooks.begin_way(choices);
            Way<Machine> way{before, false, {}};
            Effects effects;
            Outcome outcome = Outcome::handled;
            try {
                outcome = event.call(way.after, effects);
            } catch (const BrokenObligation&) {
                return std::nullopt;
            }
            way.refused = kIsAction<Event> && refused(outcome);
            if (!ran(outcome) && !way.refused) {
                return std::nullopt;
            }
            way.effects = effects.lines(armed);
            ways.push_back(std::move(way));
            if (ways.size() > kMaxWays) {
                return std::nullopt;
            }
        } while (choices.advance());
    }
    return ways;
}

} // namespace muster::runtime
