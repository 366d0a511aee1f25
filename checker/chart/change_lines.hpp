#pragma once

#include "checker/eval/value.hpp"
#include "checker/trace/element_names.hpp"

#include <string>
#include <vector>

namespace muster::checker {

/// How a variable changes, in as few words as possible: of a map only the entries that change, of a
/// set what comes and goes, of anything else the old and the new value.
///
///     lease = none → some(1)
///     members[m1] = Member { … }
///     votes + s1, s2
std::vector<std::string> change_lines(const spec::TypedSpec& spec,
                                      const spec::VariableInfo& variable,
                                      const Value& before,
                                      const Value& after,
                                      ElementNames& names);

} // namespace muster::checker
