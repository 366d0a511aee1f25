#pragma once

#include "checker/eval/state.hpp"
#include "checker/eval/workspace.hpp"
#include "checker/explore/pool.hpp"
#include "checker/explore/recording.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace muster::checker {

/// The states found so far, without repeats and exact: no state is ever taken for another.
///
/// A state is a row of words: one for its interpretation of constants and functions, one for every
/// slot, and one each for what was sent, what is armed, what is used, what is in flight, loose and
/// in queues, and who has stopped. Values and sets are numbered in pools, so that equal states have
/// equal rows.
class StateStore {
public:
    using Word = std::uint32_t;
    using Row = std::vector<Word>;

    StateStore(const spec::TypedSpec& spec, const Layout& layout, const Slice& slice);

    /// The row of a whole state, with what the slice forgets set to the least value of its type.
    Row pack(const State& state);
    /// The row after a step that started in the state with this row.
    Row after(const Row& before, const Workspace& step);
    [[nodiscard]] State unpack(const Row& row) const;

    struct Added {
        std::uint32_t index = 0;
        bool is_new = false;
    };

    Added add(const Row& row);

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] Row row(std::uint32_t index) const;

    /// Places in a row.
    [[nodiscard]] std::size_t slot_word(std::size_t slot) const { return 1 + slot; }

    [[nodiscard]] std::size_t sent_word() const { return 1 + layout_.slot_count(); }

    [[nodiscard]] std::size_t armed_word() const { return 2 + layout_.slot_count(); }

    [[nodiscard]] std::size_t used_word() const { return 3 + layout_.slot_count(); }

    [[nodiscard]] std::size_t loose_word() const { return 4 + layout_.slot_count(); }

    [[nodiscard]] std::size_t queued_word() const { return 5 + layout_.slot_count(); }

    [[nodiscard]] std::size_t stopped_word() const { return 6 + layout_.slot_count(); }

    [[nodiscard]] std::size_t row_size() const { return 7 + layout_.slot_count(); }

private:
    [[nodiscard]] std::uint64_t interpretation_hash(const State& state) const;
    [[nodiscard]] bool has_interpretation_of(const State& known, const State& state) const;
    Word intern_interpretation(const State& state);
    Word intern_set(std::vector<Word> numbers);
    Word with_messages(Word set, const std::vector<SentMessage>& messages);
    Word pack_messages(const std::vector<SentMessage>& messages);
    [[nodiscard]] std::vector<SentMessage> unpack_messages(Word sequence) const;
    Word pack_stopped(const std::vector<Process>& stopped);
    Word pack_timers(const std::vector<ArmedTimer>& timers);
    Word pack_used(const std::vector<std::vector<std::int64_t>>& used);
    void grow();
    [[nodiscard]] bool equals(std::uint32_t index, const Row& row) const;

    const spec::TypedSpec& spec_;
    const Layout& layout_;
    const Slice& slice_;
    Recording recording_;
    Pool<Value, ValueHash> values_;
    Pool<std::vector<Word>, NumbersHash> sets_;
    Pool<SentMessage, MessageHash> messages_;
    Pool<ArmedTimer, TimerHash> timers_;
    std::vector<State> interpretations_;
    std::unordered_multimap<std::uint64_t, Word> interpretation_numbers_; // by hash

    std::vector<Word> words_; // the rows, one after the other
    std::size_t size_ = 0;
    std::vector<std::uint32_t> table_; // open addressing; kFree or an index
};

} // namespace muster::checker
