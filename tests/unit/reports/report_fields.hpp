#pragma once

#include <gtest/gtest.h>

#include <string>

namespace muster::test {

// Whether a report for machines has the fields that docs/machine-readable.md lists, all of them and
// in that order, and no verdict and no kind of reason that the page does not list.
[[nodiscard]] testing::AssertionResult has_documented_fields(const std::string& report);

} // namespace muster::test
