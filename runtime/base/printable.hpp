#pragma once

#include <string>
#include <string_view>

namespace muster::runtime {

/// A peer's text for a log: control characters and bytes outside ASCII become `?`, so that no peer
/// writes lines or escape sequences into an operator's terminal.
[[nodiscard]] inline std::string printable(std::string_view text) {
    std::string result(text);
    for (char& each : result) {
        if (each < ' ' || each > '~') {
            each = '?';
        }
    }
    return result;
}

} // namespace muster::runtime
