#pragma once

#include "tests/support/tally.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace muster::test {

struct CodeStorm {
    std::uint64_t count = 0; // of specs, those with the seeds from `seed` on
    std::uint64_t seed = 0;
    std::uint64_t batch = 0; // how many are compiled at once
};

/// Those of g++ and clang++ that are there.
[[nodiscard]] std::vector<std::string> compilers();

/// Generates the code of random specs, compiles it with every compiler and compares what it does
/// with the evaluator. A spec with a fault is printed with the command that repeats it.
[[nodiscard]] Tally code_storm(const CodeStorm& storm);

/// The same of given specs, compiled at once.
[[nodiscard]] Tally code_of_texts(const std::vector<std::string>& texts);

/// How many specs were refused.
[[nodiscard]] std::size_t refusals(const Tally& tally);

/// What was refused for a reason that docs/generated-code.md does not give.
[[nodiscard]] std::vector<std::string> undocumented_refusals(const Tally& tally);

} // namespace muster::test
