#include "runtime/store/sqlite_schema.hpp"

#include <fmt/format.h>

namespace muster::runtime {

namespace {

/// "MUST" in ASCII, in SQLite's application id.
constexpr long long kApplicationId = 0x4D555354;
constexpr long long kSchemaVersion = 1;

constexpr const char* kCreate = R"(
    BEGIN IMMEDIATE;
    CREATE TABLE entry (
        machine BLOB NOT NULL,
        field   BLOB NOT NULL,
        key     BLOB NOT NULL,
        value   BLOB NOT NULL,
        PRIMARY KEY (machine, field, key)
    ) WITHOUT ROWID;
    PRAGMA application_id = {};
    PRAGMA user_version = {};
    COMMIT;
)";

Result<void> check_marks(Database& database, const std::filesystem::path& path) {
    const auto application = database.number("PRAGMA application_id");
    const auto version = database.number("PRAGMA user_version");
    const auto tables = database.number("SELECT count(*) FROM sqlite_master");
    if (!application || !version || !tables) {
        return failure(fmt::format(
            "cannot use {} as a store: {}", path.string(), database.last_error().message));
    }
    if (*application == 0 && *version == 0 && *tables == 0) {
        return database.run(fmt::format(kCreate, kApplicationId, kSchemaVersion));
    }
    if (*application != kApplicationId) {
        return failure(
            fmt::format("{} is an SQLite file, but not a store of Muster", path.string()));
    }
    if (*version != kSchemaVersion) {
        return failure(fmt::format("{} has schema version {}; this program knows version {}",
                                   path.string(),
                                   *version,
                                   kSchemaVersion));
    }
    return {};
}

} // namespace

Result<void> prepare_schema(Database& database, const std::filesystem::path& path) {
    if (auto checked = check_marks(database, path); !checked) {
        return checked;
    }
    return database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
}

} // namespace muster::runtime
