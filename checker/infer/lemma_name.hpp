#pragma once

#include "spec/types/typed_spec.hpp"

#include <set>
#include <string>

namespace muster::checker::infer {

/// A name for a lemma that says what it is about: `sent_Granted_implies_holder`,
/// `free_excludes_in_flight_Grant`, `lease_is_unique`. It is no name of the spec's and none of
/// `taken`: a number is added where it would be. The same formula gets the same name.
std::string
lemma_name(const spec::TypedSpec& spec, spec::ExprId formula, const std::set<std::string>& taken);

} // namespace muster::checker::infer
