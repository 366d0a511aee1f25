#pragma once

#include "runtime/machine/test/words.hpp"

#include <cstdint>
#include <string>

/// The events that a model test gives to a role. Each has `call(subject, out)`, which gives it to a
/// machine or an implementation under test; `name()`, what it is, and `text()`, which one, in the
/// words of the spec; and `for_each_part`, which visits all that can be chosen about it.
namespace muster::runtime {

/// Stands for the process of a role without an index: as the sender of a message, or as the one
/// under test.
struct OnlyProcess {};

/// Nothing happens where the subject has no `start`.
struct StartEvent {
    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const {
        if constexpr (requires { subject.start(out); }) {
            return subject.start(out);
        }
    }

    [[nodiscard]] static std::string name() { return "start"; }

    [[nodiscard]] static std::string text() { return name(); }

    template <class Visit>
    void for_each_part(Visit&&) {}
};

/// What a crash leaves, and then `start`.
struct CrashEvent {
    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const {
        subject.crash();
        return StartEvent().call(subject, out);
    }

    [[nodiscard]] static std::string name() { return "crash"; }

    [[nodiscard]] static std::string text() { return name(); }

    template <class Visit>
    void for_each_part(Visit&&) {}
};

template <class Message, class From>
struct MessageEvent {
    Message message{};
    From from{};

    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const -> decltype(subject.handle(message, from, out)) {
        return subject.handle(message, from, out);
    }

    [[nodiscard]] static std::string name() { return std::string(Message::kName); }

    [[nodiscard]] std::string text() const { return in_words(message) + " from " + in_words(from); }

    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit(message);
        visit(from);
    }
};

template <class Message>
struct MessageEvent<Message, OnlyProcess> {
    Message message{};

    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const -> decltype(subject.handle(message, out)) {
        return subject.handle(message, out);
    }

    [[nodiscard]] static std::string name() { return std::string(Message::kName); }

    [[nodiscard]] std::string text() const { return in_words(message); }

    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit(message);
    }
};

/// A message that can be answered later: `request` is given to it when it arrives.
template <class Message, class From>
struct RequestEvent {
    Message message{};
    From from{};
    std::uint64_t request = 0;

    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const
        -> decltype(subject.handle(message, from, request, out)) {
        return subject.handle(message, from, request, out);
    }

    [[nodiscard]] static std::string name() { return std::string(Message::kName); }

    [[nodiscard]] std::string text() const {
        return in_words(message) + " from " + in_words(from) + " as request " + in_words(request);
    }

    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit(message);
        visit(from);
    }
};

template <class Message>
struct RequestEvent<Message, OnlyProcess> {
    Message message{};
    std::uint64_t request = 0;

    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const -> decltype(subject.handle(message, request, out)) {
        return subject.handle(message, request, out);
    }

    [[nodiscard]] static std::string name() { return std::string(Message::kName); }

    [[nodiscard]] std::string text() const {
        return in_words(message) + " as request " + in_words(request);
    }

    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit(message);
    }
};

template <class Timer>
struct TimerEvent {
    Timer timer{};

    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const -> decltype(subject.fire(timer, out)) {
        return subject.fire(timer, out);
    }

    [[nodiscard]] static std::string name() { return std::string(Timer::kName); }

    [[nodiscard]] std::string text() const { return in_words(timer); }

    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit(timer);
    }
};

template <class Peer>
struct LostEvent {
    Peer peer{};

    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const -> decltype(subject.lost(peer, out)) {
        return subject.lost(peer, out);
    }

    [[nodiscard]] static std::string name() { return "lost " + std::string(Peer::kName); }

    [[nodiscard]] std::string text() const { return "lost " + in_words(peer); }

    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit(peer);
    }
};

/// `Action` is generated: its arguments as fields, and the call.
template <class Action>
struct ActionEvent {
    Action action{};

    template <class Subject, class Out>
    auto call(Subject& subject, Out& out) const -> decltype(action.call(subject, out)) {
        return action.call(subject, out);
    }

    [[nodiscard]] static std::string name() { return std::string(Action::kName); }

    [[nodiscard]] std::string text() const { return in_words(action); }

    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit(action);
    }
};

template <class Event>
inline constexpr bool kIsRequest = requires(Event& event) {
    event.request;
};

template <class Event>
inline constexpr bool kIsTimer = requires(Event& event) {
    event.timer;
};

template <class Event>
inline constexpr bool kIsAction = requires(Event& event) {
    event.action;
};

} // namespace muster::runtime
