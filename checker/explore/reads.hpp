#pragma once

#include "spec/types/typed_spec.hpp"

#include <set>
#include <vector>

namespace muster::checker {

/// What an expression looks at, the defs that it calls included.
struct Reads {
    std::set<spec::VariableId> variables;
    std::set<spec::TimerId> timers;
    std::set<spec::LocalId> locals;
    std::set<spec::FunctionId> functions;
    std::vector<const spec::typed::MessagePattern*> patterns;
    /// Whether evaluation can go wrong. True unless it is plain that it cannot: a lookup is safe
    /// where `k in m` stands to its left, `.value` where `is some` does.
    bool may_fail = false;

    void add(const Reads& other);
};

/// Adds what this expression reads.
void collect_reads(const spec::TypedSpec& spec, spec::ExprId id, Reads& reads);

} // namespace muster::checker
