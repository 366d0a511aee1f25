#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace muster::spec {

/// "did you mean `x`?" for the known name that is nearest to the given one, or an empty text when
/// none is near: one letter in three may be wrong, and two at most. Names that differ in capitals
/// only are as near as can be; other names of one or two letters are never near. Of equally near
/// names the first in alphabetical order is meant. Empty too when the name itself is known: then
/// its spelling is not what is wrong.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& known);

} // namespace muster::spec
