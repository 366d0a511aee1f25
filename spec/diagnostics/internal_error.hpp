#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace muster {

/// A bug of the tools themselves, never of a spec or of the world. Thrown by MUSTER_ASSERT and
/// caught once, in the program's entry, which reports it and exits with 70.
class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// Throws InternalError with the place relative to the source tree, the condition and the text.
[[noreturn]] inline void
raise_internal_error(const char* condition, const char* function, const std::string& text) {
    throw InternalError(fmt::format("{} (`{}` does not hold in {})", text, condition, function));
}

} // namespace muster

/// `MUSTER_ASSERT(cond, "text {}", argument)`: states what the tools rely on. On in every build.
#define MUSTER_ASSERT(condition, ...)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ::muster::raise_internal_error(#condition, __func__, ::fmt::format(__VA_ARGS__));      \
        }                                                                                          \
    } while (false)
