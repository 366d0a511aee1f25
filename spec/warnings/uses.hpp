#pragma once

#include "spec/types/typed_spec.hpp"

#include <vector>

namespace muster::spec {

/// What the bodies of a spec mention; each list is indexed by the id of its declaration.
struct Uses {
    std::vector<bool> sorts;
    std::vector<bool> enums;
    std::vector<bool> records;
    std::vector<bool> constants;
    std::vector<bool> functions;
    std::vector<bool> defs;
    std::vector<bool> procedures;
    std::vector<bool> sent; // messages, by `send` or `reply`
    /// Variables whose value matters to something else than themselves, and those that some
    /// statement changes.
    std::vector<bool> read;
    std::vector<bool> written;
    std::vector<bool> started; // timers
};

Uses find_uses(const TypedSpec& spec);

} // namespace muster::spec
