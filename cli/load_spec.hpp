#pragma once

#include "cli/context.hpp"
#include "cli/diagnostic_options.hpp"
#include "spec/source/source_map.hpp"
#include "spec/types/typed_spec.hpp"

#include <optional>
#include <string>

namespace muster::cli {

/// A spec without mistakes, with the files that its spans point into.
struct LoadedSpec {
    spec::SourceMap sources;
    spec::TypedSpec typed;
};

/// Reads a file as text. Prints why it cannot and returns nothing.
std::optional<spec::SourceMap>
load_text(const std::string& path, const DiagnosticOptions& options, const Context& context);

/// Reads and analyses a spec with what it imports. Prints what is wrong with it; returns nothing if
/// there are errors, or warnings that are denied.
std::optional<LoadedSpec>
load_spec(const std::string& path, const DiagnosticOptions& options, const Context& context);

} // namespace muster::cli
