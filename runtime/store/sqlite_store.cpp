#include "runtime/store/sqlite_store.hpp"

#include "runtime/base/event_log.hpp"
#include "runtime/store/sqlite_database.hpp"
#include "runtime/store/sqlite_schema.hpp"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace muster::runtime {

namespace {

constexpr Schema kEntries{.application_id = 0x4D555354, // "MUST"
                          .version = 1,
                          .tables = R"(
    CREATE TABLE entry (
        machine BLOB NOT NULL,
        field   BLOB NOT NULL,
        key     BLOB NOT NULL,
        value   BLOB NOT NULL,
        PRIMARY KEY (machine, field, key)
    ) WITHOUT ROWID;
)",
                          .what = "a store of Muster"};

} // namespace

/// The connection of the event loop. WAL lets it read while the writer writes.
class SqliteStore::Reader {
public:
    explicit Reader(Database database)
        : database_(std::move(database)) {}

    Result<std::vector<Entry>> load(const std::string& machine) {
        auto select = database_.prepare(
            "SELECT field, key, value FROM entry WHERE machine = ? ORDER BY field, key");
        if (!select) {
            return tl::make_unexpected(select.error());
        }
        select->bind(1, machine);
        std::vector<Entry> entries;
        auto step = select->step();
        for (; step == Statement::Step::row; step = select->step()) {
            entries.push_back(
                {.field = select->column(0), .key = select->column(1), .value = select->column(2)});
        }
        if (step == Statement::Step::failed) {
            return tl::make_unexpected(database_.last_error());
        }
        return entries;
    }

    Result<std::vector<std::string>> machines() {
        auto select = database_.prepare("SELECT DISTINCT machine FROM entry ORDER BY machine");
        if (!select) {
            return tl::make_unexpected(select.error());
        }
        std::vector<std::string> names;
        auto step = select->step();
        for (; step == Statement::Step::row; step = select->step()) {
            names.push_back(select->column(0));
        }
        if (step == Statement::Step::failed) {
            return tl::make_unexpected(database_.last_error());
        }
        return names;
    }

private:
    Database database_;
};

/// The connection and the thread that write.
class SqliteStore::Writer {
public:
    static Result<std::unique_ptr<Writer>> start(Database database, Executor executor) {
        auto clear = database.prepare("DELETE FROM entry WHERE machine = ? AND field = ?");
        auto put = database.prepare("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)");
        auto erase =
            database.prepare("DELETE FROM entry WHERE machine = ? AND field = ? AND key = ?");
        if (!clear || !put || !erase) {
            return tl::make_unexpected(database.last_error());
        }
        return std::make_unique<Writer>(
            std::move(database),
            Statements{*std::move(clear), *std::move(put), *std::move(erase)},
            std::move(executor));
    }

    struct Statements {
        Statement clear;
        Statement put;
        Statement erase;
    };

    Writer(Database database, Statements statements, Executor executor)
        : database_(std::move(database))
        , statements_(std::move(statements))
        , executor_(std::move(executor))
        , thread_([this] { run(); }) {}

    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    ~Writer() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }

    void submit(Write write, Completion completion) {
        {
            const std::lock_guard lock(mutex_);
            queue_.push_back({std::move(write), std::move(completion)});
        }
        changed_.notify_one();
    }

    [[nodiscard]] std::uint64_t commit_count() const { return commits_.load(); }

private:
    struct Submitted {
        Write write;
        Completion completion;
    };

    void run() {
        for (;;) {
            std::vector<Submitted> group;
            {
                std::unique_lock lock(mutex_);
                changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
                if (queue_.empty()) {
                    return;
                }
                group.swap(queue_);
            }
            write_group(std::move(group));
        }
    }

    void write_group(std::vector<Submitted> group) {
        std::vector<Flush> results(group.size(), Flush::failed);
        if (commit(group)) {
            for (std::size_t i = 0; i < group.size(); ++i) {
                results[i] = is_fenced(group[i].write) ? Flush::failed : Flush::durable;
            }
        } else {
            for (const auto& submitted : group) {
                failed_[submitted.write.machine] = submitted.write.incarnation;
            }
        }
        executor_([completed = std::move(group), outcomes = std::move(results)] {
            for (std::size_t i = 0; i < completed.size(); ++i) {
                completed[i].completion(outcomes[i]);
            }
        });
    }

    /// Whether an earlier write of the same incarnation was lost.
    [[nodiscard]] bool is_fenced(const Write& write) const {
        const auto lost = failed_.find(write.machine);
        return lost != failed_.end() && write.incarnation <= lost->second;
    }

    [[nodiscard]] bool commit(const std::vector<Submitted>& group) {
        auto done = database_.run("BEGIN IMMEDIATE");
        for (auto submitted = group.begin(); done && submitted != group.end(); ++submitted) {
            if (!is_fenced(submitted->write)) {
                done = apply(submitted->write);
            }
        }
        if (done) {
            done = database_.run("COMMIT");
        }
        if (!done) {
            log_event(spdlog::level::err, "store_error", {{"reason", done.error().message}});
            static_cast<void>(
                database_.run("ROLLBACK")); // Fails if BEGIN did; nothing is open then.
            return false;
        }
        ++commits_;
        return true;
    }

    [[nodiscard]] Result<void> apply(const Write& write) {
        for (const auto& change : write.changes) {
            auto& statement = statement_for(change.kind);
            statement.bind(1, write.machine);
            statement.bind(2, change.field);
            if (change.kind != Change::Kind::clear_field) {
                statement.bind(3, change.key);
            }
            if (change.kind == Change::Kind::put) {
                statement.bind(4, change.value);
            }
            const auto step = statement.step();
            const auto error = step == Statement::Step::done ? Error{} : database_.last_error();
            statement.reset();
            if (step != Statement::Step::done) {
                return tl::make_unexpected(error);
            }
        }
        return {};
    }

    [[nodiscard]] Statement& statement_for(Change::Kind kind) {
        switch (kind) {
        case Change::Kind::clear_field:
            return statements_.clear;
        case Change::Kind::erase:
            return statements_.erase;
        case Change::Kind::put:
            break;
        }
        return statements_.put;
    }

    Database database_;
    Statements statements_;
    Executor executor_;
    /// By machine: the latest incarnation that lost a write. Used by the writing thread only.
    std::map<std::string, std::uint64_t> failed_;
    std::atomic<std::uint64_t> commits_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Submitted> queue_;
    bool stopping_ = false;
    /// Last, because it uses everything above from its first moment.
    std::thread thread_;
};

SqliteStore::SqliteStore(std::unique_ptr<Reader> reader, std::unique_ptr<Writer> writer)
    : reader_(std::move(reader))
    , writer_(std::move(writer)) {}

SqliteStore::~SqliteStore() = default;

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::filesystem::path& path,
                                                       Executor executor) {
    auto writing = Database::open(path);
    if (!writing) {
        return tl::make_unexpected(writing.error());
    }
    if (auto prepared = prepare_schema(*writing, path, kEntries); !prepared) {
        return tl::make_unexpected(prepared.error());
    }
    auto reading = Database::open(path);
    if (!reading) {
        return tl::make_unexpected(reading.error());
    }
    auto writer = Writer::start(*std::move(writing), std::move(executor));
    if (!writer) {
        return tl::make_unexpected(writer.error());
    }
    return std::unique_ptr<SqliteStore>(
        new SqliteStore(std::make_unique<Reader>(*std::move(reading)), *std::move(writer)));
}

void SqliteStore::submit(Write write, Completion completion) {
    writer_->submit(std::move(write), std::move(completion));
}

Result<std::vector<Entry>> SqliteStore::load(const std::string& machine) {
    return reader_->load(machine);
}

Result<std::vector<std::string>> SqliteStore::machines() {
    return reader_->machines();
}

std::uint64_t SqliteStore::commit_count() const {
    return writer_->commit_count();
}

} // namespace muster::runtime
