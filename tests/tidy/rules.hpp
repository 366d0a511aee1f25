#pragma once

#include "tests/tidy/source.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace muster::tidy {

struct Fault {
    std::string path;
    std::size_t line = 0; // counted from 1; 0 where the fault is of the whole file
    std::string message;

    friend bool operator==(const Fault&, const Fault&) = default;
};

using Faults = std::vector<Fault>;

inline constexpr std::size_t kMaxColumns = 100;
inline constexpr std::size_t kMaxFileLines = 700;
inline constexpr std::size_t kMaxFunctionLines = 70;

// The rules that one file can break by itself. Each returns what is wrong, in the order of lines.

[[nodiscard]] Faults long_lines(const Source& source);
[[nodiscard]] Faults long_file(const Source& source);
[[nodiscard]] Faults long_functions(const Source& source);

// Includes between the folders go one way; Z3 and Boost stay in the folder that hides them;
// includes of ours are written from the root.
[[nodiscard]] Faults include_direction(const Source& source);

// `#pragma once`, no `using namespace`, no <iostream>.
[[nodiscard]] Faults header_hygiene(const Source& source);

// A .cpp file with a header of its own name beside it includes that first. `paths` are all files of
// the tree.
[[nodiscard]] Faults own_header_first(const Source& source, const std::set<std::string>& paths);

// Standard streams belong to the program and the tests.
[[nodiscard]] Faults standard_streams(const Source& source);

// Nothing that gives another answer on the next run: clocks and random numbers in spec, checker and
// codegen, hash order in spec and codegen.
[[nodiscard]] Faults nondeterminism(const Source& source);

// Marks of unfinished work, paths of one machine, author banners and traces of a merge.
[[nodiscard]] Faults leftovers(const Source& source);

} // namespace muster::tidy
