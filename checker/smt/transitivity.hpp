#pragma once

#include "checker/smt/group_context.hpp"

#include <cstddef>
#include <map>

namespace muster::checker::smt {

/// Which step properties are transitive. A step with a loop in order is looked at piece by piece:
/// its beginning, each iteration, its end. A step property of all pieces holds of the whole if it
/// is transitive.
class Transitivity {
public:
    /// The context outlives this.
    explicit Transitivity(GroupContext& context)
        : context_(context) {}

    /// Asks once for each property.
    bool holds(std::size_t property);

private:
    bool ask(std::size_t property);

    GroupContext& context_;
    std::map<std::size_t, bool> known_;
};

} // namespace muster::checker::smt
