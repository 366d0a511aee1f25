#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>
#include <vector>

namespace muster::spec {

/// What code may do, by name; each thing once, in the order of the text. Procedures count with all
/// that they do.
struct Effects {
    using Names = std::vector<std::string>;
    Names writes;
    Names sends;
    Names replies;
    Names starts; // timers
    Names stops;

    /// `sets last, holder; sends Granted`; `nothing` where there is nothing.
    [[nodiscard]] std::string text() const;
};

Effects effects_of(const TypedSpec& spec, BlockId block);

} // namespace muster::spec
