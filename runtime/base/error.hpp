#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace muster::runtime {

/// What went wrong in the world (a disk, a socket, a file written by someone else), in words for a
/// person.
struct Error {
    std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Shorthand for a failed Result.
[[nodiscard]] inline tl::unexpected<Error> failure(std::string message) {
    return tl::make_unexpected(Error{.message = std::move(message)});
}

} // namespace muster::runtime
