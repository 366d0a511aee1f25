#pragma once

#include "tests/tidy/source.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace muster::tidy {

struct Function {
    std::string name;
    std::size_t first_line = 0; // counted from 1, where the declaration begins
    std::size_t line_count = 0; // through the closing brace
};

// The functions defined in a file at namespace or class level, in order. This is no parser: it
// matches braces and looks at the text before each opening one. It is right for code in the
// project's format, where the brace of a body follows a blank and that of an initializer does not.
[[nodiscard]] std::vector<Function> find_functions(const Source& source);

} // namespace muster::tidy
