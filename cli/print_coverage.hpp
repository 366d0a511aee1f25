#pragma once

#include "checker/check/check.hpp"
#include "checker/coverage/coverage.hpp"
#include "cli/load_spec.hpp"

#include <cstddef>
#include <iosfwd>
#include <vector>

namespace muster::cli {

/// What a property needs to say anything and what was never so.
struct SilentPart {
    std::size_t property = 0;
    checker::VacuousPart::Kind kind = checker::VacuousPart::Kind::premise;
    spec::Span span; // of the left side, or of the range
};

/// How many parts of the steps were exercised, those that were not, and properties that never had a
/// chance to fail, each with its place.
void print_coverage(const LoadedSpec& loaded,
                    const checker::Coverage& coverage,
                    const std::vector<SilentPart>& silent,
                    std::ostream& out);

} // namespace muster::cli
