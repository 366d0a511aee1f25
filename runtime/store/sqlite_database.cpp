#include "runtime/store/sqlite_database.hpp"

#include "runtime/base/assert.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <utility>

namespace muster::runtime {

Statement::Statement(sqlite3_stmt* statement)
    : statement_(statement) {}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Statement::bind(int parameter, BytesView bytes) {
    // A null pointer would bind NULL, and an empty view may have one.
    const char* data = bytes.data() == nullptr ? "" : bytes.data();
    const auto bound =
        sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC);
    MUSTER_RUNTIME_ASSERT(bound == SQLITE_OK);
}

void Statement::bind_number(int parameter, std::int64_t number) {
    const auto bound = sqlite3_bind_int64(statement_.get(), parameter, number);
    MUSTER_RUNTIME_ASSERT(bound == SQLITE_OK);
}

Statement::Step Statement::step() {
    switch (sqlite3_step(statement_.get())) {
    case SQLITE_ROW:
        return Step::row;
    case SQLITE_DONE:
        return Step::done;
    default:
        return Step::failed;
    }
}

void Statement::reset() {
    sqlite3_reset(statement_.get()); // Its result repeats that of the last step.
}

Bytes Statement::column(int index) {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), index));
    const auto size = sqlite3_column_bytes(statement_.get(), index);
    return data == nullptr ? Bytes() : Bytes(data, static_cast<std::size_t>(size));
}

std::int64_t Statement::number(int index) {
    return sqlite3_column_int64(statement_.get(), index);
}

Database::Database(sqlite3* connection, std::filesystem::path path)
    : connection_(connection)
    , path_(std::move(path)) {}

void Database::Close::operator()(sqlite3* connection) const {
    sqlite3_close(connection);
}

Error Database::last_error() const {
    return {fmt::format("{}: {}", path_.string(), sqlite3_errmsg(connection_.get()))};
}

Result<Database> Database::open(const std::filesystem::path& path) {
    sqlite3* connection = nullptr;
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int opened = sqlite3_open_v2(path.c_str(), &connection, kFlags, nullptr);
    Database database(connection, path);
    if (opened != SQLITE_OK) {
        return tl::make_unexpected(database.last_error());
    }
    constexpr int kBusyMs = 2000;
    sqlite3_busy_timeout(connection, kBusyMs);
    return database;
}

Result<void> Database::run(const std::string& sql) {
    if (sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        return tl::make_unexpected(last_error());
    }
    return {};
}

Result<Statement> Database::prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(connection_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
        return tl::make_unexpected(last_error());
    }
    return Statement(statement);
}

Result<long long> Database::number(const std::string& sql) {
    auto statement = prepare(sql);
    if (!statement) {
        return tl::make_unexpected(statement.error());
    }
    if (statement->step() != Statement::Step::row) {
        return tl::make_unexpected(last_error());
    }
    return std::stoll(statement->column(0));
}

} // namespace muster::runtime
