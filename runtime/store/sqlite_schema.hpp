#pragma once

#include "runtime/store/sqlite_database.hpp"

namespace muster::runtime {

/// Makes the file ready: creates the tables in an empty one, checks the marks of any other, and
/// switches to WAL with full synchronisation. Refuses a foreign file and one of a newer version.
[[nodiscard]] Result<void> prepare_schema(Database& database, const std::filesystem::path& path);

} // namespace muster::runtime
