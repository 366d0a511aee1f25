#pragma once

#include "checker/eval/layout.hpp"
#include "checker/explore/slice.hpp"

namespace muster::checker {

/// What a search records of the messages that were sent: those that a slice keeps, as far as it
/// keeps them.
class Recording {
public:
    /// All outlive it.
    Recording(const spec::TypedSpec& spec, const Layout& layout, const Slice& slice)
        : spec_(spec)
        , layout_(layout)
        , slice_(slice) {}

    /// Whether that it was sent is all that its delivery needs; then it is recorded whole.
    [[nodiscard]] bool is_whole(const SentMessage& message) const;
    [[nodiscard]] bool is_recorded(const SentMessage& message) const;
    /// A recorded message with what nothing looks at blanked.
    [[nodiscard]] SentMessage project(const SentMessage& message) const;

private:
    const spec::TypedSpec& spec_;
    const Layout& layout_;
    const Slice& slice_;
};

} // namespace muster::checker
