#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

namespace muster::cli {

/// What a numeric option takes: `greatest` and `least` belong to it.
struct NumberRange {
    std::int64_t least = 0;
    std::int64_t greatest = 0;
    std::string unit; // in the plural, "milliseconds"
};

/// What every number of seconds, milliseconds or states fits into.
inline constexpr std::int64_t kMaxUnsigned = std::numeric_limits<unsigned>::max();

/// Checks the text of an option. What it says of another text names the range and the unit.
inline CLI::Validator whole_number(NumberRange range) {
    const std::string shown = range.least == 0 ? "NONNEGATIVE" : "POSITIVE";
    return CLI::Validator(
        [range = std::move(range)](std::string& text) {
            std::int64_t number = 0;
            const char* end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, number);
            if (error == std::errc() && stop == end && number >= range.least &&
                number <= range.greatest) {
                return std::string();
            }
            return fmt::format("`{}` is not a whole number of {} from {} to {}",
                               text,
                               range.unit,
                               range.least,
                               range.greatest);
        },
        shown);
}

} // namespace muster::cli
