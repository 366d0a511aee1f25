#pragma once

#include "codegen/generate.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace muster::codegen {

/// A run in the Informal Trace Format, as `muster check --itf` writes it.
struct RunFile {
    enum class Expectation { possible, impossible };
    std::string name; // of the file, without a folder
    std::string text;
    Expectation expectation = Expectation::possible;
};

struct RunError {
    std::string file;
    std::string text;
};

/// `NAME_runs_test.cpp`: a GoogleTest case for every run, which gives its events to the generated
/// machines and compares their state and what they send after every step. The case passes if the
/// run is possible, or impossible, as is expected. The spec is one that `generate` takes.
tl::expected<GeneratedFile, RunError> generate_runs(const spec::TypedSpec& spec,
                                                    const std::vector<RunFile>& runs,
                                                    const GenerateOptions& options);

} // namespace muster::codegen
