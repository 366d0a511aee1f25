#pragma once

#include "cli/context.hpp"
#include "spec/source/source_file.hpp"
#include "spec/types/typed_spec.hpp"

#include <optional>
#include <string>

namespace muster::cli {

/// How diagnostics are printed.
enum class MessageFormat { text, json };

/// A spec without mistakes, with the text that its spans point into.
struct LoadedSpec {
    spec::SourceFile source;
    spec::TypedSpec typed;
};

/// Reads a file as text. Prints why it cannot and returns nothing.
std::optional<spec::SourceFile>
load_text(const std::string& path, MessageFormat format, const Context& context);

/// Prints everything in the sink, if there is anything.
void print_diagnostics(const spec::SourceFile& source,
                       const spec::Diagnostics& diagnostics,
                       MessageFormat format,
                       const Context& context);

/// Reads and analyses a spec. Prints its mistakes and returns nothing if there are any.
std::optional<LoadedSpec>
load_spec(const std::string& path, MessageFormat format, const Context& context);

} // namespace muster::cli
