#include "runtime/store/sqlite_database.hpp"
#include "runtime/store/sqlite_store.hpp"
#include "tests/unit/runtime/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <mutex>
#include <optional>

namespace muster::runtime {
namespace {

/// An event loop that a test turns by hand.
class Loop {
public:
    [[nodiscard]] Executor executor() {
        return [this](std::function<void()> task) {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
            changed_.notify_one();
        };
    }

    /// Waits for a task and runs it.
    void turn() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !tasks_.empty(); });
        const auto task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        task();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
};

class SqliteStoreTest : public testing::Test {
protected:
    [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "store.db"; }

    [[nodiscard]] std::unique_ptr<SqliteStore> open() {
        auto store = SqliteStore::open(path(), loop_.executor());
        EXPECT_TRUE(store) << store.error().message;
        return *std::move(store);
    }

    /// Submits and waits.
    Flush write(SqliteStore& store, Write write) {
        std::optional<Flush> result;
        store.submit(std::move(write), [&result](Flush flush) { result = flush; });
        while (!result) {
            loop_.turn();
        }
        return *result;
    }

    static Change put(std::string field, Bytes key, Bytes value) {
        return {Change::Kind::put, std::move(field), std::move(key), std::move(value)};
    }

    TemporaryFolder folder_;
    Loop loop_;
};

TEST_F(SqliteStoreTest, KeepsEntriesOverAReopening) {
    const Bytes odd("\0\xff'", 3);
    {
        const auto store = open();
        EXPECT_EQ(write(*store, {"g", 1, {put("members", odd, "x"), put("generation", "", odd)}}),
                  Flush::durable);
        EXPECT_EQ(write(*store, {"h", 1, {put("generation", "", "")}}), Flush::durable);
    }
    const auto store = open();
    EXPECT_EQ(*store->machines(), (std::vector<std::string>{"g", "h"}));
    EXPECT_EQ(*store->load("g"),
              (std::vector<Entry>{{"generation", "", odd}, {"members", odd, "x"}}));
    EXPECT_EQ(*store->load("h"), (std::vector<Entry>{{"generation", "", ""}}));
    EXPECT_TRUE(store->load("unknown")->empty());
}

TEST_F(SqliteStoreTest, AppliesTheChangesOfAWriteInOrder) {
    const auto store = open();
    write(*store, {"g", 1, {put("a", "1", "x"), put("a", "2", "x"), put("b", "1", "x")}});
    const Change clear{Change::Kind::clear_field, "a", "", ""};
    const Change erase{Change::Kind::erase, "b", "1", ""};
    write(*store, {"g", 1, {put("a", "3", "x"), clear, put("a", "4", "y"), erase}});
    EXPECT_EQ(*store->load("g"), (std::vector<Entry>{{"a", "4", "y"}}));
}

TEST_F(SqliteStoreTest, WritesWhatWaitsTogetherAndCompletesInOrder) {
    const auto store = open();
    constexpr int kWrites = 2000;
    std::vector<int> completed;
    for (int i = 0; i < kWrites; ++i) {
        store->submit({"g", 1, {put("n", "", std::to_string(i))}}, [&completed, i](Flush flush) {
            EXPECT_EQ(flush, Flush::durable);
            completed.push_back(i);
        });
    }
    EXPECT_TRUE(completed.empty()) << "a completion ran outside the loop";
    while (completed.size() < kWrites) {
        loop_.turn();
    }
    EXPECT_TRUE(std::is_sorted(completed.begin(), completed.end()));
    EXPECT_LT(store->commit_count(), kWrites / 2);
    EXPECT_EQ(store->load("g")->front().value, std::to_string(kWrites - 1));
}

TEST_F(SqliteStoreTest, ReportsAFailedWriteAndFencesTheIncarnation) {
    const auto store = open();
    EXPECT_EQ(write(*store, {"g", 1, {put("n", "", "1")}}), Flush::durable);
    auto intruder = Database::open(path());
    ASSERT_TRUE(intruder);
    ASSERT_TRUE(intruder->run("ALTER TABLE entry RENAME TO gone"));
    EXPECT_EQ(write(*store, {"g", 1, {put("n", "", "2")}}), Flush::failed);
    ASSERT_TRUE(intruder->run("ALTER TABLE gone RENAME TO entry"));
    EXPECT_EQ(write(*store, {"g", 1, {put("n", "", "3")}}), Flush::failed)
        << "it builds on what was lost";
    EXPECT_EQ(store->load("g")->front().value, "1");
    EXPECT_EQ(write(*store, {"h", 1, {put("n", "", "1")}}), Flush::durable);
    EXPECT_EQ(write(*store, {"g", 2, {put("n", "", "4")}}), Flush::durable);
    EXPECT_EQ(store->load("g")->front().value, "4");
}

TEST_F(SqliteStoreTest, WritesWhatIsLeftBeforeItCloses) {
    open()->submit({"g", 1, {put("n", "", "1")}}, [](Flush) {});
    EXPECT_EQ(open()->load("g")->size(), 1U);
}

TEST_F(SqliteStoreTest, RefusesForeignAndNewerFilesAndWhatIsNoDatabase) {
    const auto refused = [this](const std::string& with) {
        const auto store = SqliteStore::open(path(), loop_.executor());
        ASSERT_FALSE(store);
        EXPECT_NE(store.error().message.find(with), std::string::npos) << store.error().message;
        EXPECT_NE(store.error().message.find(path().string()), std::string::npos);
    };
    ASSERT_TRUE(Database::open(path())->run("CREATE TABLE other (x)"));
    refused("not a store of Muster");
    std::filesystem::remove(path());
    static_cast<void>(open());
    ASSERT_TRUE(Database::open(path())->run("PRAGMA user_version = 2"));
    refused("schema version 2");
    std::filesystem::remove(path());
    std::ofstream(path()) << std::string(5000, 'x');
    refused("not a database");
    std::filesystem::remove(path());
    std::filesystem::create_directory(path());
    refused("open");
}

} // namespace
} // namespace muster::runtime
