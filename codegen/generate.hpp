#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/types/typed_spec.hpp"

#include <string>
#include <string_view>
#include <vector>

/// From a spec to the C++ that runs: one header per protocol, with plain structs for what the spec
/// declares and one class template per role. The form of the code, and what a host does with it, is
/// described in docs/generated-code.md.
namespace muster::codegen {

/// The version of the language that generated headers name.
inline constexpr std::string_view kLanguageVersion = "0.1";

struct GeneratedFile {
    std::string path; // relative to the output folder
    std::string contents;
};

enum class TestFile { leave_out, write };

struct GenerateOptions {
    /// The namespace around the protocol's own.
    std::string outer_namespace = "muster::protocols";
    /// Whether there are also `NAME_test.cpp`, a GoogleTest file made of the spec's `test` blocks,
    /// and `NAME_model_test.hpp` and `.cpp`, model tests of implementations.
    TestFile tests = TestFile::leave_out;
};

/// The same spec gives the same bytes. What cannot be generated is reported, each construct by
/// name, and then nothing is returned.
std::vector<GeneratedFile> generate(const spec::TypedSpec& spec,
                                    const GenerateOptions& options,
                                    spec::Diagnostics& diagnostics);

} // namespace muster::codegen
