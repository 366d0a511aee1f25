#pragma once

#include "tests/tidy/rules.hpp"
#include "tests/tidy/source.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace muster::tidy {

// The text files of the project, sorted by path, and the paths of all its files.
struct Tree {
    std::vector<Source> sources;
    std::set<std::string> paths;
};

// Reads the folders and files that belong to the project and nothing else, build directories least
// of all. A file is read as text when its name says that it is. Throws std::runtime_error when one
// cannot be read.
[[nodiscard]] Tree read_tree(const std::filesystem::path& root);

// Every .cpp file of the programs and tests must be named in a CMakeLists.txt of its folder or of
// one above, or be found by a file(GLOB_RECURSE … CONFIGURE_DEPENDS "*.cpp") there.
[[nodiscard]] Faults unlisted_sources(const Tree& tree);

// Every line MUSTER_CODE(name, number, …) of spec/diagnostics/codes.def has a name and a number of
// its own, a page spec/diagnostics/explain/EXXXX.md, and a case in tests/golden/errors whose file
// name begins with the code.
[[nodiscard]] Faults incomplete_codes(const Tree& tree);

// One line per fault: path:line: message.
[[nodiscard]] std::string report(const Faults& faults);

} // namespace muster::tidy
