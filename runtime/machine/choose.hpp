#pragma once

#include "runtime/machine/obligation.hpp"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <vector>

/// `pick`: any one element of a collection. Generated code takes the first in iteration order, or
/// asks the hooks if they have a policy for elements of this type:
///
///     std::size_t pick(const std::vector<T>& candidates);   // an index; candidates is not empty
///
/// Where the guards of several `either` handlers of one message hold, it takes the one that stands
/// first in the spec, or asks the hooks if they have a policy for that:
///
///     std::size_t pick_handler(const std::vector<std::size_t>& handlers);   // an index, likewise
///
/// The handlers of a role are numbered from 0 as they stand in the spec, `on M` of all messages
/// counted. An explorer's policy tries every candidate in turn.
namespace muster::runtime {

template <class Hooks, class T>
concept PicksFrom = requires(Hooks& hooks, const std::vector<T>& candidates) {
    static_cast<std::size_t>(hooks.pick(candidates));
};

template <class Hooks>
concept PicksHandlers = requires(Hooks& hooks, const std::vector<std::size_t>& handlers) {
    static_cast<std::size_t>(hooks.pick_handler(handlers));
};

/// Hooks for machines that need none: no `fresh` values, no functions, the first of every `pick`.
struct DefaultHooks {};

template <class T, class Hooks>
[[nodiscard]] std::optional<T> choose(Hooks& hooks, const std::vector<T>& candidates) {
    if (candidates.empty()) {
        return std::nullopt;
    }
    if constexpr (PicksFrom<Hooks, T>) {
        const auto chosen = static_cast<std::size_t>(hooks.pick(candidates));
        obligation(chosen < candidates.size(), "a pick policy chose an element that is not there");
        return candidates[chosen];
    } else {
        return candidates.front();
    }
}

/// One of several `either` handlers, and whether its guard holds.
struct EitherHandler {
    std::size_t number = 0;
    bool enabled = false;
};

/// The number of the handler that runs; nothing if no guard holds.
template <class Hooks>
[[nodiscard]] std::optional<std::size_t>
choose_handler([[maybe_unused]] Hooks& hooks, std::initializer_list<EitherHandler> handlers) {
    if constexpr (PicksHandlers<Hooks>) {
        std::vector<std::size_t> enabled;
        for (const EitherHandler& handler : handlers) {
            if (handler.enabled) {
                enabled.push_back(handler.number);
            }
        }
        if (enabled.empty()) {
            return std::nullopt;
        }
        const auto chosen = static_cast<std::size_t>(hooks.pick_handler(enabled));
        obligation(chosen < enabled.size(), "a policy chose a handler that is not enabled");
        return enabled[chosen];
    } else {
        for (const EitherHandler& handler : handlers) {
            if (handler.enabled) {
                return handler.number;
            }
        }
        return std::nullopt;
    }
}

/// `pick x in range where condition`; nothing if no element fits.
template <class T, class Hooks, class Range, class Condition>
[[nodiscard]] std::optional<T> pick_if(Hooks& hooks, const Range& range, Condition&& condition) {
    std::vector<T> candidates;
    for (const T& element : range) {
        if (!condition(element)) {
            continue;
        }
        if constexpr (!PicksFrom<Hooks, T>) {
            return element;
        }
        candidates.push_back(element);
    }
    return choose<T>(hooks, candidates);
}

/// `pick x in range`; nothing if it is empty.
template <class T, class Hooks, class Range>
[[nodiscard]] std::optional<T> pick(Hooks& hooks, const Range& range) {
    return pick_if<T>(hooks, range, [](const T&) { return true; });
}

/// The elements that fit and whose key no other one beats, in iteration order, chosen from.
template <class T, class Hooks, class Range, class Condition, class Key, class Beats>
[[nodiscard]] std::optional<T>
pick_best(Hooks& hooks, const Range& range, Condition&& condition, Key&& key, Beats&& beats) {
    std::vector<T> best;
    std::optional<decltype(key(*range.begin()))> best_key;
    for (const T& element : range) {
        if (!condition(element)) {
            continue;
        }
        auto element_key = key(element);
        if (!best_key.has_value() || beats(element_key, *best_key)) {
            best.clear();
            best_key = element_key;
        } else if (beats(*best_key, element_key)) {
            continue;
        }
        best.push_back(element);
    }
    return choose<T>(hooks, best);
}

/// `pick x in range where condition by max key`.
template <class T, class Hooks, class Range, class Condition, class Key>
[[nodiscard]] std::optional<T>
pick_max_if(Hooks& hooks, const Range& range, Condition&& condition, Key&& key) {
    return pick_best<T>(
        hooks, range, condition, key, [](const auto& a, const auto& b) { return b < a; });
}

/// `pick x in range where condition by min key`.
template <class T, class Hooks, class Range, class Condition, class Key>
[[nodiscard]] std::optional<T>
pick_min_if(Hooks& hooks, const Range& range, Condition&& condition, Key&& key) {
    return pick_best<T>(
        hooks, range, condition, key, [](const auto& a, const auto& b) { return a < b; });
}

template <class T, class Hooks, class Range, class Key>
[[nodiscard]] std::optional<T> pick_max(Hooks& hooks, const Range& range, Key&& key) {
    return pick_max_if<T>(
        hooks, range, [](const T&) { return true; }, key);
}

template <class T, class Hooks, class Range, class Key>
[[nodiscard]] std::optional<T> pick_min(Hooks& hooks, const Range& range, Key&& key) {
    return pick_min_if<T>(
        hooks, range, [](const T&) { return true; }, key);
}

} // namespace muster::runtime
