#pragma once

#include <string_view>

namespace muster::runtime {

/// What became of an event that a machine was given.
enum class Outcome {
    handled,     // a handler ran
    ignored,     // the spec says that this event is dropped here
    not_enabled, // no handler's guard holds; nothing changed
    overflow,    // a number would have left 64 bits: refused, nothing changed, nothing was sent
};

[[nodiscard]] constexpr std::string_view name_of(Outcome outcome) {
    switch (outcome) {
    case Outcome::handled:
        return "handled";
    case Outcome::ignored:
        return "ignored";
    case Outcome::not_enabled:
        return "not enabled";
    case Outcome::overflow:
        return "overflow";
    }
    return "unknown";
}

} // namespace muster::runtime
