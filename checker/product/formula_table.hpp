#pragma once

#include "checker/eval/interpreter.hpp"
#include "checker/explore/formula_check.hpp"
#include "checker/product/flat_map.hpp"
#include "checker/product/footprint.hpp"
#include "checker/product/row_layout.hpp"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace muster::checker::product {

/// Evaluates the checked formulas of a search. Each is taken apart, conjunct by conjunct and
/// element by element, and every piece is evaluated once for all states that are alike in what it
/// looks at.
class FormulaTable {
public:
    using Finding = FormulaCheck::Finding;

    /// All but the indices outlive the table.
    FormulaTable(const spec::TypedSpec& spec,
                 const Universe& universe,
                 Interpreter& interpreter,
                 Parts& parts,
                 const std::vector<std::size_t>& properties,
                 const std::vector<std::size_t>& covers,
                 bool several_interpretations);

    /// Turns to the steps of this state.
    void begin(const Row& row);

    /// What an initial state breaks and covers.
    std::vector<Finding> initial_state(const Row& row);
    /// The step formulas that a step from the current state breaks. The places are those that it
    /// changed.
    std::vector<Finding> step(const Row& after, const std::vector<std::uint32_t>& changed);
    /// What a new state breaks and covers that the current one does not. The mask is of the places
    /// that differ.
    std::vector<Finding> new_state(const Row& after, std::uint64_t mask);

    /// Stands for places that changed, each modulo 64.
    static std::uint64_t mask_of(const std::vector<std::uint32_t>& changed);

    /// Whether a formula of states looks at one of these places.
    [[nodiscard]] bool is_touched(std::uint64_t mask) const { return (mask_ & mask) != 0; }

    [[nodiscard]] bool has_steps() const { return has_steps_; }

    /// As in `FormulaCheck`.
    [[nodiscard]] const std::map<std::size_t, Failure>& not_evaluated() const {
        return not_evaluated_;
    }

    /// Whether some step formula is false of a step that changes nothing of this state.
    bool stutter_breaks_something();

    /// Whether every property was found broken and every cover was found.
    [[nodiscard]] bool nothing_left() const { return left_ == 0; }

    /// By formula, whether it was found broken or covered.
    [[nodiscard]] std::vector<bool> found() const;
    /// Goes on from where another table for the same formulas was. There are as many of them.
    void go_on_from(const std::vector<bool>& found, std::map<std::size_t, Failure> not_evaluated);

    /// A piece that formulas were taken apart into.
    struct PieceNumber {
        std::uint32_t formula = 0;
        std::uint32_t piece = 0;
    };

    [[nodiscard]] std::vector<PieceNumber> pieces() const;

    [[nodiscard]] bool is_of_steps(const PieceNumber& number) const {
        return formulas_[number.formula].kind == spec::PropertyKind::step;
    }

    /// The places that a piece looks at, ascending.
    [[nodiscard]] std::vector<std::uint32_t> places(const PieceNumber& number) const;
    /// Whether it is known from another state that nothing is found there, or nothing is looked for
    /// any more. Evaluates nothing and changes nothing.
    [[nodiscard]] bool is_known_dull(const PieceNumber& number,
                                     const RowLayout& layout,
                                     const RowLayout::Word* before,
                                     const RowLayout::Word* now) const;

private:
    enum class Truth : std::uint8_t { holds, fails, undefined, unknown };

    /// A formula where some names are bound.
    struct Piece {
        spec::ExprId body;
        Bindings bindings;
        /// The places it looks at, and which selection of a process' part.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
        std::uint64_t mask = 0; // of the places, each modulo 64
        FlatMap known_of_few;   // where it looks at two numbers at most
        std::unordered_map<std::vector<std::uint32_t>, Truth, NumbersHash> known;
        std::map<std::vector<std::uint32_t>, Failure> failures; // where it is undefined
    };

    struct Formula {
        std::size_t property = 0;
        spec::PropertyKind kind;
        /// All of them must hold; of a cover, one.
        std::vector<Piece> pieces;
        bool found = false;
        /// Of a step that changes nothing of the current state; unset until it is asked for.
        std::optional<Truth> stutter;
    };

    void add(std::size_t property);
    void take_apart(Formula& formula, spec::ExprId body, const Bindings& bindings);
    bool take_apart(Formula& formula,
                    const spec::typed::Quantifier& quantifier,
                    const Bindings& bindings);
    void add_piece(Formula& formula, spec::ExprId body, const Bindings& bindings);

    /// Of the pieces that the mask touches: the first that is not true, of a cover the first that
    /// is not false.
    Truth truth(Formula& formula, const Row& before, const Row& now, std::uint64_t mask);
    Truth stutter(Formula& formula);
    Truth truth(const Formula& formula, Piece& piece, const Row& before, const Row& now);
    [[nodiscard]] static std::optional<Truth> known(const Piece& piece,
                                                    const std::vector<std::uint32_t>& key);
    void keep(Piece& piece, Truth truth);
    Truth evaluate(const Formula& formula, const Piece& piece, const Row& before, const Row& now);
    void note(Formula& formula, Truth truth, std::vector<Finding>& findings);

    const spec::TypedSpec& spec_;
    const Universe& universe_;
    Interpreter& interpreter_;
    Parts& parts_;
    std::vector<Formula> formulas_;
    std::size_t left_ = 0;
    const Row* row_ = nullptr; // the current state
    std::uint64_t mask_ = 0;   // of the places that formulas of states look at
    bool several_interpretations_;
    bool has_steps_ = false;
    std::vector<std::uint32_t> key_;
    std::optional<Failure> failure_; // of the last truth that was undefined
    std::map<std::size_t, Failure> not_evaluated_;
};

} // namespace muster::checker::product
