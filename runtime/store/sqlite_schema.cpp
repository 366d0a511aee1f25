#include "runtime/store/sqlite_schema.hpp"

#include <fmt/format.h>

namespace muster::runtime {

namespace {

constexpr const char* kCreate = R"(
    BEGIN IMMEDIATE;
    {}
    PRAGMA application_id = {};
    PRAGMA user_version = {};
    COMMIT;
)";

Result<void>
check_marks(Database& database, const std::filesystem::path& path, const Schema& schema) {
    const auto application = database.number("PRAGMA application_id");
    const auto version = database.number("PRAGMA user_version");
    const auto tables = database.number("SELECT count(*) FROM sqlite_master");
    if (!application || !version || !tables) {
        return failure(fmt::format(
            "cannot use {} as a store: {}", path.string(), database.last_error().message));
    }
    if (*application == 0 && *version == 0 && *tables == 0) {
        return database.run(
            fmt::format(kCreate, schema.tables, schema.application_id, schema.version));
    }
    if (*application != schema.application_id) {
        return failure(fmt::format("{} is an SQLite file, but not {}", path.string(), schema.what));
    }
    if (*version != schema.version) {
        return failure(fmt::format("{} has schema version {}; this program knows version {}",
                                   path.string(),
                                   *version,
                                   schema.version));
    }
    return {};
}

} // namespace

Result<void>
prepare_schema(Database& database, const std::filesystem::path& path, const Schema& schema) {
    if (auto checked = check_marks(database, path, schema); !checked) {
        return checked;
    }
    return database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
}

} // namespace muster::runtime
