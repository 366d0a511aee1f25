#pragma once

#include "runtime/machine/obligation.hpp"
#include "runtime/machine/outcome.hpp"
#include "runtime/machine/test/words.hpp"
#include "runtime/machine/test_support.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Runs of a whole system that were recorded, repeated on generated machines. Elements of sorts are
/// strings; states and messages are compared in words.
namespace muster::runtime {

/// Variables and armed timers of one process by name, `lease` and `timer expiry`, with their values
/// in words.
using StateWords = std::map<std::string, std::string>;

/// The hooks of the machines in a recorded run, apart from functions: every choice is tried until
/// one leads to the state that was recorded.
class RunHooks {
public:
    void begin_way(Choices& choices) { choices_ = &choices; }

    template <class T>
    std::size_t pick(const std::vector<T>& candidates) {
        return choices_->choose(candidates.size());
    }

    std::size_t pick_handler(const std::vector<std::size_t>& handlers) {
        return choices_->choose(handlers.size());
    }

    /// Any element of the sort in the run: which one it was, the next state tells.
    [[nodiscard]] std::string fresh(const std::vector<std::string>& elements) {
        return elements[choices_->choose(elements.size())];
    }

private:
    Choices* choices_ = nullptr;
};

/// One process of a recorded run.
template <class Machine>
struct RecordedProcess {
    Machine machine;
    StateWords expected = {};
    std::set<std::string> armed = {};
};

/// Says of a step what changed, as it was recorded.
struct RecordedChange {
    StateWords state;           // of the process
    std::set<std::string> sent; // messages that had not been sent before
};

/// Follows a run step by step, and notes the first step that the machines do not take as recorded.
template <class Hooks>
class RecordedRun {
public:
    explicit RecordedRun(Hooks& hooks)
        : hooks_(&hooks) {}

    /// Gives an event to the process: call(machine, out) returns the outcome.
    template <class Machine, class Call>
    void step(const std::string& text,
              RecordedProcess<Machine>& process,
              Call&& call,
              const RecordedChange& change) {
        if (!possible()) {
            return;
        }
        for (const auto& [name, value] : change.state) {
            process.expected.insert_or_assign(name, value);
        }
        std::set<std::string> sent = sent_;
        sent.insert(change.sent.begin(), change.sent.end());
        std::string wrong;
        const auto fits = [&](const RecordedProcess<Machine>& after, const auto& sent_after) {
            wrong = difference(after, sent_after, sent);
            return wrong.empty();
        };
        if (!try_all(process, call, wrong, fits)) {
            why_not_ = text + ": " + wrong;
        }
    }

    /// An event that breaks an obligation or that no handler takes.
    template <class Machine, class Call>
    void goes_wrong(const std::string& text, RecordedProcess<Machine>& process, Call&& call) {
        if (!possible()) {
            return;
        }
        std::string wrong;
        const auto never = [](const auto&, const auto&) {
            return false;
        };
        static_cast<void>(try_all(process, call, wrong, never));
        if (wrong.empty()) {
            why_not_ = text + ": it does not go wrong";
        }
    }

    /// The timer that fires has to be armed.
    template <class Machine>
    void expire(RecordedProcess<Machine>& process, const std::string& timer) {
        if (process.armed.erase(timer) > 0) {
            process.expected["timer " + timer] = "off";
        }
    }

    /// A crash: what is not durable is lost, and timers that are not durable are disarmed.
    template <class Machine>
    void crash(RecordedProcess<Machine>& process, const std::set<std::string>& durable_timers) {
        process.machine.crash();
        std::erase_if(process.armed,
                      [&](const std::string& timer) { return !durable_timers.contains(timer); });
    }

    /// A request of this process, by the number that it has in the run.
    void asks(std::uint64_t request, const std::string& process) { requesters_[request] = process; }

    /// Whether every step was possible.
    [[nodiscard]] bool possible() const { return why_not_.empty(); }

    /// The first step that was not, and why.
    [[nodiscard]] const std::string& why_not() const { return why_not_; }

private:
    // What one event does.
    struct Out {
        const RecordedRun& run;
        std::set<std::string>& sent;
        std::set<std::string>& armed;

        template <class Message>
        void send(const Message& message) {
            sent.insert(in_words(message));
        }

        template <class Message>
        void send(const Message& message, const std::string& to) {
            sent.insert(in_words(message) + " to " + to);
        }

        template <class Message>
        void reply(const Message& message, std::uint64_t request) {
            const auto found = run.requesters_.find(request);
            const std::string to = found == run.requesters_.end() ? "" : found->second;
            sent.insert(in_words(message) + (to.empty() ? "" : " to " + to));
        }

        template <class Timer>
        void start_timer(const Timer& timer, std::int64_t) {
            armed.insert(in_words(timer));
        }

        template <class Timer>
        void stop_timer(const Timer& timer) {
            armed.erase(in_words(timer));
        }

        template <class... Entry>
        void changed(const Entry&...) {}
    };

    // Tries the event in every way until one fits, which then counts.
    template <class Machine, class Call, class Fits>
    bool try_all(RecordedProcess<Machine>& process, Call& call, std::string& wrong, Fits&& fits) {
        Choices choices;
        do {
            hooks_->begin_way(choices);
            RecordedProcess<Machine> after = process;
            std::set<std::string> sent = sent_;
            Out out{*this, sent, after.armed};
            try {
                const Outcome outcome = call(after.machine, out);
                if (!ran(outcome)) {
                    wrong = "it is " + std::string(name_of(outcome));
                    continue;
                }
            } catch (const BrokenObligation&) {
                wrong = "it breaks an obligation";
                continue;
            }
            if (fits(after, sent)) {
                process = std::move(after);
                sent_ = std::move(sent);
                return true;
            }
        } while (choices.advance());
        return false;
    }

    template <class Machine>
    static std::string difference(const RecordedProcess<Machine>& process,
                                  const std::set<std::string>& sent,
                                  const std::set<std::string>& expected_sent) {
        StateWords actual;
        process.machine.visit_state([&](std::string_view name, const auto& value) {
            actual.emplace(std::string(name), in_words(value));
        });
        for (const std::string& timer : process.armed) {
            actual.emplace("timer " + timer, "armed");
        }
        for (const auto& [name, value] : process.expected) {
            const auto found = actual.find(name);
            const std::string is = found == actual.end() ? "off" : found->second;
            if (is != value) {
                return name + " is " + is + " and was " + value;
            }
            actual.erase(name);
        }
        if (!actual.empty()) {
            return actual.begin()->first + " is " + actual.begin()->second + " and was not";
        }
        for (const std::string& message : expected_sent) {
            if (!sent.contains(message)) {
                return message + " is not sent";
            }
        }
        for (const std::string& message : sent) {
            if (!expected_sent.contains(message)) {
                return message + " is sent and was not";
            }
        }
        return "";
    }

    Hooks* hooks_;
    std::set<std::string> sent_;
    std::map<std::uint64_t, std::string> requesters_;
    std::string why_not_;
};

} // namespace muster::runtime
