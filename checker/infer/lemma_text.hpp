#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::checker::infer {

/// A property as it would be written in a spec, in the layout of `muster format`, without a line
/// end behind it. Knows the expressions that inferred lemmas are made of.
std::string lemma_text(const spec::TypedSpec& spec, const spec::PropertyInfo& property);

} // namespace muster::checker::infer
