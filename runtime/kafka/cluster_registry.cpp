#include "runtime/kafka/cluster_registry.hpp"

#include "runtime/store/sqlite_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::runtime::kafka {

namespace {

constexpr Schema kSchema{.application_id = 0x4D555343, // "MUSC"
                         .version = 1,
                         .tables = R"(
    CREATE TABLE topic (
        name       BLOB PRIMARY KEY,
        id         BLOB NOT NULL,
        partitions INTEGER NOT NULL,
        is_deleted INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE producer (next_id INTEGER NOT NULL);
    INSERT INTO producer VALUES (0);
)",
                         .what = "a register of topics of Muster"};

BytesView bytes_of(const Uuid& id) {
    return {reinterpret_cast<const char*>(id.data()), id.size()};
}

} // namespace

ClusterRegistry::ClusterRegistry(Database database)
    : database_(std::move(database)) {}

Result<ClusterRegistry> ClusterRegistry::open(const std::filesystem::path& path) {
    auto database = Database::open(path);
    if (!database) {
        return tl::make_unexpected(database.error());
    }
    if (auto prepared = prepare_schema(*database, path, kSchema); !prepared) {
        return tl::make_unexpected(prepared.error());
    }
    return ClusterRegistry(*std::move(database));
}

Result<std::vector<ClusterRegistry::Topic>> ClusterRegistry::topics() {
    auto select =
        database_.prepare("SELECT name, id, partitions, is_deleted FROM topic ORDER BY name");
    if (!select) {
        return tl::make_unexpected(select.error());
    }
    std::vector<Topic> topics;
    auto step = select->step();
    for (; step == Statement::Step::row; step = select->step()) {
        Topic topic{.name = select->column(0),
                    .partitions = static_cast<std::int32_t>(select->number(2)),
                    .is_deleted = select->number(3) != 0};
        const auto id = select->column(1);
        if (id.size() != topic.id.size()) {
            return failure(fmt::format("the id of the topic '{}' is malformed", topic.name));
        }
        std::copy(id.begin(), id.end(), topic.id.begin());
        topics.push_back(std::move(topic));
    }
    if (step == Statement::Step::failed) {
        return tl::make_unexpected(database_.last_error());
    }
    return topics;
}

template <class Row, class Bind>
Result<void> ClusterRegistry::write(const char* sql, const std::vector<Row>& rows, Bind bind) {
    auto statement = database_.prepare(sql);
    if (!statement) {
        return tl::make_unexpected(statement.error());
    }
    auto done = database_.run("BEGIN IMMEDIATE");
    for (auto row = rows.begin(); done && row != rows.end(); ++row) {
        bind(*statement, *row);
        if (statement->step() != Statement::Step::done) {
            done = tl::make_unexpected(database_.last_error());
        }
        statement->reset();
    }
    if (done) {
        done = database_.run("COMMIT");
    }
    if (!done) {
        static_cast<void>(database_.run("ROLLBACK")); // Fails if BEGIN did; nothing is open then.
    }
    return done;
}

Result<void> ClusterRegistry::put(const std::vector<Topic>& topics) {
    return write("INSERT OR REPLACE INTO topic VALUES (?, ?, ?, ?)",
                 topics,
                 [](Statement& statement, const Topic& topic) {
                     statement.bind(1, topic.name);
                     statement.bind(2, bytes_of(topic.id));
                     statement.bind_number(3, topic.partitions);
                     statement.bind_number(4, topic.is_deleted ? 1 : 0);
                 });
}

Result<void> ClusterRegistry::erase(const std::vector<std::string>& names) {
    return write("DELETE FROM topic WHERE name = ?",
                 names,
                 [](Statement& statement, const std::string& name) { statement.bind(1, name); });
}

Result<std::int64_t> ClusterRegistry::take_producer_ids(std::int64_t count) {
    const auto next = database_.number("SELECT next_id FROM producer");
    if (!next) {
        return tl::make_unexpected(next.error());
    }
    const std::vector<std::int64_t> rows{*next + count};
    const auto written =
        write("UPDATE producer SET next_id = ?", rows, [](Statement& statement, std::int64_t id) {
            statement.bind_number(1, id);
        });
    if (!written) {
        return tl::make_unexpected(written.error());
    }
    return *next;
}

} // namespace muster::runtime::kafka
