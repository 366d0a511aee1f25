#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace muster::cli {

/// A setting as it was given, and where.
struct Property {
    std::string key;
    std::string value;
    std::string place; // "server.properties:12", or "--set"
};

/// Reads a file of the form that Kafka's server.properties has, Java's: a key, `=` or `:` or a
/// blank, and a value on a line; `#` and `!` begin comments; a backslash at the end of a line goes
/// on in the next one, and before a letter it stands for a special one. Blanks at the ends of keys
/// and values do not count; Kafka drops those behind a value, too. `name` is what places call the
/// file.
///
/// The error has the place: of a line without a key, or of a backslash that stands for nothing.
tl::expected<std::vector<Property>, std::string> parse_properties(std::string_view text,
                                                                  const std::string& name);

/// Reads `KEY=VALUE`. The error repeats what was given.
tl::expected<Property, std::string> parse_assignment(const std::string& text);

} // namespace muster::cli
