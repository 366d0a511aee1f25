#pragma once

#include <cstdint>

namespace muster::spec {

/// A half-open range of bytes [begin, end) in one source file; a SourceMap tells in which.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    friend bool operator==(Span, Span) = default;
};

/// The smallest span that covers both.
constexpr Span join(Span a, Span b) {
    return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

} // namespace muster::spec
