#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/base/error.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace muster::runtime {

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
class Statement {
public:
    enum class Step { row, done, failed };

    explicit Statement(sqlite3_stmt* statement);

    /// The bytes must live until the statement is reset.
    void bind(int parameter, BytesView bytes);
    void bind_number(int parameter, std::int64_t number);
    [[nodiscard]] Step step();
    void reset();
    [[nodiscard]] Bytes column(int index);
    [[nodiscard]] std::int64_t number(int index);

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A connection to an SQLite file; one thread at a time uses it.
class Database {
public:
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& path);

    [[nodiscard]] Result<void> run(const std::string& sql);
    [[nodiscard]] Result<Statement> prepare(const std::string& sql);
    /// The number in the only column of the only row.
    [[nodiscard]] Result<long long> number(const std::string& sql);
    /// What went wrong last, with the name of the file.
    [[nodiscard]] Error last_error() const;

private:
    struct Close {
        void operator()(sqlite3* connection) const;
    };

    Database(sqlite3* connection, std::filesystem::path path);

    std::unique_ptr<sqlite3, Close> connection_;
    std::filesystem::path path_;
};

} // namespace muster::runtime
