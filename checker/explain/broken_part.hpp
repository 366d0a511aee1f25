#pragma once

#include "checker/eval/interpreter.hpp"

#include <vector>

namespace muster::checker {

/// Why a formula has the truth that it has: for these values of its variables, these parts of it
/// are what they are.
struct BrokenPart {
    struct Binding {
        spec::LocalId local;
        Value value;
    };

    /// The value of an operand, where it is not plain from the spec or the bindings. Only of parts
    /// that ought to be otherwise.
    struct Operand {
        spec::ExprId expr;
        Value value;
    };

    struct Part {
        spec::ExprId formula;
        bool truth = false;
        std::vector<Operand> operands;
    };

    std::vector<Binding> bindings;
    std::vector<Part> parts;
};

/// Of a formula that is false after a step: the values for which a quantified formula fails, and of
/// its parts the first that decide it: what the left side of an implication says, and the conjunct
/// that breaks. `old` means `before`. Nothing if something in it cannot be evaluated.
std::optional<BrokenPart> find_broken_part(const spec::TypedSpec& spec,
                                           const Universe& universe,
                                           spec::ExprId formula,
                                           const State& before,
                                           const State& now);

} // namespace muster::checker
