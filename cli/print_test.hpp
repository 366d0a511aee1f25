#pragma once

#include "checker/eval/run_tests.hpp"
#include "spec/source/source_map.hpp"

#include <iosfwd>

namespace muster::cli {

/// One line that says how the test came out, and notes on what it took for granted; for one that
/// failed also why, with the line of the spec underlined where it failed.
void print_test(const spec::SourceMap& sources,
                const spec::TestInfo& test,
                const checker::TestResult& result,
                std::ostream& out);

} // namespace muster::cli
