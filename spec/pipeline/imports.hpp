#pragma once

#include "spec/ast/ast.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/source/source_map.hpp"

#include <tl/expected.hpp>

#include <functional>
#include <optional>
#include <string>

namespace muster::spec {

/// Gets the file that an import names: from the name of the file that imports, and the path as it
/// is written there (relative, with `/` between its parts). A file must have the same identity,
/// whoever imports it.
using ImportLoader = std::function<tl::expected<SourceFile, LoadError>(const std::string& importer,
                                                                       const std::string& path)>;

/// Reads the file from the disk, beside the importing one.
[[nodiscard]] tl::expected<SourceFile, LoadError> load_import(const std::string& importer,
                                                              const std::string& path);

/// Parses the main file of the map and, with what `load` gives, the files that it imports, which
/// join the map. Instead of an import stand the declarations that it brings in: sorts, enums,
/// records, constants, functions, global definitions and axioms; each file is taken once. Returns
/// nothing if there was a mistake in any of the files, or with an import; every file is looked at
/// all the same.
[[nodiscard]] std::optional<ParsedFile>
parse_with_imports(SourceMap& sources, const ImportLoader& load, Diagnostics& diagnostics);

} // namespace muster::spec
