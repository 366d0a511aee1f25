#pragma once

#include <string>
#include <string_view>

/// Texts as XML and HTML hold them.
namespace muster::checker {

/// The text as content or as a value in double quotes; printable.
std::string xml_escaped(std::string_view text);

} // namespace muster::checker
