#pragma once

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace muster::runtime {

/// A key and a value of a line of the log.
struct EventField {
    template <class Value>
    EventField(std::string_view name, const Value& content)
        : key(name)
        , value(fmt::format("{}", content)) {}

    std::string_view key;
    std::string value;
};

/// "event=NAME key=value …", in the order given. A value that is empty or has blanks or anything
/// but visible ASCII stands in double quotes, with backslash escapes, so that a line is always one
/// event and no peer writes into an operator's terminal.
[[nodiscard]] std::string event_line(std::string_view event,
                                     std::initializer_list<EventField> fields);

/// Writes an event to the log.
inline void log_event(spdlog::level::level_enum level,
                      std::string_view event,
                      std::initializer_list<EventField> fields = {}) {
    if (spdlog::should_log(level)) {
        spdlog::log(level, "{}", event_line(event, fields));
    }
}

} // namespace muster::runtime
