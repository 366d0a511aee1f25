#pragma once

#include "codegen/generate.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace muster::cli {

/// A C++ compiler of this system.
struct Compiler {
    std::vector<std::string> command;
    std::string version; // what it says of itself
};

/// What the environment names as CXX, or else the first of `c++`, `g++` and `clang++` that runs.
/// Returns why there is none.
[[nodiscard]] tl::expected<Compiler, std::string> find_compiler();

/// What a library is made of.
struct LibrarySource {
    std::vector<codegen::GeneratedFile> files; // beside the headers of runtime/machine
    std::string main;                          // the path of the one to compile

    /// A name for it, with this compiler: equal for what gives the same library alone.
    [[nodiscard]] std::string key(const Compiler& compiler) const;
};

/// Compiles it in a folder of its own, which is empty before, to `library.so` there. Returns why it
/// could not.
[[nodiscard]] tl::expected<std::filesystem::path, std::string> compile_library(
    const Compiler& compiler, const LibrarySource& source, const std::filesystem::path& folder);

} // namespace muster::cli
