#pragma once

#include "checker/product/parts.hpp"

#include <map>

namespace muster::checker::product {

/// Which element some names stand for.
using Bindings = std::map<spec::LocalId, Value>;

/// What of a state a formula can look at where these names are bound.
struct Footprint {
    /// Of a process: which of the role's variables, and whether it looks at what is armed.
    struct Local {
        std::vector<bool> variables;
        bool armed = false;
    };

    std::map<std::uint32_t, Local> processes; // by place
    std::set<std::uint32_t> others;           // places of the network
};

Footprint footprint(const spec::TypedSpec& spec,
                    const Parts& parts,
                    spec::ExprId formula,
                    const Bindings& bindings);

} // namespace muster::checker::product
