#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

namespace muster::runtime {

#ifdef MUSTER_OBLIGATIONS_ARE_THROWN

/// Thrown instead, where machines are explored: the explorer looks for broken obligations.
struct BrokenObligation {};

[[noreturn]] inline void obligation_broken(const char*, const char*, int) {
    throw BrokenObligation{};
}

#else

/// Ends the program because an obligation of the spec is broken. The checker proves obligations, so
/// this means that the machine runs outside what was proved; its state is not to be trusted and
/// must not answer anybody. A restart recovers from what is on disk.
[[noreturn]] inline void obligation_broken(const char* what, const char* file, int line) {
    std::fprintf(stderr, "broken obligation: %s (%s:%d)\n", what, file, line);
    std::fflush(stderr);
    std::abort();
}

#endif

/// States an obligation of the spec: an assertion, or that a partial operation is defined.
inline void obligation(bool holds,
                       const char* what,
                       const char* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
    if (!holds) {
        obligation_broken(what, file, line);
    }
}

/// `e.value`: what an option holds. An obligation: it holds something.
template <class T>
[[nodiscard]] const T& value(const std::optional<T>& option,
                             const char* file = __builtin_FILE(),
                             int line = __builtin_LINE()) {
    if (!option.has_value()) {
        obligation_broken("the value of none was asked for", file, line);
    }
    return *option;
}

template <class T>
[[nodiscard]] T
value(std::optional<T>&& option, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (!option.has_value()) {
        obligation_broken("the value of none was asked for", file, line);
    }
    return *std::move(option);
}

/// For writing to a part of what an option holds.
template <class T>
[[nodiscard]] T&
value(std::optional<T>& option, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (!option.has_value()) {
        obligation_broken("the value of none was asked for", file, line);
    }
    return *option;
}

/// What was chosen. An obligation: there was something to choose.
template <class T>
[[nodiscard]] T must(std::optional<T>&& chosen,
                     const char* what,
                     const char* file = __builtin_FILE(),
                     int line = __builtin_LINE()) {
    if (!chosen.has_value()) {
        obligation_broken(what, file, line);
    }
    return *std::move(chosen);
}

} // namespace muster::runtime
