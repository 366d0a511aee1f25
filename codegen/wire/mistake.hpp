#pragma once

#include "spec/source/source_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace muster::codegen::wire {

/// What is wrong with a description: where, what, and what to write instead.
struct Mistake {
    std::uint32_t offset = 0;
    std::string message;
    std::string help;
};

/// "FILE:LINE:COLUMN: message" and, on a second line, the help.
[[nodiscard]] std::string render(const spec::SourceFile& file, const Mistake& mistake);

/// All of them by place, one below the other.
[[nodiscard]] std::string render(const spec::SourceFile& file, std::vector<Mistake> mistakes);

} // namespace muster::codegen::wire
