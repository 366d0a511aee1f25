#pragma once

#include "checker/checkpoint/sections.hpp"
#include "checker/coverage/coverage.hpp"
#include "checker/explore/search_keeper.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Keeps the searches of a row of instances in one file, a checkpoint, and goes on from one.
namespace muster::checker {

/// One of the things that have to be the same where a checkpoint is made and where a search goes on
/// from it.
struct CheckpointField {
    std::string name;
    std::string value;
    bool operator==(const CheckpointField&) const = default;
};

struct CheckpointOptions {
    /// In an order that is always the same.
    std::vector<CheckpointField> fields;
    /// No offset in the sources of the spec is greater.
    std::uint32_t source_size = 0;
    /// Where a checkpoint is written; nowhere if empty. What is there is replaced.
    std::filesystem::path write_to{};
    /// How much time passes between two of them. Longer where writing takes long: a tenth of the
    /// time at most is used for it.
    std::chrono::milliseconds interval{};
    /// The limits of the searches, which those that were kept must not have come beyond.
    std::optional<std::uint64_t> max_states{};
    std::optional<std::uint32_t> max_depth{};
    /// What is exercised is kept, too; null: nobody asks for it.
    Coverage* coverage = nullptr;
    /// Told, at once, why a checkpoint could not be written; may be empty.
    std::function<void(const std::string&)> on_failure{};
};

class Checkpoints {
public:
    explicit Checkpoints(CheckpointOptions options);
    Checkpoints(const Checkpoints&) = delete;
    Checkpoints& operator=(const Checkpoints&) = delete;
    ~Checkpoints();

    /// Looks at all of a checkpoint, and has the searches that follow go on from it. Returns why it
    /// cannot, in words that go on from the name of the file; empty if it can.
    [[nodiscard]] std::string resume(const std::filesystem::path& file);

    /// Why no checkpoint could be written; empty if one can, as far as can be known before.
    [[nodiscard]] std::string why_not_writable() const;

    /// The keeper of a search of an instance. They are asked for in their order, numbered from 0
    /// and each once, and one at a time is used.
    SearchKeeper& keeper(std::uint32_t search, const std::string& instance);

    /// Seconds of CPU that the search of the keeper that was asked for last took before.
    [[nodiscard]] double earlier_cpu_seconds() const;

    /// Whether a checkpoint was written, and the one that was tried last was.
    [[nodiscard]] bool is_written() const { return is_written_; }

private:
    class Keeper;

    /// A search in a file.
    struct Kept {
        Section section;
        std::string instance;
        double cpu_seconds = 0;
    };

    void read_header(ByteReader& in);
    void read_search(std::uint32_t search, const Section& section);
    void keep(const Keeper& keeper, const std::function<void(ByteWriter&)>& write);
    void write_header(AtomicFile& file, const std::map<std::uint32_t, Kept>& kept) const;

    CheckpointOptions options_;
    Descriptor file_;                    // the checkpoint that was read or written last
    std::map<std::uint32_t, Kept> kept_; // by search; in that file
    std::vector<std::uint32_t> listed_;  // the searches that its header names
    std::unique_ptr<Keeper> keeper_;
    std::chrono::steady_clock::time_point next_;
    bool is_written_ = false;
};

} // namespace muster::checker
