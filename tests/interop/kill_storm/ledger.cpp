#include "tests/interop/kill_storm/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace muster::interop {

std::string
Ledger::share(std::int32_t generation, const std::string& leader, const std::string& member) {
    return fmt::format("{} by {} for {}", generation, leader, member);
}

std::string Ledger::note(std::size_t client, std::int64_t offset) {
    return fmt::format("client {} at {}", client, offset);
}

std::int32_t Ledger::highest_generation() const {
    const std::lock_guard lock(mutex_);
    return generations_.empty() ? 0 : generations_.rbegin()->first;
}

void Ledger::joined(std::int32_t floor, const ToldGeneration& told) {
    const std::lock_guard lock(mutex_);
    if (told.generation < floor) {
        faults_.push_back(fmt::format("generation {} after generation {}", told.generation, floor));
    }
    const auto [entry, is_new] =
        generations_.try_emplace(told.generation, Generation{told.leader, told.members, {}});
    auto& generation = entry->second;
    if (generation.leader != told.leader) {
        faults_.push_back(fmt::format("generation {} is led by {} and by {}",
                                      told.generation,
                                      generation.leader,
                                      told.leader));
    }
    if (!told.members.empty()) {
        if (generation.members.empty()) {
            generation.members = told.members;
        }
        if (generation.members != told.members) {
            faults_.push_back(
                fmt::format("generation {} was handed out with other members", told.generation));
        }
    }
    generation.told.insert(told.member);
    check_members(told.generation, generation);
}

void Ledger::check_members(std::int32_t number, const Generation& generation) {
    if (generation.members.empty()) {
        return;
    }
    if (!generation.members.contains(generation.leader)) {
        faults_.push_back(fmt::format("the leader of generation {} is not in it", number));
    }
    for (const auto& member : generation.told) {
        if (!generation.members.contains(member)) {
            faults_.push_back(fmt::format(
                "{} was told generation {}, whose leader does not know it", member, number));
        }
    }
}

void Ledger::synced(std::int32_t generation, const std::string& member, const std::string& got) {
    const std::lock_guard lock(mutex_);
    const auto expected = share(generation, generations_.at(generation).leader, member);
    if (got != expected) {
        faults_.push_back(fmt::format("the share '{}' instead of '{}'", got, expected));
    }
}

void Ledger::committing(std::size_t client, std::int64_t offset) {
    const std::lock_guard lock(mutex_);
    positions_[client].sent.insert(offset);
}

void Ledger::committed(std::size_t client, std::int64_t offset) {
    const std::lock_guard lock(mutex_);
    positions_[client].promised = offset;
    ++counts_.commits;
}

void Ledger::commit_refused(std::size_t client, std::int64_t offset) {
    const std::lock_guard lock(mutex_);
    positions_[client].refused.insert(offset);
}

void Ledger::fetched(std::size_t client,
                     std::int64_t offset,
                     const std::optional<std::string>& note) {
    const std::lock_guard lock(mutex_);
    auto& positions = positions_[client];
    if (offset < positions.promised) {
        faults_.push_back(fmt::format(
            "client {} is at {}, after {} was acknowledged", client, offset, positions.promised));
        return;
    }
    if (offset == -1) {
        return; // Nothing was acknowledged, and nothing is there.
    }
    if (!positions.sent.contains(offset) || positions.refused.contains(offset)) {
        faults_.push_back(
            fmt::format("client {} is at {}, which it {}",
                        client,
                        offset,
                        positions.refused.contains(offset) ? "was refused" : "never sent"));
    }
    if (note != Ledger::note(client, offset)) {
        faults_.push_back(fmt::format(
            "client {} is at {} with the note '{}'", client, offset, note.value_or("")));
    }
    positions.promised = offset;
}

void Ledger::producing(std::size_t client, const std::string& text) {
    const std::lock_guard lock(mutex_);
    logs_[client].sent.insert(text);
}

void Ledger::produced(std::size_t client, const StoredBatch& batch) {
    const std::lock_guard lock(mutex_);
    place(client, batch);
    ++counts_.batches;
}

void Ledger::place(std::size_t client, const StoredBatch& batch) {
    auto& log = logs_[client];
    const auto [there, is_new] = log.promised.try_emplace(batch.offset, batch);
    if (there->second.text != batch.text || there->second.count != batch.count) {
        faults_.push_back(fmt::format("log {} has '{}' at {}, where '{}' was",
                                      client,
                                      batch.text,
                                      batch.offset,
                                      there->second.text));
    }
    if (!log.sent.contains(batch.text)) {
        faults_.push_back(fmt::format("log {} has '{}', which nobody sent", client, batch.text));
    }
    if (log.places.try_emplace(batch.text, batch.offset).first->second != batch.offset) {
        faults_.push_back(fmt::format("log {} has '{}' twice", client, batch.text));
    }
}

void Ledger::read(std::size_t client, std::int64_t from, const std::vector<StoredBatch>& batches) {
    const std::lock_guard lock(mutex_);
    auto& log = logs_[client];
    auto next = from;
    std::set<std::int64_t> found;
    for (const auto& batch : batches) {
        if (batch.offset != next) {
            faults_.push_back(
                fmt::format("log {} goes on at {} instead of {}", client, batch.offset, next));
        }
        next = batch.offset + batch.count;
        found.insert(batch.offset);
        place(client, batch);
    }
    for (auto promised = log.promised.lower_bound(from); promised != log.promised.end();
         ++promised) {
        if (!found.contains(promised->first)) {
            faults_.push_back(fmt::format("log {} has lost '{}', acknowledged at {}",
                                          client,
                                          promised->second.text,
                                          promised->first));
        }
    }
    log.read_up_to = std::max(log.read_up_to, next);
}

std::int64_t Ledger::read_up_to(std::size_t client) const {
    const std::lock_guard lock(mutex_);
    return logs_[client].read_up_to;
}

void Ledger::fault(std::string what) {
    const std::lock_guard lock(mutex_);
    faults_.push_back(std::move(what));
}

std::vector<std::string> Ledger::faults() const {
    const std::lock_guard lock(mutex_);
    return faults_;
}

Ledger::Counts Ledger::counts() const {
    const std::lock_guard lock(mutex_);
    auto counts = counts_;
    counts.generations = generations_.size();
    return counts;
}

} // namespace muster::interop
