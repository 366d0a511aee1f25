#pragma once

#include "spec/types/typed_spec.hpp"

#include <string>

namespace muster::spec {

/// The typed spec as compact s-expressions: every handler, action, procedure, def and property
/// with its body. Locals are printed with their number, `m#12`, so that what a name refers to can
/// be seen. The same spec gives the same bytes.
std::string dump(const TypedSpec& spec);

/// One typed expression in the same form.
std::string dump(const TypedSpec& spec, ExprId id);

} // namespace muster::spec
