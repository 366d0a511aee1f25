#pragma once

#include "runtime/store/store.hpp"

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
        std::vector<Entry> entries;
        for (const auto& [place, value] : entries_[machine]) {
            entries.push_back({place.first, place.second, value});
        }
        return entries;
    }

    [[nodiscard]] Result<std::vector<std::string>> machines() override {
        std::vector<std::string> names;
        for (const auto& [name, entries] : entries_) {
            if (!entries.empty()) {
                names.push_back(name);
            }
        }
        return names;
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
        auto& entries = entries_[write.machine];
        for (const auto& change : write.changes) {
            const std::pair place{change.field, change.key};
            if (change.kind == Change::Kind::put) {
                entries[place] = change.value;
            } else if (change.kind == Change::Kind::erase) {
                entries.erase(place);
            } else {
                std::erase_if(entries,
                              [&](const auto& entry) { return entry.first.first == change.field; });
            }
        }
        return outcome;
    }

    std::deque<Flush> outcomes_;
    std::deque<std::pair<Write, Completion>> waiting_;
    std::map<std::string, std::map<std::pair<std::string, Bytes>, Bytes>> entries_;
    std::map<std::string, std::uint64_t> lost_;
};

} // namespace muster::runtime
