#pragma once

#include <functional>
#include <string>

namespace muster::test {

/// A text with as few lines as can be had by leaving out rows of lines, of which something is still
/// so. `is_so` is true of the text itself.
std::string shrink_text(const std::string& text,
                        const std::function<bool(const std::string&)>& is_so);

} // namespace muster::test
