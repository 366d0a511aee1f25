#pragma once

#include "checker/trace/trace.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace muster::checker {

/// By role: the variables whose values a chart shows all the time, at most four, the most telling
/// first. They are chosen by their types and by what guards, messages and properties
/// have of them:
///
/// 1. enumerations, which are phases;
/// 2. integers that some property speaks of and that never shrink along the run, but for what a
///    crash forgets, as they count generations, terms or tokens; and those that the property is
///    about, whatever they do;
/// 3. elements and options that some property speaks of, which name leaders and holders;
/// 4. truths that the property is about;
/// 5. other elements and options, and other integers that never shrink.
///
/// Those that the property is about go before others of their kind. Ghosts are none of them, and
/// neither is what nothing looks at, or what stays as it is along the whole run without the
/// property being about it. The first enumeration of a role is shown in any case.
std::vector<std::vector<spec::VariableId>> shown_variables(const spec::TypedSpec& spec,
                                                           const Trace& trace,
                                                           std::optional<std::size_t> property);

} // namespace muster::checker
