#pragma once

#include "runtime/kafka/wire/error_code.hpp"

namespace muster::runtime::kafka {

template <class Part>
[[nodiscard]] ErrorCode first_error(const Part& part);

/// The first error of a list of parts.
template <class Parts>
[[nodiscard]] ErrorCode first_error_of(const Parts& parts) {
    for (const auto& part : parts) {
        if (const auto error = first_error(part); error != ErrorCode::none) {
            return error;
        }
    }
    return ErrorCode::none;
}

/// The error of a response as a whole, or the first one of its parts.
template <class Part>
ErrorCode first_error(const Part& part) {
    auto error = ErrorCode::none;
    const auto look = [&error](const auto& parts) {
        error = error == ErrorCode::none ? first_error_of(parts) : error;
    };
    if constexpr (requires { part.error; }) {
        error = part.error;
    }
    if constexpr (requires { part.topics; }) {
        look(part.topics);
    }
    if constexpr (requires { part.partitions; }) {
        look(part.partitions);
    }
    if constexpr (requires { part.groups; }) {
        look(part.groups);
    }
    if constexpr (requires { part.members; }) {
        look(part.members);
    }
    if constexpr (requires { part.coordinators; }) {
        look(part.coordinators);
    }
    if constexpr (requires { part.results; }) {
        look(part.results);
    }
    return error;
}

} // namespace muster::runtime::kafka
