#pragma once

#include "runtime/store/store.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

namespace muster::runtime {

/// Runs a task on the event loop, later; may be called from any thread.
using Executor = std::function<void(std::function<void()>)>;

/// A Store in one SQLite file, in WAL mode with full synchronisation. One thread writes: it takes
/// everything that was submitted while it was busy, writes it in one transaction, and so pays one
/// flush for all of it. The tables are described in docs/internals/storage.md.
class SqliteStore final : public Store {
public:
    /// Opens or creates the file. Refuses a file that is not a store of Muster or that a newer
    /// version wrote.
    [[nodiscard]] static Result<std::unique_ptr<SqliteStore>>
    open(const std::filesystem::path& path, Executor executor);

    /// Writes what was submitted, then closes. Completions are still handed to the executor.
    ~SqliteStore() override;

    void submit(Write write, Completion completion) override;
    [[nodiscard]] Result<std::vector<Entry>> load(const std::string& machine) override;
    [[nodiscard]] Result<std::vector<std::string>> machines() override;

    /// How many transactions were committed so far.
    [[nodiscard]] std::uint64_t commit_count() const;

private:
    class Writer;
    class Reader;

    SqliteStore(std::unique_ptr<Reader> reader, std::unique_ptr<Writer> writer);

    std::unique_ptr<Reader> reader_;
    std::unique_ptr<Writer> writer_;
};

} // namespace muster::runtime
