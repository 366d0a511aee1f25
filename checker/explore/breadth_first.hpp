#pragma once

#include "checker/checkpoint/model_bytes.hpp"
#include "checker/eval/interpreter.hpp"
#include "checker/explore/search_findings.hpp"
#include "checker/explore/search_limits.hpp"

#include <algorithm>
#include <deque>

namespace muster::checker {

/// A breadth-first search of an instance, level by level; how states are kept and steps are found
/// is left to whoever derives from it.
class BreadthFirst {
public:
    using Row = std::vector<std::uint32_t>; // a state, in numbers
    using Findings = std::vector<FormulaCheck::Finding>;

    virtual ~BreadthFirst() = default;

    SearchOutcome run();

protected:
    explicit BreadthFirst(const SearchSetup& setup);
    BreadthFirst(const BreadthFirst&) = delete;
    BreadthFirst& operator=(const BreadthFirst&) = delete;

    struct Added {
        std::uint32_t index = 0; // states are numbered in the order in which they are added
        bool is_new = false;
    };

    /// How many states were added.
    [[nodiscard]] virtual std::uint32_t count() const = 0;
    virtual Row pack(const State& state) = 0;
    [[nodiscard]] virtual State unpack(const Row& row) const = 0;
    virtual Added add(const Row& row) = 0;
    [[nodiscard]] virtual Row row(std::uint32_t index) const = 0;
    virtual Findings check_initial_state(const Row& row) = 0;
    /// Adds what is one step away, by `add` and `note_parent`.
    virtual void expand(std::uint32_t at) = 0;
    /// Expands this state and perhaps some that follow, none of them from `end` on, each if
    /// `may_expand` says so. Returns the first that was not expanded.
    virtual std::uint32_t expand_from(std::uint32_t at, std::uint32_t end);

    struct Followed {
        Event event;
        Row row;
    };

    /// Some event that leads from a row to a wanted one, or to one that it stands for.
    virtual std::optional<Followed> follow(const Row& before, const Row& wanted) = 0;
    /// Some event that fails in this way at a row, given one at a row that stands for it.
    virtual Event follow_failure(const Row& before, const Event& event, const Failure& failure);
    [[nodiscard]] virtual bool nothing_left() const = 0;
    [[nodiscard]] virtual const std::map<std::size_t, Failure>& not_evaluated() const = 0;

    /// Called once no more states are added.
    virtual void finish() {}

    // Only of searches that can be kept:

    /// What the numbers in rows stand for, the rows, and what was found of every formula.
    virtual void write_states(ByteWriter& out) const;
    /// Reads them where there is no state yet; these are so many.
    virtual void read_states(ByteReader& in, ModelReader& model, std::uint32_t states);
    /// Whether every number in a row stands for something.
    [[nodiscard]] virtual bool is_row(const Row& row) const;

    /// To be asked before a state is expanded: whether the search has not ended there. States are
    /// expanded in their order.
    bool may_expand(std::uint32_t at);

    /// Of the state that was added last.
    void note_parent(std::uint32_t parent) { parents_.push_back(parent); }

    /// Of a state that was expanded: whether something but faults, losses and cuts changes it.
    void note_end(std::uint32_t at) {
        ++result_.ends;
        first_end_ = std::min(first_end_, at);
    }

    /// Whether such a step is none that the network or the world does.
    [[nodiscard]] bool is_own_step(std::uint32_t step, Origin origin) const {
        const StepKind kind = setup_.system.steps[step].kind;
        return kind == StepKind::fire || kind == StepKind::act ||
               (kind == StepKind::deliver && origin == Origin::network);
    }

    /// The slice cannot be trusted; ends the search.
    void give_up_slice() { forgets_too_much_ = true; }

    [[nodiscard]] bool over() const { return findings_.over() || forgets_too_much_; }

    const SearchSetup& setup() const { return setup_; }

    const spec::TypedSpec& spec() const { return *setup_.system.spec; }

    Interpreter& interpreter() { return interpreter_; }

    SearchFindings& findings() { return findings_; }

    SearchLimits& limits() { return limits_; }

    ExploreResult& result() { return result_; }

private:
    /// The first state that is to be expanded.
    std::uint32_t begin();
    void start();
    void search_from(std::uint32_t at);
    bool initialise(const State& base, ChoiceScript& script);
    void start_from(const State& base, ChoiceScript& script);
    void tell();
    /// A run to a state, and its last row.
    std::pair<Trace, Row> trace_to(std::uint32_t at);

    // Keeping: breadth_first_bytes.cpp.
    void keep(std::uint32_t at);
    void write_search(ByteWriter& out, std::uint32_t at) const;
    void write_tree(ByteWriter& out) const;
    void write_met(ByteWriter& out) const;
    void write_found(ByteWriter& out) const;
    std::uint32_t read_search(ByteReader& in);
    void read_tree(ByteReader& in, ModelReader& model);
    void read_met(ByteReader& in, ModelReader& model);
    void read_found(ByteReader& in, ModelReader& model);
    Row read_row(ByteReader& in) const;

    const SearchSetup& setup_;
    Interpreter interpreter_;
    SearchFindings findings_;
    SearchLimits limits_;
    ExploreResult result_;
    std::deque<std::uint32_t> parents_; // by state; it grows without being copied
    // By state, of initial ones: what was chosen, and the row, which another one may stand for.
    std::vector<std::vector<Value>> initial_choices_;
    std::vector<Row> initial_rows_;
    std::uint32_t first_end_ = kNoState;
    std::uint32_t depth_ = 0;
    std::uint32_t level_begin_ = 0;          // the states from here on are at least this deep
    std::uint32_t level_end_ = 0;            // the states before it are at most this deep
    std::vector<std::uint64_t> level_sizes_; // of the levels before
    std::uint32_t states_before_ = 0;        // when the last one was expanded
    std::optional<std::uint32_t> ended_at_;  // the state that was not expanded for want of budget
    bool forgets_too_much_ = false;
};

} // namespace muster::checker
