#pragma once

namespace muster::spec {

/// Matches a std::variant with one lambda per alternative. There is never a catch-all, so that a
/// new alternative breaks the build wherever it matters.
template <class... Functions>
struct overloaded : Functions... {
    using Functions::operator()...;
};

template <class... Functions>
overloaded(Functions...) -> overloaded<Functions...>;

} // namespace muster::spec
