#include "tests/support/shipped_protocols.hpp"

#include <algorithm>

namespace muster::test {

std::vector<std::string> shipped_protocols(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".muster") {
            names.push_back(
                entry.path().lexically_relative(folder).replace_extension().generic_string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace muster::test
