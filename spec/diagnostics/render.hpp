#pragma once

#include "spec/diagnostics/diagnostic.hpp"
#include "spec/source/source_map.hpp"

#include <string>

namespace muster::spec {

enum class Colour { off, on };

/// How many errors, and how many warnings, are shown before the rest is only counted.
constexpr std::size_t kMaxShown = 20;

/// Everything in the sink as text for people, sorted by place: the message, the lines concerned
/// with what matters underlined (`^` the mistake, `-` what else took part), facts, and help. Tabs
/// are shown as four spaces, lines are cut to 120 columns around what is underlined, and of a span
/// over several lines the first and the last are shown. Places in other files follow those in the
/// file of the mistake.
[[nodiscard]] std::string
render_text(const SourceMap& sources, const Diagnostics& diagnostics, Colour colour);

/// The same for a file that could not be loaded.
[[nodiscard]] std::string render_text(const LoadError& error, Colour colour);

/// "2 errors, 1 warning", or nothing if there is nothing.
[[nodiscard]] std::string summary(const Diagnostics& diagnostics);

/// One JSON object per line and diagnostic: `code`, `severity`, `message`, `file`, `primary` and
/// `secondary` (each with `file`, `begin`, `end` in bytes, `line`, `column`, `end_line`,
/// `end_column` and `text`), `notes`, `help`. What is beyond kMaxShown is counted by a last object
/// with `more`, one for errors and one for warnings.
[[nodiscard]] std::string render_json(const SourceMap& sources, const Diagnostics& diagnostics);
[[nodiscard]] std::string render_json(const LoadError& error);

} // namespace muster::spec
