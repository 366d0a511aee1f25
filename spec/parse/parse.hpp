#pragma once

#include "spec/ast/ast.hpp"
#include "spec/diagnostics/diagnostic.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace muster::spec {

/// Parses the text of one spec. Reports every syntax error it can tell apart (recovery goes on
/// with the next declaration), up to a thousand, and returns nothing if there was one. Never throws
/// for bad input; input of any length and content is safe.
std::optional<ParsedFile> parse(std::string_view text, Diagnostics& diagnostics);

/// The same for a text whose first byte has the offset `base`, next to what has been parsed before:
/// new expressions and types come behind those that `file` holds, so that both stay valid; its name
/// and declarations become those of the text. Says whether there was no mistake; otherwise only the
/// old part of the arenas means something.
bool parse_into(ParsedFile& file,
                std::string_view text,
                std::uint32_t base,
                Diagnostics& diagnostics);

} // namespace muster::spec
