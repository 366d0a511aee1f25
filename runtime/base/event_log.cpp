#include "runtime/base/event_log.hpp"

#include <algorithm>

namespace muster::runtime {

namespace {

bool is_plain(char letter) {
    return letter > ' ' && letter <= '~' && letter != '"' && letter != '\\' && letter != '=';
}

std::string quoted(std::string_view value) {
    if (!value.empty() && std::all_of(value.begin(), value.end(), is_plain)) {
        return std::string(value);
    }
    std::string result = "\"";
    for (const char each : value) {
        if (each == '"' || each == '\\') {
            result += '\\';
            result += each;
        } else if (each < ' ' || each > '~') {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(each));
        } else {
            result += each;
        }
    }
    return result + '"';
}

} // namespace

std::string event_line(std::string_view event, std::initializer_list<EventField> fields) {
    std::string line = "event=" + std::string(event);
    for (const auto& field : fields) {
        line += fmt::format(" {}={}", field.key, quoted(field.value));
    }
    return line;
}

} // namespace muster::runtime
