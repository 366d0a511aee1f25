#pragma once

#include "checker/live/lasso.hpp"
#include "checker/trace/element_names.hpp"

#include <string>
#include <vector>

namespace muster::checker::live {

/// Why a lasso is a fair run though nothing comes of it: a line for everything that has to happen,
/// and for what it breaks.
std::vector<std::string>
lasso_lines(const spec::TypedSpec& spec, const Lasso& lasso, ElementNames& names);

/// `answered(c: c1)`, or the name alone of a property without parameters.
std::string lasso_title(const spec::TypedSpec& spec, const Lasso& lasso, ElementNames& names);

/// `a run of 3 steps, and then nothing more`, `a run of 3 steps, and 2 steps for ever`.
std::string lasso_length(const Lasso& lasso);

} // namespace muster::checker::live
