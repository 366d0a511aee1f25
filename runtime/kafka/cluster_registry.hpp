#pragma once

#include "runtime/base/error.hpp"
#include "runtime/kafka/wire/layout.hpp"
#include "runtime/store/sqlite_database.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

/// What the server keeps of itself besides groups and messages: which topics there are, and which
/// ids were given to producers. An SQLite file; every change is on disk when its function returns.
class ClusterRegistry {
public:
    struct Topic {
        std::string name;
        Uuid id{};
        std::int32_t partitions = 0;
        /// Deleted for every client; its files may still be there.
        bool is_deleted = false;
    };

    /// Opens or creates the file.
    [[nodiscard]] static Result<ClusterRegistry> open(const std::filesystem::path& path);

    /// In the order of their names.
    [[nodiscard]] Result<std::vector<Topic>> topics();

    /// Writes all of them, over those of the same names, or none.
    [[nodiscard]] Result<void> put(const std::vector<Topic>& topics);

    /// Forgets all topics of these names, or none.
    [[nodiscard]] Result<void> erase(const std::vector<std::string>& names);

    /// The first of `count` ids that follow each other and that nobody has got or will get.
    [[nodiscard]] Result<std::int64_t> take_producer_ids(std::int64_t count);

private:
    explicit ClusterRegistry(Database database);

    /// Runs the statement once for each row, in one transaction; `bind(statement, row)` sets its
    /// parameters.
    template <class Row, class Bind>
    [[nodiscard]] Result<void> write(const char* sql, const std::vector<Row>& rows, Bind bind);

    Database database_;
};

} // namespace muster::runtime::kafka
