#pragma once

#include "codegen/model/writer.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::codegen {

/// A GoogleTest file with one test for every `test` block, which runs the generated machine and
/// comes out as the evaluator does (checker/eval/run_tests.hpp). `scope` is the namespace of the
/// protocol.
void emit_tests(const spec::TypedSpec& spec,
                const std::string& scope,
                spec::Diagnostics& diagnostics,
                Writer& writer);

} // namespace muster::codegen
