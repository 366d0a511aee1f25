#pragma once

#include "checker/smt/encode_expr.hpp"
#include "checker/smt/execution.hpp"
#include "checker/smt/induction_oracle.hpp"

#include <optional>
#include <set>
#include <vector>

namespace muster::checker::smt {

/// The formulas that an oracle knows, by their numbers, and how they are encoded in a state.
class OracleFormulas {
public:
    /// Both outlive this.
    OracleFormulas(Vocabulary& vocabulary, ExprEncoder& encoder)
        : vocabulary_(vocabulary)
        , encoder_(encoder) {}

    /// Throw `Unsupported` if it has no encoding.
    FormulaNumber add(spec::ExprId body, bool over_two_states);
    FormulaNumber add_never_twice(spec::MessageId message);
    /// That one of these ways to start ends in the state. Only to be assumed.
    FormulaNumber add_start(std::vector<Path> ways);

    [[nodiscard]] bool is_over_two_states(FormulaNumber number) const {
        return entries_[number].is_step;
    }

    /// The components that it depends on.
    [[nodiscard]] const std::set<ComponentId>& mentions(FormulaNumber number) const {
        return entries_[number].mentions;
    }

    /// That it holds in a state; what is known of the terms in it is added to `facts`.
    z3::expr encode(FormulaNumber number,
                    const std::optional<SymbolicState>& before,
                    const SymbolicState& state,
                    Terms& facts);

    /// The literals of a cube, for some values of its variables.
    Terms encode(const Cube& cube, const SymbolicState& state, Terms& facts);
    std::set<ComponentId> mentions(const Cube& cube);

private:
    struct Entry {
        std::optional<spec::ExprId> body;
        spec::MessageId never_twice; // where there is no body
        bool is_step = false;
        std::vector<Path> starts{}; // where there is no message either
        std::set<ComponentId> mentions{};
    };

    FormulaNumber add(Entry entry);
    z3::expr ended_in(const Path& start, const SymbolicState& state) const;
    z3::expr never_twice(spec::MessageId message, const SymbolicState& state);

    Vocabulary& vocabulary_;
    ExprEncoder& encoder_;
    std::vector<Entry> entries_;
};

} // namespace muster::checker::smt
