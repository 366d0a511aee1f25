#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace muster::interop {

/// What an answer to a join tells of a generation.
struct ToldGeneration {
    std::int32_t generation = -1;
    /// Who was told.
    std::string member;
    std::string leader;
    /// All members; empty unless the leader was told.
    std::set<std::string> members;
};

/// A batch in the log of a partition.
struct StoredBatch {
    std::int64_t offset = 0;
    std::int32_t count = 0;
    std::string text;
};

/// What clients sent to a server and were told over all its lives. An answer that contradicts an
/// earlier one, or shows that something acknowledged is lost, is a fault. Each client has a
/// partition of its own, of the same number. Safe to use from several threads.
class Ledger {
public:
    explicit Ledger(std::size_t clients)
        : positions_(clients)
        , logs_(clients) {}

    /// The share that the leader of a generation gives to a member.
    [[nodiscard]] static std::string
    share(std::int32_t generation, const std::string& leader, const std::string& member);

    /// What is stored with a committed offset.
    [[nodiscard]] static std::string note(std::size_t client, std::int64_t offset);

    /// The greatest generation that anybody was told.
    [[nodiscard]] std::int32_t highest_generation() const;

    /// A join was answered that was sent when `floor` was the greatest generation.
    void joined(std::int32_t floor, const ToldGeneration& told);

    /// A member got its share of a generation that it was told of before.
    void synced(std::int32_t generation, const std::string& member, const std::string& got);

    /// Each offset of a client is greater than those before.
    void committing(std::size_t client, std::int64_t offset);
    void committed(std::size_t client, std::int64_t offset);
    void commit_refused(std::size_t client, std::int64_t offset);

    /// The server answered that a client is at this offset. No commit of the client is under way.
    void fetched(std::size_t client, std::int64_t offset, const std::optional<std::string>& note);

    /// No text is sent twice.
    void producing(std::size_t client, const std::string& text);
    void produced(std::size_t client, const StoredBatch& batch);

    /// A log holds exactly these batches from an offset on. Nobody writes to it meanwhile.
    void read(std::size_t client, std::int64_t from, const std::vector<StoredBatch>& batches);

    /// The offset behind the last batch that was read.
    [[nodiscard]] std::int64_t read_up_to(std::size_t client) const;

    void fault(std::string what);

    [[nodiscard]] std::vector<std::string> faults() const;

    struct Counts {
        std::size_t generations = 0;
        std::size_t commits = 0;
        std::size_t batches = 0;
    };

    /// How many generations were told, and how many commits and batches acknowledged.
    [[nodiscard]] Counts counts() const;

private:
    struct Positions {
        /// The greatest offset that the server is bound to: it acknowledged or showed it.
        std::int64_t promised = -1;
        std::set<std::int64_t> sent;
        std::set<std::int64_t> refused;
    };

    struct Log {
        std::set<std::string> sent;
        /// What the server is bound to, by offset, and where each text is.
        std::map<std::int64_t, StoredBatch> promised;
        std::map<std::string, std::int64_t> places;
        std::int64_t read_up_to = 0;
    };

    struct Generation {
        std::string leader;
        std::set<std::string> members; // empty until the leader was told
        std::set<std::string> told;
    };

    void place(std::size_t client, const StoredBatch& batch);
    void check_members(std::int32_t number, const Generation& generation);

    mutable std::mutex mutex_;
    std::vector<Positions> positions_;
    std::vector<Log> logs_;
    std::map<std::int32_t, Generation> generations_;
    std::vector<std::string> faults_;
    Counts counts_;
};

} // namespace muster::interop
