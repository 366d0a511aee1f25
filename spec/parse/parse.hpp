#pragma once

#include "spec/ast/ast.hpp"
#include "spec/diagnostics/diagnostic.hpp"

#include <optional>
#include <string_view>

namespace muster::spec {

/// Parses the text of one spec. Reports every syntax error it can tell apart (recovery goes on
/// with the next declaration) and returns nothing if there was one. Never throws for bad input;
/// input of any length and content is safe.
std::optional<ParsedFile> parse(std::string_view text, Diagnostics& diagnostics);

} // namespace muster::spec
