#pragma once

#include "runtime/store/store.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace muster::runtime {

/// What the stores of tests have on their disk.
class StoredEntries {
public:
    void apply(const Write& write) {
        auto& entries = machines_[write.machine];
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
    }

    void put(const std::string& machine, const Entry& entry) {
        machines_[machine][{entry.field, entry.key}] = entry.value;
    }

    [[nodiscard]] std::vector<Entry> of(const std::string& machine) const {
        std::vector<Entry> entries;
        if (const auto found = machines_.find(machine); found != machines_.end()) {
            for (const auto& [place, value] : found->second) {
                entries.push_back({place.first, place.second, value});
            }
        }
        return entries;
    }

    /// Those of which there is something.
    [[nodiscard]] std::vector<std::string> machines() const {
        std::vector<std::string> names;
        for (const auto& [name, entries] : machines_) {
            if (!entries.empty()) {
                names.push_back(name);
            }
        }
        return names;
    }

private:
    std::map<std::string, std::map<std::pair<std::string, Bytes>, Bytes>> machines_;
};

} // namespace muster::runtime
