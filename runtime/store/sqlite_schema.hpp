#pragma once

#include "runtime/store/sqlite_database.hpp"

#include <filesystem>

namespace muster::runtime {

/// What a file of Muster holds, and the marks by which it is known.
struct Schema {
    /// SQLite's application id, four letters of ASCII.
    long long application_id = 0;
    long long version = 0;
    /// The statements that make the tables of an empty file.
    const char* tables = "";
    /// What such a file is, in words: "a store of Muster".
    const char* what = "";
};

/// Makes the tables in an empty file, refuses a file with other marks, and sets WAL mode with full
/// synchronisation.
[[nodiscard]] Result<void>
prepare_schema(Database& database, const std::filesystem::path& path, const Schema& schema);

} // namespace muster::runtime
