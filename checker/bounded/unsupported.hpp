#pragma once

#include "spec/source/span.hpp"

#include <string>

namespace muster::checker::bounded {

/// Thrown inside this folder where a construct has no circuit, and caught where a step or a
/// property is turned into one; the report names it.
struct Unsupported {
    std::string what;
    spec::Span span{};
};

} // namespace muster::checker::bounded
