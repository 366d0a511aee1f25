#include "checker/explore/state_store.hpp"

#include "checker/eval/value_space.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace muster::checker {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kFirstTableSize = 1U << 12U;

} // namespace

StateStore::StateStore(const spec::TypedSpec& spec, const Layout& layout, const Slice& slice)
    : spec_(spec)
    , layout_(layout)
    , slice_(slice)
    , recording_(spec, layout, slice)
    , table_(kFirstTableSize, kFree) {
    intern_set({});
}

StateStore::Word StateStore::intern_set(std::vector<Word> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return sets_.intern(numbers);
}

StateStore::Word StateStore::with_messages(Word set, const std::vector<SentMessage>& messages) {
    std::optional<std::vector<Word>> grown;
    for (const SentMessage& message : messages) {
        if (!recording_.is_recorded(message)) {
            continue;
        }
        const Word number = messages_.intern(recording_.project(message));
        const auto& known = grown ? *grown : sets_[set];
        const auto at = std::lower_bound(known.begin(), known.end(), number);
        if (at != known.end() && *at == number) {
            continue;
        }
        const auto index = at - known.begin();
        if (!grown) {
            grown = sets_[set];
        }
        grown->insert(grown->begin() + index, number);
    }
    return grown ? sets_.intern(*grown) : set;
}

// In the order given, and equal ones each for itself.
StateStore::Word StateStore::pack_messages(const std::vector<SentMessage>& messages) {
    std::vector<Word> numbers;
    for (const SentMessage& message : messages) {
        if (slice_.messages[message.message.value].deliverable) {
            numbers.push_back(messages_.intern(message));
        }
    }
    return sets_.intern(numbers);
}

std::vector<SentMessage> StateStore::unpack_messages(Word sequence) const {
    std::vector<SentMessage> messages;
    for (const Word number : sets_[sequence]) {
        messages.push_back(messages_[number]);
    }
    return messages;
}

StateStore::Word StateStore::pack_stopped(const std::vector<Process>& stopped) {
    std::vector<Word> numbers;
    for (const Process& process : stopped) {
        if (slice_.keep_stopped[process.role.value]) {
            numbers.push_back(static_cast<Word>(
                static_cast<std::size_t>(process.index) * spec_.roles.size() + process.role.value));
        }
    }
    return intern_set(std::move(numbers));
}

StateStore::Word StateStore::pack_timers(const std::vector<ArmedTimer>& timers) {
    std::vector<Word> numbers;
    for (const ArmedTimer& timer : timers) {
        if (slice_.keep_role[spec_.timer(timer.timer).role.value]) {
            numbers.push_back(timers_.intern(timer));
        }
    }
    return intern_set(std::move(numbers));
}

// The elements of all sorts in one set, numbered sort by sort.
StateStore::Word StateStore::pack_used(const std::vector<std::vector<std::int64_t>>& used) {
    std::vector<Word> numbers;
    for (std::size_t sort = 0; sort < used.size(); ++sort) {
        for (const std::int64_t element : used[sort]) {
            numbers.push_back(
                static_cast<Word>(static_cast<std::size_t>(element) * used.size() + sort));
        }
    }
    return intern_set(std::move(numbers));
}

std::uint64_t StateStore::interpretation_hash(const State& state) const {
    std::uint64_t hash = state.constants.size();
    for (const Value& value : state.constants) {
        hash = mix_hash(hash, value.hash());
    }
    for (std::size_t f = 0; f < state.functions.size(); ++f) {
        if (slice_.keep_function[f]) {
            for (const Value& value : state.functions[f]) {
                hash = mix_hash(hash, value.hash());
            }
        }
    }
    return hash;
}

bool StateStore::has_interpretation_of(const State& known, const State& state) const {
    if (known.constants != state.constants) {
        return false;
    }
    for (std::size_t f = 0; f < state.functions.size(); ++f) {
        if (slice_.keep_function[f] && known.functions[f] != state.functions[f]) {
            return false;
        }
    }
    return true;
}

// The first state of an interpretation stands for it, with everything the slice forgets.
StateStore::Word StateStore::intern_interpretation(const State& state) {
    const std::uint64_t hash = interpretation_hash(state);
    const auto [first, last] = interpretation_numbers_.equal_range(hash);
    const auto same = std::find_if(first, last, [&](const auto& entry) {
        return has_interpretation_of(interpretations_[entry.second], state);
    });
    if (same != last) {
        return same->second;
    }
    const auto number = static_cast<Word>(interpretations_.size());
    State bare;
    bare.constants = state.constants;
    bare.functions = state.functions;
    interpretations_.push_back(std::move(bare));
    interpretation_numbers_.emplace(hash, number);
    return number;
}

StateStore::Row StateStore::pack(const State& state) {
    Row row(row_size());
    row[0] = intern_interpretation(state);
    for (std::size_t v = 0; v < state.variables.size(); ++v) {
        for (std::size_t process = 0; process < state.variables[v].size(); ++process) {
            const std::size_t slot =
                layout_.slot(spec::VariableId{static_cast<std::uint32_t>(v)}, process);
            row[slot_word(slot)] = values_.intern(
                slice_.keep_variable[v] ? state.variables[v][process]
                                        : default_value(spec_, spec_.variables[v].type));
        }
    }
    row[sent_word()] = with_messages(intern_set({}), state.sent);
    row[armed_word()] = pack_timers(state.armed);
    row[used_word()] = pack_used(state.used);
    row[loose_word()] = pack_messages(state.in_flight.loose);
    row[queued_word()] = pack_messages(state.in_flight.queued);
    row[stopped_word()] = pack_stopped(state.stopped);
    return row;
}

StateStore::Row StateStore::after(const Row& before, const Workspace& step) {
    Row row = before;
    for (const Workspace::Write& write : step.writes()) {
        if (!slice_.keep_variable[write.variable]) {
            continue;
        }
        const std::size_t word =
            slot_word(layout_.slot(spec::VariableId{write.variable}, write.process));
        if (!(values_[row[word]] == write.value)) {
            row[word] = values_.intern(write.value);
        }
    }
    row[sent_word()] = with_messages(row[sent_word()], step.sends());
    if (step.layer().timers_touched) {
        row[armed_word()] = pack_timers(step.layer().armed);
    }
    if (step.moves_messages()) {
        const InFlight now = step.in_flight();
        row[loose_word()] = pack_messages(now.loose);
        row[queued_word()] = pack_messages(now.queued);
    }
    if (step.stopped()) {
        std::vector<Process> stopped = step.base().stopped;
        stopped.push_back(*step.stopped());
        row[stopped_word()] = pack_stopped(stopped);
    }
    std::vector<Word> used;
    const auto& newly_used = step.newly_used();
    for (std::size_t sort = 0; sort < newly_used.size(); ++sort) {
        for (const std::int64_t element : newly_used[sort]) {
            used.push_back(
                static_cast<Word>(static_cast<std::size_t>(element) * newly_used.size() + sort));
        }
    }
    if (!used.empty()) {
        const auto& known = sets_[row[used_word()]];
        used.insert(used.end(), known.begin(), known.end());
        row[used_word()] = intern_set(std::move(used));
    }
    return row;
}

State StateStore::unpack(const Row& row) const {
    State state = interpretations_[row[0]];
    for (std::uint32_t v = 0; v < spec_.variables.size(); ++v) {
        auto& values = state.variables.emplace_back();
        const std::size_t processes = layout_.processes(spec_.variables[v].role);
        for (std::size_t process = 0; process < processes; ++process) {
            values.push_back(values_[row[slot_word(layout_.slot(spec::VariableId{v}, process))]]);
        }
    }
    for (const Word number : sets_[row[sent_word()]]) {
        state.sent.push_back(messages_[number]);
    }
    std::sort(state.sent.begin(), state.sent.end());
    for (const Word number : sets_[row[armed_word()]]) {
        state.armed.push_back(timers_[number]);
    }
    std::sort(state.armed.begin(), state.armed.end());
    state.used.resize(spec_.sorts.size());
    for (const Word number : sets_[row[used_word()]]) {
        state.used[number % spec_.sorts.size()].push_back(
            static_cast<std::int64_t>(number / spec_.sorts.size()));
    }
    state.in_flight.loose = unpack_messages(row[loose_word()]);
    state.in_flight.queued = unpack_messages(row[queued_word()]);
    for (const Word number : sets_[row[stopped_word()]]) {
        const auto roles = static_cast<Word>(spec_.roles.size());
        state.stopped.push_back({spec::RoleId{number % roles}, number / roles});
    }
    std::sort(state.stopped.begin(), state.stopped.end());
    return state;
}

StateStore::Row StateStore::row(std::uint32_t index) const {
    const auto first = words_.begin() + static_cast<std::ptrdiff_t>(index * row_size());
    return {first, first + static_cast<std::ptrdiff_t>(row_size())};
}

bool StateStore::equals(std::uint32_t index, const Row& row) const {
    return std::equal(
        row.begin(), row.end(), words_.begin() + static_cast<std::ptrdiff_t>(index * row_size()));
}

StateStore::Added StateStore::add(const Row& row) {
    if (2 * (size_ + 1) > table_.size()) {
        grow();
    }
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash_numbers(row.data(), row.size()) & mask;
    while (table_[at] != kFree) {
        if (equals(table_[at], row)) {
            return {table_[at], false};
        }
        at = (at + 1) & mask;
    }
    MUSTER_ASSERT(size_ < kFree, "more states than an index can name");
    const auto index = static_cast<std::uint32_t>(size_++);
    table_[at] = index;
    words_.insert(words_.end(), row.begin(), row.end());
    return {index, true};
}

void StateStore::grow() {
    table_.assign(2 * table_.size(), kFree);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t index = 0; index < size_; ++index) {
        std::size_t at = hash_numbers(words_.data() + index * row_size(), row_size()) & mask;
        while (table_[at] != kFree) {
            at = (at + 1) & mask;
        }
        table_[at] = static_cast<std::uint32_t>(index);
    }
}

} // namespace muster::checker
