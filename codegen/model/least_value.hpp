#pragma once

#include "codegen/model/doc.hpp"
#include "spec/types/typed_spec.hpp"

#include <functional>
#include <string>

namespace muster::codegen {

/// The value that the evaluator takes where nothing is said, as a C++ expression in a scope with
/// short names for the protocol's types. `first_element` names the first element of a sort.
Doc least_value(const spec::TypedSpec& spec,
                spec::TypeId type,
                const std::function<std::string(spec::SortId)>& first_element);

} // namespace muster::codegen
