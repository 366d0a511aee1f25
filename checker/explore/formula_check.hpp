#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/explore/state_store.hpp"

#include <map>
#include <optional>
#include <vector>

namespace muster::checker {

/// Evaluates the checked formulas of a search, each only where its truth can have changed: a
/// formula that reads nothing that a step changed is as true after it as before.
class FormulaCheck {
public:
    struct Finding {
        std::size_t property = 0;
        bool is_cover = false;
        std::optional<Failure> failure; // the formula is undefined rather than false
    };

    /// All but the indices outlive the check.
    FormulaCheck(const spec::TypedSpec& spec,
                 Interpreter& interpreter,
                 const StateStore& store,
                 const std::vector<std::size_t>& properties,
                 const std::vector<std::size_t>& covers);

    /// Turns to the steps of this state, which must outlive them.
    void begin(const State& state);

    /// What an initial state, the one begun with, breaks and covers.
    std::vector<Finding> initial_state();
    /// The step formulas that the step just made breaks.
    std::vector<Finding> step(const StateStore::Row& before, const StateStore::Row& after);
    /// What the state after the step just made breaks and covers.
    std::vector<Finding> new_state(const StateStore::Row& before, const StateStore::Row& after);

    /// By property: why it could not be evaluated where that was tried first and went wrong in a
    /// way that says nothing about it.
    [[nodiscard]] const std::map<std::size_t, Failure>& not_evaluated() const {
        return not_evaluated_;
    }

    /// Whether some step formula is false of a step that changes nothing of the current state.
    bool stutter_breaks_something();

    /// Whether every property was found broken and every cover was found.
    [[nodiscard]] bool nothing_left() const { return left_ == 0; }

private:
    enum class Truth { holds, fails, undefined, unknown };

    struct Formula {
        std::size_t property = 0;
        spec::PropertyKind kind;
        spec::ExprId body;
        std::vector<std::size_t> words; // of a row, that it reads
        bool found = false;
        // Of a step that changes nothing of the current state; unset until it is asked for.
        std::optional<Truth> stutter;
    };

    void add(std::size_t property);
    [[nodiscard]] static bool
    is_touched(const Formula& formula, const StateStore::Row& before, const StateStore::Row& after);
    template <class Evaluate>
    Truth truth(const Formula& formula, Evaluate evaluate);
    Truth stutter(Formula& formula);
    void note(Formula& formula, Truth truth, std::vector<Finding>& findings);

    const spec::TypedSpec& spec_;
    Interpreter& interpreter_;
    const StateStore& store_;
    std::vector<Formula> formulas_;
    std::size_t left_ = 0;
    const State* state_ = nullptr;
    std::optional<Failure> failure_; // of the last truth that was undefined
    std::map<std::size_t, Failure> not_evaluated_;
};

} // namespace muster::checker
