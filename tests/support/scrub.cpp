#include "tests/support/scrub.hpp"

#include <regex>

namespace muster::test {

std::string
scrub_path(std::string_view text, const std::filesystem::path& path, std::string_view name) {
    const std::string needle = path.string();
    const std::string replacement = "<" + std::string(name) + ">";
    std::string result;
    while (true) {
        const std::size_t at = needle.empty() ? std::string_view::npos : text.find(needle);
        if (at == std::string_view::npos) {
            return result.append(text);
        }
        result.append(text.substr(0, at)).append(replacement);
        text.remove_prefix(at + needle.size());
    }
}

std::string scrub_durations(std::string_view text) {
    static const std::regex kDuration(R"(\b[0-9]+(\.[0-9]+)? ?(ns|us|µs|ms|s|min)\b)");
    return std::regex_replace(std::string(text), kDuration, "<time>");
}

} // namespace muster::test
