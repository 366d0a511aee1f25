#pragma once

#include "runtime/store/store.hpp"
#include "tests/unit/runtime/stored_entries.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace muster::runtime {

/// A store in memory on a disk that fails when it is told to. It keeps to the contract of stores: a
/// write is whole or not there, and after a lost one all later ones of the same incarnation are
/// lost.
class FaultyStore final : public Store {
public:
    /// What becomes of the writes to come, one after the other; those beyond reach the disk.
    void plan(std::vector<Flush> outcomes) { outcomes_.assign(outcomes.begin(), outcomes.end()); }

    void submit(Write write, Completion completion) override {
        waiting_.push_back({std::move(write), std::move(completion)});
    }

    /// Completes everything that waits, and what comes of that.
    void settle() {
        while (!waiting_.empty()) {
            auto [write, completion] = std::move(waiting_.front());
            waiting_.pop_front();
            completion(apply(write));
        }
    }

    [[nodiscard]] Result<std::vector<Entry>> load(const std::string& machine) override {
        return entries_.of(machine);
    }

    [[nodiscard]] Result<std::vector<std::string>> machines() override {
        return entries_.machines();
    }

    /// The process that wrote is another one, which numbers incarnations anew.
    void restart() {
        waiting_.clear();
        lost_.clear();
        outcomes_.clear();
    }

private:
    Flush apply(const Write& write) {
        auto outcome = Flush::durable;
        if (!outcomes_.empty()) {
            outcome = outcomes_.front();
            outcomes_.pop_front();
        }
        const auto lost = lost_.find(write.machine);
        const bool is_fenced = lost != lost_.end() && write.incarnation <= lost->second;
        if (is_fenced) {
            return Flush::failed;
        }
        if (outcome == Flush::failed) {
            lost_[write.machine] = write.incarnation;
            return outcome;
        }
        entries_.apply(write);
        return outcome;
    }

    std::deque<Flush> outcomes_;
    std::deque<std::pair<Write, Completion>> waiting_;
    StoredEntries entries_;
    std::map<std::string, std::uint64_t> lost_;
};

} // namespace muster::runtime
