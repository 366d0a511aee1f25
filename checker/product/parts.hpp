#pragma once

#include "checker/checkpoint/model_bytes.hpp"
#include "checker/explore/pool.hpp"
#include "checker/explore/recording.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

/// Exploration of states that are put together from parts which are numbered and looked at once:
/// what a process does depends on its own part alone, so that a step is computed for the first
/// state in which it is possible and looked up in all others.
namespace muster::checker::product {

/// The number of a part, among those that can stand in the same place.
using Part = std::uint32_t;

/// A state: one part for every place.
using Row = std::vector<Part>;

struct ValuesHash {
    std::size_t operator()(const std::vector<Value>& values) const;
};

/// What a process has of its own.
struct LocalState {
    std::vector<Value> variables; // in the order of the role's
    /// Ascending; the process of each is left out.
    std::vector<std::pair<spec::TimerId, Value>> armed;
    bool stopped = false;

    bool operator==(const LocalState&) const = default;
};

/// Where the parts of a state stand: the interpretation of constants and functions, every process,
/// what was sent of every kind of message, what is in flight, loose and in queues, and the elements
/// that are used.
class Places {
public:
    /// Both outlive it.
    Places(const spec::TypedSpec& spec, const Layout& layout);

    static constexpr std::uint32_t kInterpretation = 0;

    [[nodiscard]] std::uint32_t process(spec::RoleId role, std::int64_t index) const {
        return first_process_[role.value] + static_cast<std::uint32_t>(index);
    }

    [[nodiscard]] std::uint32_t sent(spec::MessageId message) const {
        return first_sent_ + message.value;
    }

    /// The message whose place this is.
    [[nodiscard]] spec::MessageId message_at(std::uint32_t place) const {
        return spec::MessageId{place - first_sent_};
    }

    /// Those from here on are of the network.
    [[nodiscard]] std::uint32_t first_of_network() const { return first_sent_; }

    [[nodiscard]] std::uint32_t loose() const { return loose_; }

    [[nodiscard]] std::uint32_t queued() const { return loose_ + 1; }

    [[nodiscard]] std::uint32_t used() const { return loose_ + 2; }

    [[nodiscard]] std::uint32_t count() const { return loose_ + 3; }

    /// All processes, role by role: their places follow one another, from 1.
    [[nodiscard]] const std::vector<Process>& processes() const { return processes_; }

private:
    std::vector<std::uint32_t> first_process_;
    std::vector<Process> processes_;
    std::uint32_t first_sent_ = 0;
    std::uint32_t loose_ = 0;
};

/// The numbers of everything that states consist of.
class Parts {
public:
    using Numbers = std::vector<std::uint32_t>;

    /// All outlive it.
    Parts(const spec::TypedSpec& spec, const Layout& layout, const Slice& slice);

    [[nodiscard]] const Places& places() const { return places_; }

    [[nodiscard]] const Layout& layout() const { return layout_; }

    [[nodiscard]] const Slice& slice() const { return slice_; }

    /// A whole state, with what the slice forgets set to the least value of its type.
    Row pack(const State& state);
    [[nodiscard]] State unpack(const Row& row) const;

    /// The part of a process after a step: what the slice forgets is blanked.
    Part local(spec::RoleId role, LocalState state);
    /// The local state of one process in a whole state.
    [[nodiscard]] LocalState local_of(const State& state, const Process& process) const;
    [[nodiscard]] const LocalState& local(spec::RoleId role, Part part) const;
    /// A local state with only these of its variables, and what is armed if wanted: equal numbers
    /// for equal ones. `which` numbers the selections, of all roles, as `select` gave them.
    std::uint32_t select(spec::RoleId role, const std::vector<bool>& variables, bool armed);
    std::uint32_t selected(std::uint32_t which, Part part);

    static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

    /// The same if it was asked for before; else `kUnknown`.
    [[nodiscard]] std::uint32_t known_selected(std::uint32_t which, Part part) const {
        const std::vector<std::uint32_t>& known = selections_[which]->of;
        return part < known.size() ? known[part] : kUnknown;
    }

    [[nodiscard]] std::uint32_t number_of(const SentMessage& message) {
        return messages_.intern(message);
    }

    [[nodiscard]] const SentMessage& message(std::uint32_t number) const {
        return messages_[number];
    }

    /// What is sent, in flight or used: the numbers of messages or elements that stand in a place
    /// of the network. 0 stands for none.
    Part list(std::uint32_t place, const Numbers& numbers) {
        const std::size_t which = place - places_.first_of_network();
        const Part part = lists_[which].intern(numbers);
        if (part == lengths_[which].size()) {
            lengths_[which].push_back(static_cast<std::uint32_t>(numbers.size()));
        }
        return part;
    }

    /// How many these are.
    [[nodiscard]] std::uint32_t length(std::uint32_t place, Part part) const {
        return lengths_[place - places_.first_of_network()][part];
    }

    [[nodiscard]] const Numbers& list(std::uint32_t place, Part part) const {
        return lists_[place - places_.first_of_network()][part];
    }

    /// What of these messages is recorded as sent, of one kind each.
    [[nodiscard]] std::optional<std::uint32_t> recorded(const SentMessage& message);

    /// Whether such a message is recorded with everything in it.
    [[nodiscard]] bool is_whole(const SentMessage& message) const {
        return recording_.is_whole(message);
    }

    /// Messages in ascending order of what they are.
    void sort_messages(Numbers& messages) const;
    /// The same, each once.
    void make_set(Numbers& messages) const;
    [[nodiscard]] std::vector<SentMessage> messages(const Numbers& numbers) const;
    /// Those that can be delivered to a role that is kept.
    Numbers deliverable(const std::vector<SentMessage>& messages);

    [[nodiscard]] std::uint32_t element_number(std::size_t sort, std::int64_t element) const;
    [[nodiscard]] std::vector<std::vector<std::int64_t>> used(Part part) const;

    /// The constants and functions that a row has.
    [[nodiscard]] const State& interpretation(Part part) const { return interpretations_[part]; }

    /// How many parts were numbered that can stand in a place.
    [[nodiscard]] std::size_t count(std::uint32_t place) const;

    /// Writes everything that is numbered. The interpretations are all that there are, in the order
    /// in which they were numbered.
    void write(ByteWriter& out, const std::vector<State>& interpretations) const;
    /// Gives everything that was written the same numbers, where nothing is numbered yet.
    void read(ModelReader& model, ByteReader& in, const std::vector<State>& interpretations);

private:
    struct LocalHash {
        std::size_t operator()(const LocalState& state) const;
    };

    struct Selection {
        spec::RoleId role;
        std::vector<bool> variables;
        bool armed = false;
        Pool<LocalState, LocalHash> pool;
        std::vector<std::uint32_t> of; // by part; kUnknown where nobody asked
    };

    Part interpretation_of(const State& state);
    void write(ByteWriter& out, const LocalState& state) const;
    LocalState read_local(spec::RoleId role, ModelReader& model, ByteReader& in) const;
    void read_lists(std::uint32_t place, const Universe& universe, ByteReader& in);
    void read_interpretations(ByteReader& in, const std::vector<State>& interpretations);

    const spec::TypedSpec& spec_;
    const Layout& layout_;
    const Slice& slice_;
    Recording recording_;
    Places places_;
    std::vector<Pool<LocalState, LocalHash>> locals_; // by role
    std::vector<std::unique_ptr<Selection>> selections_;
    Pool<SentMessage, MessageHash> messages_;
    std::vector<Pool<Numbers, NumbersHash>> lists_;               // by place of the network
    std::vector<std::vector<std::uint32_t>> lengths_;             // of these
    Pool<std::vector<Value>, ValuesHash> interpretation_numbers_; // of what is kept of each
    std::vector<State> interpretations_;
};

} // namespace muster::checker::product
