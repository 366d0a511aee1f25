#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace muster::test {

/// The protocols that the program comes with, as paths in the folder, without `.muster`; ascending.
std::vector<std::string> shipped_protocols(const std::filesystem::path& folder);

} // namespace muster::test
