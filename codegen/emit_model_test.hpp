#pragma once

#include "codegen/model/writer.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::codegen {

/// The two files of a protocol's model tests: what a test of an implementation needs, and the tests
/// that give the generated machines to it.
struct ModelTest {
    Writer header;
    Writer source;
};

/// `scope` is the namespace of the protocol. A spec without roles has no events; its files hold
/// nothing.
ModelTest emit_model_test(const spec::TypedSpec& spec,
                          const std::string& scope,
                          spec::Diagnostics& diagnostics);

} // namespace muster::codegen
