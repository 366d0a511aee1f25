#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/infer/clause.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace muster::checker::infer {

/// A predicate in a state: false, true, or about something that is not there.
enum class Truth : std::uint8_t { no, yes, undefined };

/// Where a clause fails.
struct Refutation {
    std::size_t state = 0;
    std::vector<std::uint16_t> assignment; // by variable of the clause
};

/// States over one universe, and the truth of predicates in them for all elements. The evaluator is
/// slow, so a predicate is evaluated once for all states that agree in what it reads.
class GroundStates {
public:
    /// The spec and the predicates outlive this; every state is over the universe.
    GroundStates(const spec::TypedSpec& spec,
                 const std::vector<Predicate>& predicates,
                 Universe universe,
                 std::vector<State> states);

    [[nodiscard]] std::size_t size() const { return states_.size(); }

    [[nodiscard]] const State& state(std::size_t index) const { return states_[index]; }

    /// What a variable of this type ranges over, ascending. Integers are those that occur.
    const std::vector<Value>& domain(spec::TypeId type);

    /// The arguments are places in the domains of the predicate's slots.
    Truth
    truth(std::uint32_t predicate, std::span<const std::uint16_t> arguments, std::size_t state);

    /// Where the clause is false: some state, and values of its variables.
    std::optional<Refutation> refute(const Clause& clause);
    /// Whether it is false of one state.
    bool refutes(const Clause& clause, std::size_t state);

private:
    struct Table {
        std::vector<std::uint32_t> group_of; // by state
        std::vector<std::size_t> sizes;      // of the slots' domains
        std::size_t rows = 1;
        std::vector<Truth> truths; // by group, then by arguments
    };

    using Columns = std::vector<std::uint32_t>; // ascending

    void number_columns();
    Columns columns_of(const Predicate& predicate) const;
    const std::vector<std::uint32_t>& column(std::uint32_t index);
    std::vector<std::uint32_t> group(const Columns& columns, std::vector<std::size_t>& first);
    const Table& table(std::uint32_t predicate);
    void evaluate(const Predicate& predicate, std::size_t state, std::span<Truth> row);
    void read_messages(const Predicate& predicate, std::size_t state, std::span<Truth> row);
    void collect_integers();

    class Refuter;

    const spec::TypedSpec& spec_;
    const std::vector<Predicate>& predicates_;
    std::unique_ptr<Universe> universe_;
    std::vector<State> states_;
    std::unique_ptr<Interpreter> interpreter_;
    std::map<spec::TypeId, std::vector<Value>> domains_;
    std::vector<std::int64_t> integers_;
    std::vector<std::vector<std::uint32_t>> columns_; // by column: a number for each state's part
    std::vector<std::unique_ptr<Table>> tables_;
    std::map<Columns, std::vector<std::size_t>> representatives_;
};

} // namespace muster::checker::infer
