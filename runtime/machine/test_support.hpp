#pragma once

#include "runtime/machine/choices.hpp"
#include "runtime/machine/outcome.hpp"

#include <algorithm>
#include <any>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the tests that are generated from the `test` blocks of a spec stand on. Elements of sorts
/// are strings there, and a test is run once for every way in which the role may choose.
namespace muster::runtime {

/// An element that a test has no name for; no name has a space.
[[nodiscard]] inline std::string unnamed_element(const std::string& sort, std::size_t number) {
    return sort + ' ' + std::to_string(number + 1);
}

/// All elements of a sort: those that the test names, and this many others.
template <class Set>
[[nodiscard]] Set
elements(const std::string& sort, const std::vector<std::string>& named, std::size_t others) {
    Set all(named.begin(), named.end());
    for (std::size_t i = 0; i < others; ++i) {
        all.insert(unnamed_element(sort, i));
    }
    return all;
}

/// The hooks of a machine under test, apart from functions.
class TestHooks {
public:
    explicit TestHooks(Choices& choices)
        : choices_(&choices) {}

    template <class T>
    std::size_t pick(const std::vector<T>& candidates) {
        return choices_->choose(candidates.size());
    }

    std::size_t pick_handler(const std::vector<std::size_t>& handlers) {
        return choices_->choose(handlers.size());
    }

    /// The elements that the test names, in order.
    void name(const std::string& sort, std::vector<std::string> elements) {
        names_[sort] = std::move(elements);
    }

    /// Notes that these elements have occurred.
    void use(const std::string& sort, const std::vector<std::string>& elements) {
        used_[sort].insert(used_[sort].end(), elements.begin(), elements.end());
    }

    /// The first of the test's elements that has not occurred; then others without a name.
    std::string fresh(const std::string& sort) {
        std::vector<std::string>& used = used_[sort];
        std::string element;
        for (std::size_t i = 0; element.empty(); ++i) {
            const std::vector<std::string>& names = names_[sort];
            const std::string candidate =
                i < names.size() ? names[i] : unnamed_element(sort, i - names.size());
            if (std::find(used.begin(), used.end(), candidate) == used.end()) {
                element = candidate;
            }
        }
        used.push_back(element);
        return element;
    }

private:
    Choices* choices_;
    std::map<std::string, std::vector<std::string>> names_;
    std::map<std::string, std::vector<std::string>> used_;
};

/// Records what a machine under test asks for.
class TestOut {
public:
    template <class Message>
    void send(const Message& message) {
        sent_.push_back({message, std::nullopt});
    }

    template <class Message>
    void send(const Message& message, const std::string& to) {
        sent_.push_back({message, to});
    }

    template <class Message>
    void reply(const Message& message, std::uint64_t request) {
        sent_.push_back({message, requesters_.at(request)});
    }

    template <class Timer>
    void start_timer(const Timer& timer, std::int64_t) {
        stop_timer(timer);
        armed_.push_back({timer, Timer::kDurable});
    }

    template <class Timer>
    void stop_timer(const Timer& timer) {
        std::erase_if(armed_, [&](const Armed& armed) { return is(armed, timer); });
    }

    template <class Field>
    void changed(Field) {}

    template <class Field>
    void changed(Field, const std::string&) {}

    /// What is sent from here on counts as sent by the event that comes.
    void next_event() { first_of_event_ = sent_.size(); }

    /// A request of this sender; of nobody in particular if the sender's role has no index.
    std::uint64_t request(std::optional<std::string> from = std::nullopt) {
        requesters_.push_back(std::move(from));
        return requesters_.size() - 1;
    }

    /// Whether the last event sent a message for which the condition holds, to this addressee if
    /// one is given.
    template <class Message, class Condition>
    [[nodiscard]] bool sends(Condition&& condition,
                             const std::optional<std::string>& to = std::nullopt) const {
        return find<Message>(first_of_event_, condition, to);
    }

    /// The same for everything that was ever sent.
    template <class Message, class Condition>
    [[nodiscard]] bool has_sent(Condition&& condition,
                                const std::optional<std::string>& to = std::nullopt) const {
        return find<Message>(0, condition, to);
    }

    [[nodiscard]] bool sends_nothing() const { return first_of_event_ == sent_.size(); }

    template <class Timer>
    [[nodiscard]] bool is_armed(const Timer& timer) const {
        return std::any_of(
            armed_.begin(), armed_.end(), [&](const Armed& armed) { return is(armed, timer); });
    }

    /// Disarms a timer because it fires. False if it is not armed.
    template <class Timer>
    [[nodiscard]] bool expire(const Timer& timer) {
        const bool armed = is_armed(timer);
        stop_timer(timer);
        return armed;
    }

    /// A crash of the machine: only durable timers stay armed.
    void crash() {
        std::erase_if(armed_, [](const Armed& armed) { return !armed.durable; });
    }

private:
    struct Sent {
        std::any message;
        std::optional<std::string> to;
    };

    struct Armed {
        std::any timer;
        bool durable = false;
    };

    template <class Timer>
    [[nodiscard]] static bool is(const Armed& armed, const Timer& timer) {
        const auto* same = std::any_cast<Timer>(&armed.timer);
        return same != nullptr && *same == timer;
    }

    template <class Message, class Condition>
    [[nodiscard]] bool
    find(std::size_t first, Condition& condition, const std::optional<std::string>& to) const {
        for (std::size_t i = first; i < sent_.size(); ++i) {
            const auto* message = std::any_cast<Message>(&sent_[i].message);
            if (message != nullptr && (!to.has_value() || sent_[i].to == to) &&
                condition(*message)) {
                return true;
            }
        }
        return false;
    }

    std::vector<Sent> sent_;
    std::size_t first_of_event_ = 0;
    std::vector<Armed> armed_;
    std::vector<std::optional<std::string>> requesters_; // by request
};

/// Whether the event was one that can happen there.
[[nodiscard]] constexpr bool ran(Outcome outcome) {
    return outcome == Outcome::handled || outcome == Outcome::ignored;
}

/// Whether the event was one that cannot happen there; then nothing has changed.
[[nodiscard]] constexpr bool refused(Outcome outcome) {
    return outcome == Outcome::not_enabled;
}

/// Replaces a machine by `anew`, which was just built in the same way, as a restart does: the
/// durable part is encoded and decoded, ghosts go along. False if some of it cannot be decoded.
template <class Machine>
[[nodiscard]] bool reload(Machine& machine, Machine anew) {
    bool restored = true;
    for (const auto field : Machine::kDurableFields) {
        machine.for_each_durable(field, [&](const std::string& key, const std::string& value) {
            restored = anew.restore_entry(field, key, value) && restored;
        });
    }
    if constexpr (requires { anew.take_ghosts(machine); }) {
        anew.take_ghosts(machine);
    }
    machine = std::move(anew);
    return restored;
}

} // namespace muster::runtime
