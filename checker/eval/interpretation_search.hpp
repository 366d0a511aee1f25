#pragma once

#include "checker/eval/interpreter.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace muster::checker {

/// Finds the interpretations of functions that satisfy axioms, by backtracking: the entries of the
/// tables get their values one after the other, and an axiom is looked at as soon as it reads no
/// entry that has none. An axiom `forall x. …` counts as one for every x. An axiom waits at the
/// entry that it missed, as a clause of a SAT solver does at its watched literal (Moskewicz et al.,
/// DAC 2001); the entries come in a fixed order, so one is enough.
class InterpretationSearch {
public:
    enum class Wanted { all, one };

    /// The most interpretations that are kept, and entries that are tried.
    static constexpr std::size_t kMaxFound = 100'000;
    static constexpr std::size_t kMaxTried = 1'000'000;
    /// The most entries of all tables that are open.
    static constexpr std::size_t kMaxEntries = 10'000;

    /// All outlive the search. The axioms are indices into the spec's properties.
    InterpretationSearch(const spec::TypedSpec& spec,
                         Interpreter& interpreter,
                         const Fixed& fixed,
                         std::vector<std::size_t> axioms);

    /// Adds what is found from a state whose constants are set and whose functions have the values
    /// that are given. False if it is too much. In the order of the tables. May throw Undefined and
    /// OutOfTime.
    bool run(const State& base, Wanted wanted, std::vector<State>& found);

    /// Whether some function has no value yet.
    [[nodiscard]] bool is_open() const { return !entries_.empty(); }

private:
    struct Entry {
        spec::FunctionId function;
        const std::vector<Value>* values = nullptr;
    };

    // Of a function that can only have one value.
    struct FlatTable {
        spec::FunctionId function;
        std::vector<Value> values;
    };

    struct Constraint {
        spec::ExprId formula;
        std::vector<std::pair<spec::LocalId, Value>> bound;
    };

    enum class Truth { holds, fails, waits };

    void add_entries(const Fixed& fixed);
    void add_axiom(spec::ExprId formula);
    /// Takes `forall`s off; false if that makes too many instances.
    bool add_instances(spec::ExprId formula, Constraint constraint);
    /// What the constraint is now; where it waits, it is put on the list of the entry.
    Truth look_at(std::uint32_t constraint);
    void fill(std::size_t entry);
    void take_whole();

    const spec::TypedSpec& spec_;
    Interpreter& interpreter_;
    const Fixed& fixed_;
    std::vector<Entry> entries_;
    std::vector<FlatTable> flat_;
    std::vector<std::size_t> first_entry_; // by function
    std::vector<Constraint> constraints_;
    std::vector<spec::ExprId> late_;                  // looked at once every table is whole
    std::vector<std::vector<std::uint32_t>> waiting_; // by entry
    std::size_t waits_at_ = 0;                        // of the last constraint that waits
    State state_;
    std::vector<State>* found_ = nullptr;
    Wanted wanted_ = Wanted::all;
    std::size_t tried_ = 0;
    bool too_much_ = false;
    bool over_ = false;
};

} // namespace muster::checker
