#pragma once

#include "runtime/machine/test/model.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace muster::runtime {

/// The implementation did something that the model does not allow; `what()` tells the whole run.
class NotAllowed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What an implementation says about an event. A method that returns nothing is silent.
enum class Answer { ran, refused, silent };

/// How often each kind of event was compared.
using EventCounts = std::map<std::string, std::size_t>;

/// Runs one implementation of a role beside the model, with the same events. The model may have
/// come to several states by then: those in which it can have done what the implementation did.
///
/// `Role` is generated: it says which events there are and makes the machine.
template <class Role, class Implementation>
class Comparison {
    using Hooks = typename Role::template RoleHooks<ModelHooks>;
    using Machine = typename Role::template RoleMachine<ModelHooks>;

public:
    /// More states than these are not followed; what comes after is then not compared.
    static constexpr std::size_t kMaxStates = 64;

    /// `start` comes next. The implementation is in the state in which it was made, and outlives
    /// this object, as what is given does.
    Comparison(const typename Role::RoleGiven& given,
               const typename Role::RoleProcess& me,
               Implementation& implementation)
        : hooks_(given)
        , implementation_(&implementation) {
        states_.push_back(Role::template make<ModelHooks>(given, me, hooks_));
    }

    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;
    ~Comparison() = default;

    /// Gives the event to both. It is none where the spec says nothing about it: a timer that is
    /// not armed, a message that no handler takes. Throws NotAllowed.
    template <class Event>
    void step(Event event) {
        static_assert(
            requires(Implementation & subject, Effects & out) { event.call(subject, out); },
            "the implementation has no method for this event of the role; "
            "docs/testing-your-code.md says which methods it needs");
        resolve(event);
        if constexpr (kIsRequest<Event>) {
            event.request = number_;
        }
        ArmedTimers armed = armed_;
        if (gave_up_ || !disarm_for(event, armed)) {
            return;
        }
        const ElementNames nothing_made;
        hooks_.begin_event(number_, nothing_made);
        auto ways = ways_of(states_, hooks_, event, armed);
        if (!ways.has_value()) {
            return;
        }
        armed_ = std::move(armed);
        ++number_;
        ++counts_[Event::name()];
        note_known(event);
        story_ += "  " + std::to_string(number_ - 1) + "  " + event.text() + '\n';
        Effects effects;
        const Answer answer = ask(event, effects);
        if (hooks_.asked_for_fresh()) {
            const ElementNames made = new_ones(effects);
            hooks_.begin_event(number_ - 1, made);
            ways = ways_of(states_, hooks_, event, armed_);
        }
        if (!ways.has_value()) {
            gave_up_ = true; // too many ways to have made what the implementation made
            return;
        }
        follow(*ways, answer, effects);
    }

    /// Refused actions included.
    [[nodiscard]] const EventCounts& counts() const { return counts_; }

private:
    // Elements that the implementation made have stable names until then: `MemberId#2` is the
    // second that it showed.
    template <class Event>
    void resolve(Event& event) {
        event.for_each_part([this](auto& part) {
            change_elements(part, [this]<class E>(E& element) {
                const auto& made = made_[E::Sort::kName];
                for (std::size_t i = 0; i < made.size(); ++i) {
                    if (element.name == stand_in<E>(i)) {
                        element.name = made[i];
                        return;
                    }
                }
            });
        });
    }

    // Disarms the timers that the event disarms. False if it is about one that is not armed.
    template <class Event>
    static bool disarm_for(const Event& event, ArmedTimers& armed) {
        if constexpr (kIsTimer<Event>) {
            return armed.erase(in_words(event.timer)) > 0;
        } else if constexpr (std::is_same_v<Event, CrashEvent>) {
            std::erase_if(armed, [](const auto& timer) { return !timer.second; });
        }
        return true;
    }

    template <class Event>
    void note_known(Event event) {
        event.for_each_part([this](auto& part) {
            change_elements(part, [this]<class E>(const E& element) {
                known_[E::Sort::kName].insert(element.name);
            });
        });
    }

    template <class Event>
    Answer ask(const Event& event, Effects& effects) {
        using Result = decltype(event.call(*implementation_, effects));
        try {
            if constexpr (std::is_void_v<Result>) {
                event.call(*implementation_, effects);
                return Answer::silent;
            } else if constexpr (std::is_same_v<Result, Outcome>) {
                const Outcome outcome = event.call(*implementation_, effects);
                return outcome == Outcome::handled   ? Answer::ran
                       : outcome == Outcome::ignored ? Answer::silent
                                                     : Answer::refused;
            } else {
                return static_cast<bool>(event.call(*implementation_, effects)) ? Answer::ran
                                                                                : Answer::refused;
            }
        } catch (const std::exception& thrown) {
            fail("     the implementation throws: " + std::string(thrown.what()) + '\n');
        } catch (const BrokenObligation&) {
            fail("     the implementation breaks an obligation of the spec\n");
        }
    }

    // The elements among the effects that have not occurred before.
    ElementNames new_ones(const Effects& effects) {
        ElementNames made;
        for (const auto& [sort, names] : effects.mentioned()) {
            for (const std::string& name : names) {
                if (!known_[sort].contains(name)) {
                    made[sort].push_back(name);
                }
            }
        }
        return made;
    }

    // Goes on with the states in which the model can have done the same.
    void follow(std::vector<Way<Machine>>& ways, Answer answer, const Effects& effects) {
        const std::vector<std::string> done = effects.lines(armed_);
        const VariableWords shown = state_in_words(*implementation_);
        std::vector<Machine> next;
        for (Way<Machine>& way : ways) {
            if (fits(way, answer, done, shown) &&
                std::find(next.begin(), next.end(), way.after) == next.end()) {
                next.push_back(way.after);
            }
        }
        if (next.empty()) {
            fail(disagreement(ways, answer, done, shown));
        }
        states_ = std::move(next);
        gave_up_ = states_.size() > kMaxStates;
        effects.arm(armed_);
        for (const auto& [sort, names] : new_ones(effects)) {
            known_[sort].insert(names.begin(), names.end());
            made_[sort].insert(made_[sort].end(), names.begin(), names.end());
        }
        story_ += indented(done);
    }

    static bool fits(const Way<Machine>& way,
                     Answer answer,
                     const std::vector<std::string>& done,
                     const VariableWords& shown) {
        const Answer wrong = way.refused ? Answer::ran : Answer::refused;
        return answer != wrong && way.effects == done && differences(way.after, shown).empty();
    }

    // What the implementation shows of its state and is not so in the model.
    static std::vector<std::string> differences(const Machine& machine,
                                                const VariableWords& shown) {
        std::vector<std::string> all;
        if (shown.empty()) {
            return all;
        }
        const VariableWords expected = state_in_words(machine);
        for (const auto& [name, value] : shown) {
            for (const auto& [known_name, known_value] : expected) {
                if (name == known_name && value != known_value) {
                    all.push_back(name + " is " + value + " and should be " + known_value);
                }
            }
        }
        return all;
    }

    static std::string indented(const std::vector<std::string>& lines) {
        std::string text;
        for (const std::string& line : lines) {
            text += "       " + line + '\n';
        }
        return text;
    }

    static std::string
    told(const std::string& who, bool refuses, const std::vector<std::string>& effects) {
        return "     " + who +
               (refuses           ? " refuses it\n"
                : effects.empty() ? " does nothing\n"
                                  : "\n") +
               (refuses ? "" : indented(effects));
    }

    static std::string disagreement(const std::vector<Way<Machine>>& ways,
                                    Answer answer,
                                    const std::vector<std::string>& done,
                                    const VariableWords& shown) {
        std::set<std::string> expected;
        for (const Way<Machine>& way : ways) {
            expected.insert(told("the model", way.refused, way.effects));
        }
        std::string text;
        for (const std::string& one : expected) {
            text += (text.empty() ? "" : "     or\n") + one;
        }
        text += told("the implementation", answer == Answer::refused, done);
        for (const Way<Machine>& way : ways) {
            if (way.effects == done) {
                return text + indented(differences(way.after, shown));
            }
        }
        return text;
    }

    [[noreturn]] void fail(const std::string& why) const {
        throw NotAllowed("the implementation of " + std::string(Role::kName) +
                         " does what the model does not allow\n" + story_ + why);
    }

    Hooks hooks_;
    Implementation* implementation_;
    std::vector<Machine> states_; // not empty; all different
    ArmedTimers armed_;
    std::map<std::string_view, std::set<std::string>> known_; // elements that have occurred
    ElementNames made_;                                       // in the order of their occurrence
    std::size_t number_ = 0;
    EventCounts counts_;
    std::string story_;
    bool gave_up_ = false;
};

} // namespace muster::runtime
