#pragma once

#include "checker/engines/induction.hpp"
#include "spec/types/typed_spec.hpp"

#include <iosfwd>
#include <vector>

namespace muster::cli {

/// Of each property, whether Z3 decides the questions that its proof asks, and if not, why not and
/// what would help. Properties of which the same is to be said stand together.
void print_fragment(const spec::TypedSpec& spec,
                    const std::vector<checker::PropertyFragment>& fragments,
                    std::ostream& out);

} // namespace muster::cli
